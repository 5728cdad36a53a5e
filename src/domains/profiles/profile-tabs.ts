import { isolate } from '#lib/names.ts';

/** The parts of a profile, in their order, each a screen of its own. */
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

/** Of the window: the person's name, and which part of the profile it is. */
export const profileTitle = (displayname: string, tab: ProfileTab): string =>
  tab === 'posts' ? displayname : `${profileTabs[tab]} · ${isolate(displayname)}`;

/** The parts that the reader may open; stories are for members. */
export const tabsOf = (
  { id, showsFriends }: { id: number; showsFriends: boolean },
  current: ProfileTab,
  isForMember: boolean,
  pathOf = (tab: ProfileTab) => profilePath(id, tab),
) =>
  (Object.keys(profileTabs) as ProfileTab[])
    .filter((tab) => (tab === 'friends' ? showsFriends : tab !== 'stories' || isForMember))
    .map((tab) => ({ label: profileTabs[tab], href: pathOf(tab), current: tab === current }));

/** A screen below one of the parts, such as one album. */
export interface Below {
  path: string;
  title: string;
  /** Stands for it in link previews. */
  image?: string | undefined;
}
