import type { SQL } from 'drizzle-orm';
import { roles } from '#domains/containers/container-access.rules.ts';
import { isBanInForce } from '#domains/containers/container-access.server.ts';
import { removalRoleOf } from '#domains/containers/container-rows.server.ts';
import type { JoinAnswer } from '#domains/containers/membership/join-questions.rules.ts';
import {
  readMemberPage,
  seenMembers,
  type MemberPage,
} from '#domains/containers/membership/member-page.server.ts';
import type { GroupRow } from '#domains/groups/group-rows.server.ts';
import { mayManageGroup } from '#domains/groups/groups.rules.ts';
import type { RoleName } from '#domains/groups/groups.schema.ts';
import { groupRef, readGroup, readGroupWithMembers } from '#domains/groups/one-group.server.ts';
import type { MemberCard } from '#domains/members/members.views.server.ts';
import { nameMatches } from '#domains/members/name-search.server.ts';
import { avatarFor, visibleCard } from '#domains/policy/profile-audience.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { forbidden } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

/** Lists of people of a group; all but the members are for its staff. */
export type MemberListKind = 'members' | 'requests' | 'invitations' | 'bans';

export interface GroupMemberRow extends MemberCard, Record<string, unknown> {
  role: number;
  title: string;
  /** The time of joining; in the other lists of the request, invitation or ban. */
  since: string;
  answers: JoinAnswer[] | null;
  reason: string;
  bannedUntil: string | null;
  /** The viewer may remove and ban them, or end their ban. */
  isRemovable: boolean;
}

export interface MemberQuery {
  kind?: MemberListKind;
  search?: string;
  role?: RoleName | '';
  page?: number;
  limit?: number;
}

export interface GroupMembers extends MemberPage<GroupMemberRow> {
  group: GroupRow;
  /** Whether the viewer may remove and ban members at all. */
  mayRemove: boolean;
}

interface ListKind {
  condition: SQL;
  /** In the order of an index. */
  order: SQL;
  since: SQL;
}

const listKinds = (): Record<MemberListKind, ListKind> => ({
  members: {
    condition: sql`ms.state = 'member'`,
    order: sql`ms.joined_at, ms.member_id`,
    since: sql`ms.joined_at`,
  },
  requests: {
    condition: sql`ms.state = 'requested'`,
    order: sql`ms.requested_at, ms.member_id`,
    since: sql`ms.requested_at`,
  },
  invitations: {
    condition: sql`ms.state = 'invited'`,
    order: sql`ms.requested_at, ms.member_id`,
    since: sql`ms.requested_at`,
  },
  bans: {
    condition: isBanInForce(),
    order: sql`ms.member_id`,
    since: sql`ms.removed_at`,
  },
});

// With `role > 0` written out, an index has the staff alone.
const roleConditions: Record<RoleName, SQL> = {
  member: sql`and ms.role = ${roles.member}`,
  officer: sql`and ms.role > 0 and ms.role between ${roles.moderator} and ${roles.admin}`,
  owner: sql`and ms.role > 0 and ms.role = ${roles.owner}`,
};

/** Numbers of members that need not read each of them, by role. */
function memberTotals(viewer: Member, { id, memberCount }: GroupRow) {
  const all = seenMembers(viewer, groupRef(id), memberCount);
  const staff = sql`
    (
      select count(*)::int
      from memberships ms
      join members m on m.id = ms.member_id
      where ms.type = 'group'
        and ms.id = ${id}
        and ms.state = 'member'
        and ms.role > 0
        and ${visibleCard(viewer, sql`m.id`, sql`m.status`)}
    )`;
  return { '': all, member: sql`${all} - ${staff}`, officer: undefined, owner: undefined };
}

/** People of a group that the viewer may read, by the time they joined or asked. */
export async function listMembers(
  viewer: Member,
  id: number,
  { kind = 'members', search = '', role = '', page = 1, limit = 20 }: MemberQuery = {},
): Promise<GroupMembers> {
  const group =
    kind === 'members' ? await readGroupWithMembers(viewer, id) : await readGroup(viewer, id);
  const ownRole = removalRoleOf(group, viewer);
  const mayRemove = ownRole >= roles.moderator;
  const isAllowed = kind === 'bans' ? mayRemove : mayManageGroup(group);
  if (kind !== 'members' && !isAllowed) throw forbidden();
  const { condition, order, since } = listKinds()[kind];
  const conditions = sql`
    ms.type = 'group'
    and ms.id = ${id}
    and ${condition}
    ${role ? roleConditions[role] : sql``}
    ${search ? sql`and ${nameMatches(sql`m.name_words`, search)}` : sql``}
    and ${
      // Staff decide about everybody, also about those who have blocked them.
      kind === 'members' ? visibleCard(viewer, sql`m.id`, sql`m.status`) : sql`m.status = 'active'`
    }`;
  const list = await readMemberPage<GroupMemberRow>({
    columns: sql`
      m.id, m.displayname, m.username, ${avatarFor(viewer, sql`m`)} as avatar, ms.role, ms.title,
      coalesce(${since}, ${now()})::text as since, ms.answers, ms.reason,
      ms.banned_until::text as "bannedUntil",
      ${mayRemove} and ms.role < ${ownRole} and m.id <> ${viewer.id} as "isRemovable"`,
    conditions,
    order,
    total: kind === 'members' && !search ? memberTotals(viewer, group)[role] : undefined,
    search,
    page,
    limit,
  });
  return { group, mayRemove, ...list };
}
