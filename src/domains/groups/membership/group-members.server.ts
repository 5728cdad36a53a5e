import type { SQL } from 'drizzle-orm';
import { roles, type JoinAnswer } from '#domains/containers/container-access.rules.ts';
import type { GroupRow } from '#domains/groups/group-rows.server.ts';
import { mayManageGroup } from '#domains/groups/groups.rules.ts';
import type { RoleName } from '#domains/groups/groups.schema.ts';
import { readOpenGroup } from '#domains/groups/one-group.server.ts';
import type { MemberCard } from '#domains/members/members.views.server.ts';
import { countFound, nameMatches } from '#domains/members/name-search.server.ts';
import { avatarFor, visibleCard } from '#domains/policy/profile-audience.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { executeSearch } from '#server/db.ts';
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
}

export interface MemberQuery {
  kind?: MemberListKind;
  search?: string;
  role?: RoleName | '';
  page?: number;
  limit?: number;
}

export interface GroupMembers {
  group: GroupRow;
  total: number;
  members: GroupMemberRow[];
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
    condition: sql`
      ms.state = 'banned' and (ms.banned_until is null or ms.banned_until > ${now()})`,
    order: sql`ms.member_id`,
    since: sql`ms.removed_at`,
  },
});

const roleConditions: Record<RoleName, SQL> = {
  member: sql`and ms.role = ${roles.member}`,
  officer: sql`and ms.role between ${roles.moderator} and ${roles.admin}`,
  owner: sql`and ms.role = ${roles.owner}`,
};

/** Members of the group whom the viewer does not see: a block stands between them. */
const hiddenMembers = (viewer: Member, id: number): SQL => sql`
  (
    select count(*)::int
    from (
      select b.blocked_id as id from blocks b where b.blocker_id = ${viewer.id}
      union
      select b.blocker_id from blocks b where b.blocked_id = ${viewer.id}
    ) hidden
    join members m on m.id = hidden.id and m.status = 'active'
    join memberships ms on ms.type = 'group'
      and ms.id = ${id}
      and ms.member_id = hidden.id
      and ms.state = 'member'
  )`;

/** People of a group that the viewer may read, by the time they joined or asked. */
export async function listMembers(
  viewer: Member,
  id: number,
  { kind = 'members', search = '', role = '', page = 1, limit = 20 }: MemberQuery = {},
): Promise<GroupMembers> {
  const group = await readOpenGroup(viewer, id);
  if (kind === 'members' ? !group.isMemberListShown : !mayManageGroup(group)) throw forbidden();
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
  const isFiltered = kind !== 'members' || search !== '' || role !== '';
  const [row] = await executeSearch<{ total: number; members: GroupMemberRow[] | null }>(
    search,
    sql`
      select ${
        isFiltered
          ? countFound(
              sql`
                select
                from memberships ms
                join members m on m.id = ms.member_id
                where ${conditions}`,
              search,
            )
          : sql`${group.memberCount}::int - ${hiddenMembers(viewer, id)}`
      } as total,
        (
          select json_agg(row_to_json(shown))
          from (
            select m.id, m.displayname, m.username, ${avatarFor(viewer, sql`m`)} as avatar, ms.role,
              ms.title, coalesce(${since}, ${now()})::text as since, ms.answers, ms.reason,
              ms.banned_until::text as "bannedUntil"
            from memberships ms
            join members m on m.id = ms.member_id
            where ${conditions}
            order by ${order}
            limit ${limit}
            offset ${(page - 1) * limit}
          ) shown
        ) as members`,
  );
  return { group, total: row!.total, members: row!.members ?? [] };
}
