import type { SQL } from 'drizzle-orm';
import type { ContainerRef } from '#domains/containers/container-lock.server.ts';
import { maxMatches } from '#domains/members/name-search.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { executeSearch } from '#server/db.ts';
import { sql } from '#server/sql.ts';

interface MemberPageQuery {
  /** Read from the rows `ms` of `memberships` and `m` of `members`. */
  columns: SQL;
  conditions: SQL;
  /** By columns of `ms`; in the order of an index. */
  order: SQL;
  /** Known without counting all; a search has none. */
  total?: SQL | undefined;
  search: string;
  page: number;
  limit: number;
}

export interface MemberPage<Row> {
  total: number;
  members: Row[];
}

/**
 * The number of members in the list of that viewer, without reading each of them: all but those
 * between whom and the viewer a block stands.
 */
export const seenMembers = (
  viewer: Member,
  { type, id }: ContainerRef,
  memberCount: number,
): SQL => sql`
  (
    ${memberCount}::int - (
      select count(*)::int
      from (
        select b.blocked_id as id from blocks b where b.blocker_id = ${viewer.id}
        union
        select b.blocker_id from blocks b where b.blocked_id = ${viewer.id}
      ) hidden
      join members m on m.id = hidden.id and m.status = 'active'
      join memberships ms on ms.type = ${type}
        and ms.id = ${id}
        and ms.member_id = hidden.id
        and ms.state = 'member'
    )
  )`;

const countRows = (rows: SQL): SQL => sql`(select count(*)::int from (${rows}) counted)`;

/** As a search counts: up to 1,000 of them. */
export const countUpToLimit = (conditions: SQL): SQL =>
  countRows(sql`
    select
    from memberships ms
    join members m on m.id = ms.member_id
    where ${conditions}
    limit ${maxMatches}`);

/**
 * One page of the people of a container, and their number. A search finds its rows once for both,
 * up to 1,000 of them: two letters match nearly every name, and nobody turns that many pages.
 */
export async function readMemberPage<Row extends object>({
  columns,
  conditions,
  order,
  total,
  search,
  page,
  limit,
}: MemberPageQuery): Promise<MemberPage<Row>> {
  const found = sql`
    select ms.*
    from memberships ms
    join members m on m.id = ms.member_id
    where ${conditions}`;
  const cut = sql`
    order by ${order}
    limit ${limit}
    offset ${(page - 1) * limit}`;
  const ofSearch = sql`
    with found as materialized (
      ${found}
      limit ${maxMatches}
    )
    select ${countRows(sql`select from found`)} as total,
      (
        select json_agg(row_to_json(shown))
        from (
          select ${columns}
          from (select * from found ms ${cut}) ms
          join members m on m.id = ms.member_id
          order by ${order}
        ) shown
      ) as members`;
  const ofAll = sql`
    select ${total ?? countRows(found)} as total,
      (
        select json_agg(row_to_json(shown))
        from (
          select ${columns}
          from memberships ms
          join members m on m.id = ms.member_id
          where ${conditions}
          ${cut}
        ) shown
      ) as members`;
  const [row] = await executeSearch<{ total: number; members: Row[] | null }>(
    search,
    search ? ofSearch : ofAll,
  );
  return { total: row!.total, members: row!.members ?? [] };
}
