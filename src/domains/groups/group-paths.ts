import type { ContainerScreens } from '#domains/containers/container-screens.ts';
import { mayChangeGroup, ownsGroup } from './groups.rules.ts';

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

export const groupScreens: ContainerScreens<GroupTab> = {
  noun: 'group',
  tabs: groupTabs,
  path: groupPath,
};

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

/** The members as CSV, for its staff. */
export const memberListFile = (id: number): string => `${groupPath(id, 'members')}.csv`;

/** Screens for officers and the owner, below `/groups/group/{id}`. */
export const groupStaffScreens = [
  { name: 'edit', label: 'Edit' },
  { name: 'requests', label: 'Requests' },
  { name: 'waiting', label: 'Waiting posts' },
  { name: 'invitations', label: 'Invitations' },
  { name: 'bans', label: 'Bans' },
  { name: 'links', label: 'Invitation links' },
  { name: 'log', label: 'Log' },
] as const;
export type GroupStaffScreen = (typeof groupStaffScreens)[number]['name'];

/** The screens that staff may open; in an archive the owner may open it again, and members go. */
export const staffScreensOf = (group: { membership: string; role: number; state: string }) =>
  groupStaffScreens.filter(
    ({ name }) =>
      mayChangeGroup(group) ||
      name === 'bans' ||
      name === 'log' ||
      (name === 'edit' && ownsGroup(group)),
  );

export const groupStaffPath = (id: number, screen: GroupStaffScreen): string =>
  `/groups/group/${id}/${screen}`;
