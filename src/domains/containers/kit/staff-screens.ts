import { roles, type Role } from '#domains/containers/container-access.rules.ts';
import type { StaffScreen } from './container-screens.ts';

type Entry = Pick<StaffScreen, 'name'> & Partial<StaffScreen>;
type SharedScreen = Omit<StaffScreen, 'name' | 'part' | 'role'> & {
  /** In an archive as well, for the same roles. */
  staysInArchive?: true;
};

/** Screens that kinds have alike, by their parts. */
const shared: Record<string, SharedScreen> = {
  edit: { label: 'Edit', heading: 'Settings', icon: 'edit' },
  photo: { label: 'Photo', heading: 'Settings', icon: 'photo' },
  requests: {
    label: 'Requests',
    heading: 'People and posts',
    icon: 'request',
    counts: 'requests',
    lead: 'People who ask to join. If you reject them, they can ask again after 7 days, and are notified only if you give a reason.',
  },
  waiting: {
    label: 'Pending posts',
    heading: 'People and posts',
    icon: 'waiting',
    counts: 'waiting',
    lead: 'Posts by members that nobody else sees until you approve them. You can change this under Edit.',
  },
  members: { label: 'Members and roles', heading: 'People and posts', icon: 'people' },
  invitations: {
    label: 'Invitations',
    heading: 'People and posts',
    icon: 'mail',
    lead: 'People who were invited and have not responded yet.',
  },
  links: { label: 'Invite links', heading: 'People and posts', icon: 'link' },
  bans: {
    label: 'Bans',
    heading: 'People and posts',
    icon: 'ban',
    staysInArchive: true,
    lead: 'Banned members cannot read what only members see, or come back, until their ban ends.',
  },
  log: {
    label: 'Log',
    heading: 'Activity',
    icon: 'log',
    staysInArchive: true,
    lead: 'Changes made by the staff in the last year.',
  },
};

/**
 * The screens with which staff manages a container of a kind, in the order of its menu. Entries say
 * what differs from the screens that kinds have alike, and all of those that one kind alone has.
 * @param usualRole the least role that opens them, unless the entry has another
 */
export const staffScreens = (usualRole: Role, entries: readonly Entry[]): readonly StaffScreen[] =>
  entries.map((entry) => {
    const part = entry.part ?? entry.name.split('/').at(-1)!;
    const { staysInArchive, ...usual } = shared[part] ?? {};
    const { role = usualRole } = entry;
    return {
      ...usual,
      ...(staysInArchive && { archiveRole: role }),
      role,
      ...entry,
      part,
    } as StaffScreen;
  });

/**
 * Screens for officers and the owner of a container. In an archive the owner may open it again, and
 * members go.
 */
export const plainStaffScreens = staffScreens(roles.moderator, [
  { name: 'edit', archiveRole: roles.owner },
  { name: 'requests' },
  { name: 'waiting' },
  { name: 'invitations' },
  { name: 'links' },
  { name: 'bans' },
  { name: 'log' },
]);
