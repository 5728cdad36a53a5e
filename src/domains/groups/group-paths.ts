import { roles } from '#domains/containers/container-access.rules.ts';
import type { StaffScreen } from '#domains/containers/kit/container-screens.ts';
import type { KindRoutes } from '#domains/containers/kit/kind-routes.ts';

/** Tabs of a group by their last path segment. */
export const groupTabs = {
  posts: 'Posts',
  members: 'Members',
  photos: 'Photos',
  videos: 'Videos',
  about: 'About',
} as const;
export type GroupTab = keyof typeof groupTabs;

export const groupPath = (id: number, tab?: GroupTab): string =>
  tab ? `/groups/group/${id}/${tab}` : `/groups/group/${id}`;

/** The newest posts as Atom. */
export const groupFeedPath = (id: number): string => `${groupPath(id)}/feed.xml`;

/**
 * The tabs that the viewer may open; of a group that is only known, none, or for moderators of the
 * site its members.
 */
export const tabsOf = (
  {
    id,
    isReadable,
    isMemberListShown,
  }: { id: number; isReadable: boolean; isMemberListShown: boolean },
  current: GroupTab | undefined,
) =>
  (Object.keys(groupTabs) as GroupTab[])
    .filter((tab) => isReadable || (isMemberListShown && (tab === 'posts' || tab === 'members')))
    .filter((tab) => tab !== 'members' || isMemberListShown)
    .map((tab) => ({
      label: groupTabs[tab],
      href: groupPath(id, tab),
      current: tab === current,
    }));

const { moderator: officer, owner } = roles;

/**
 * Screens for officers and the owner, below `/groups/group/{id}`. In an archive the owner may open
 * it again, and members go.
 */
export const groupStaffScreens: readonly StaffScreen[] = [
  { name: 'edit', label: 'Edit', role: officer, archiveRole: owner },
  {
    name: 'requests',
    label: 'Requests',
    role: officer,
    counts: 'requests',
    lead: 'People who ask to join. Whoever is refused may ask again after 7 days; without a reason they are not notified.',
  },
  {
    name: 'waiting',
    label: 'Waiting posts',
    role: officer,
    counts: 'waiting',
    lead: 'Posts of members that nobody else sees before you approve them. Whether they wait is chosen under Edit.',
  },
  {
    name: 'invitations',
    label: 'Invitations',
    role: officer,
    lead: 'Members who were invited and have not answered yet.',
  },
  {
    name: 'bans',
    label: 'Bans',
    role: officer,
    archiveRole: officer,
    lead: 'Members who may neither read what is closed nor come back until the ban ends.',
  },
  { name: 'links', label: 'Invitation links', role: officer },
  {
    name: 'log',
    label: 'Log',
    role: officer,
    archiveRole: officer,
    lead: 'Changes by officers and the owner in the last year.',
  },
];

export const groupStaffPath = (id: number, screen: string): string =>
  `/groups/group/${id}/${screen}`;

export const groupRoutes: KindRoutes = {
  area: 'groups',
  folder: '/groups/group',
  lists: ['/groups/browse', '/groups/my-groups'],
  front: 'posts',
  publicTabs: ['about', 'photos', 'videos'],
  staffScreens: groupStaffScreens,
};
