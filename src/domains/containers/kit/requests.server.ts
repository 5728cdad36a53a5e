import { roles, type Role } from '#domains/containers/container-access.rules.ts';
import { isBlockedByOwner } from '#domains/containers/container-kinds.server.ts';
import type { NamedRow } from '#domains/containers/container-rows.server.ts';
import type { JoinAnswer } from '#domains/containers/membership/join-questions.rules.ts';
import type { MemberCard } from '#domains/members/members.views.server.ts';
import { escapeLike, nameContains } from '#domains/members/name-search.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import type { ContainerType } from '#lib/container-types.ts';
import { now } from '#server/clock.ts';
import { executeSearch } from '#server/db.ts';
import { sql } from '#server/sql.ts';

export interface RequestRow extends MemberCard {
  /** Empty where the kind does not show it. */
  email: string;
  requestedAt: string;
  accountDays: number;
  mutualFriends: number;
  wasRefused: boolean;
  answers: JoinAnswer[] | null;
  /** Places that they ask for with an answer; null without one. */
  seats: number | null;
}

export interface RequestList {
  row: NamedRow;
  requests: RequestRow[];
  /** The page that was read: one past the end becomes the last. */
  page: number;
  limit: number;
  total: number;
}

export interface RequestQuery {
  /** Part of a name, and of an e-mail address where these are shown. */
  search?: string;
  page?: number;
  limit?: number;
}

/**
 * Lists requests to join that can be approved, oldest first, for the staff of the containers of a
 * kind: nobody else reads the e-mail addresses.
 */
export const requestLister =
  ({
    type,
    readAsStaff,
    hasEmail,
  }: {
    type: ContainerType;
    readAsStaff: (member: Member, id: number, role: Role) => Promise<NamedRow>;
    hasEmail: boolean;
  }) =>
  async (
    member: Member,
    itemId: number,
    { search = '', page = 1, limit = 20 }: RequestQuery = {},
  ): Promise<RequestList> => {
    const container = await readAsStaff(member, itemId, roles.moderator);
    const { id } = container;
    const orEmail = hasEmail
      ? sql`or lower(m.email) like '%' || lower(${escapeLike(search)}::text) || '%'`
      : sql``;
    const matches = search
      ? sql`
      and (
        ${nameContains(sql`m.name_words`, search)}
        ${orEmail}
      )`
      : sql``;
    const [row] = await executeSearch<{
      total: number;
      page: number;
      requests: RequestRow[] | null;
    }>(
      search,
      sql`
      with membership_requests as materialized (
        select ms.member_id, ms.requested_at
        from memberships ms
        join members m on m.id = ms.member_id and m.status = 'active'
        join containers c on c.type = ms.type and c.id = ms.id
        where ms.type = ${type}
          and ms.id = ${id}
          and ms.state = 'requested'
          and not ${isBlockedByOwner({ type, ownerId: sql`c.owner_id`, parentId: sql`c.parent_id` }, sql`m.id`)}
          ${matches}
      ),
        counted as materialized (
          select count(*)::int as total,
            greatest(1, least(${page}::int, ceil(count(*) / ${limit}::numeric)::int)) as page
          from membership_requests
        )
      select counted.total, counted.page,
        (
          select json_agg(row_to_json(shown))
          from (
            select m.id, m.displayname, m.username, m.avatar,
              ${hasEmail ? sql`m.email` : sql`''`} as email,
              ms.requested_at::text as "requestedAt", ms.answers,
              greatest(0, extract(day from ${now()} - m.created_at))::int as "accountDays",
              ms.refused_at is not null as "wasRefused",
              (
                select max((given.answer->>'seats')::int)
                from jsonb_each(ms.item_answers) given (item, answer)
                where given.answer->>'answer' = 'going'
              ) as seats,
              (
                select count(*)::int
                from friendships own
                join friendships shared on shared.member_id = own.friend_id
                  and shared.friend_id = m.id
                where own.member_id = ${member.id}
              ) as "mutualFriends"
            from membership_requests request
            join memberships ms on ms.type = ${type}
              and ms.id = ${id}
              and ms.member_id = request.member_id
            join members m on m.id = ms.member_id
            order by request.requested_at, request.member_id
            limit ${limit}
            offset (counted.page - 1) * ${limit}
          ) shown
        ) as requests
      from counted`,
    );
    return {
      row: container,
      requests: row!.requests ?? [],
      page: row!.page,
      limit,
      total: row!.total,
    };
  };
