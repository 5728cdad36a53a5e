import { isolate } from '#lib/names.ts';

/** The tabs of a profile in their order, each a screen of its own. */
export const profileTabs = {
  posts: 'Posts',
  info: 'Info',
  stories: 'Stories',
  videos: 'Videos',
  friends: 'Friends',
  albums: 'Albums',
} as const;

export type ProfileTab = keyof typeof profileTabs;

export const profilePath = (id: number, tab: ProfileTab): string => `/profile/${id}/${tab}`;

/** Title of the window: the person's name, and the tab. */
export const profileTitle = (displayname: string, tab: ProfileTab): string =>
  tab === 'posts' ? displayname : `${profileTabs[tab]} · ${isolate(displayname)}`;

/** The tabs that the reader may open; stories are for members. */
export const getTabs = (
  { id, showsFriends }: { id: number; showsFriends: boolean },
  current: ProfileTab,
  isForMember: boolean,
  pathOf = (tab: ProfileTab) => profilePath(id, tab),
) =>
  (Object.keys(profileTabs) as ProfileTab[])
    .filter((tab) => (tab === 'friends' ? showsFriends : tab !== 'stories' || isForMember))
    .map((tab) => ({ label: profileTabs[tab], href: pathOf(tab), current: tab === current }));

/** A screen below one of the tabs, such as one album. */
export interface NestedScreen {
  path: string;
  title: string;
  /** Preview image for links. */
  image?: string | undefined;
}

/**
 * The member's own profile as somebody else sees it. The address names no profile: it is always the
 * own one.
 * @param who `visitor`, `member`, `friend` or somebody's id
 */
export const viewAsPath = (who: string | number, tab: ProfileTab = 'posts'): string =>
  `/profile/view-as/${who}/${tab}`;
