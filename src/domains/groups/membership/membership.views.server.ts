import type {
  ListedMember,
  PeopleKind,
  PeopleList,
} from '#domains/containers/kit/people.server.ts';
import type { GroupRow } from '#domains/groups/group-rows.server.ts';
import { mayChangeGroup, mayManageGroup, ownsGroup } from '#domains/groups/groups.rules.ts';
import { toRoleName } from '#domains/groups/groups.schema.ts';
import { userLiteView } from '#domains/members/members.views.server.ts';
import { toWireTime } from '#lib/dates.ts';
import { toMenuItem, type MenuItem } from '#lib/shapes.ts';
import type { GroupMember, MembersAnswer } from './membership.schema.ts';

/** Actions of staff on somebody in a list; null for others. */
function memberMenu(group: GroupRow, row: ListedMember, kind: PeopleKind): MenuItem[] | null {
  const isManaged = mayManageGroup(group) && row.role < group.role;
  const isChangeable = isManaged && mayChangeGroup(group);
  if (!isManaged && !row.isRemovable) return null;
  const item = (name: string, label: string) =>
    toMenuItem(name, label, `groups/member/${name}/${group.id}`, { user_id: row.id });
  if ((kind === 'requests' || kind === 'invitations') && !isChangeable) return [];
  if (kind === 'requests') return [item('approve', 'Approve'), item('cancel', 'Refuse')];
  if (kind === 'invitations')
    return [item('resend', 'Send again'), item('cancel', 'Revoke invitation')];
  if (kind === 'bans') return [item('unban', 'End ban')];
  const isOfficer = toRoleName(row.role) === 'officer';
  return [
    ...(isChangeable && ownsGroup(group)
      ? [isOfficer ? item('demote', 'Make member again') : item('promote', 'Make officer')]
      : []),
    ...(isChangeable ? [item('edit', 'Edit title')] : []),
    ...(row.isRemovable ? [item('remove', 'Remove'), item('ban', 'Ban')] : []),
  ];
}

const memberView = (
  group: GroupRow,
  row: ListedMember,
  { kind, withMenu, origin }: { kind: PeopleKind; withMenu: boolean; origin: string },
): GroupMember => ({
  ...userLiteView(row, origin),
  staff: row.title,
  role: toRoleName(row.role),
  is_owner: row.id === group.owner?.id ? 1 : 0,
  join_date: toWireTime(row.since),
  ...(kind === 'requests'
    ? {
        answers: (row.answers ?? []).map(({ answer }) => answer),
        questions: (row.answers ?? []).map(({ question }) => question),
      }
    : {}),
  ...(kind === 'bans'
    ? { reason: row.reason, banned_until: row.bannedUntil ? toWireTime(row.bannedUntil) : '' }
    : {}),
  menu: withMenu ? memberMenu(group, row, kind) : null,
});

export const membersView = (
  { row: group, total, members }: PeopleList<GroupRow>,
  { kind, withMenu, origin }: { kind: PeopleKind; withMenu: boolean; origin: string },
): MembersAnswer => ({
  members: members.map((row) => memberView(group, row, { kind, withMenu, origin })),
  totalItemCount: total,
  getTotalItemCount: total,
  getWaitingItemCount: mayManageGroup(group) ? group.requestCount : 0,
  waiting: kind === 'requests' ? 1 : 0,
  canEdit: mayChangeGroup(group) ? 1 : 0,
});
