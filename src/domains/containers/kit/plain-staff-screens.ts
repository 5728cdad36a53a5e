import { roles } from '#domains/containers/container-access.rules.ts';
import type { StaffScreen } from './container-screens.ts';

const { moderator: officer, owner } = roles;

/**
 * Screens for officers and the owner of a container. In an archive the owner may open it again, and
 * members go.
 */
export const plainStaffScreens: readonly StaffScreen[] = [
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
