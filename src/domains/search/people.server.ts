import type { SQL } from 'drizzle-orm';
import type { MemberCard } from '#domains/members/members.views.server.ts';
import { foldedWords, nameBegins, nameMatches } from '#domains/members/name-search.server.ts';
import { visibleCard } from '#domains/policy/profile-audience.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { executeWithCustomPlan } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { swaps } from './typos.rules.ts';

export interface PersonFound extends MemberCard {
  isFriend: boolean;
}

export interface PageRange {
  offset: number;
  limit: number;
}

export interface Found<Row> {
  total: number;
  rows: Row[];
}

const isFriend = (member: Member): SQL =>
  sql`
    exists (
      select from friendships f
      where f.member_id = ${member.id}
        and f.friend_id = m.id
    )`;

/** Members who are not findable are found by friends only. */
export const isFindable = (member: Member): SQL =>
  sql`
    (
      not exists (
        select from member_settings s
        where s.member_id = m.id
          and not s.is_findable
      )
      or m.id = ${member.id}
      or ${isFriend(member)}
    )`;

/** Members `m` that match before visibility is checked, with their rank. */
interface Candidates {
  from: SQL;
  rank: SQL;
}

/**
 * Selects the total and the rows of the page in one row.
 * @param order order by expression over `found`
 */
export const peopleStatement = (
  member: Member,
  { from, rank }: Candidates,
  order: SQL,
  { offset, limit }: PageRange,
): SQL => sql`
  with found as materialized (
    select m.id, m.displayname, m.name_words, m.username, m.avatar,
      ${isFriend(member)} as "isFriend", ${rank} as rank
    from ${from} and ${visibleCard(member, sql`m.id`, sql`m.status`)} and ${isFindable(member)}
  )
  select (select count(*)::int from found) as total,
    coalesce(
      (
        select json_agg(row_to_json(shown))
        from (
          select id, displayname, username, avatar, "isFriend"
          from found
          order by ${order}
          limit ${limit}
          offset ${offset}
        ) shown
      ),
      '[]'
    ) as rows`;

export const namedCandidates = (query: string): Candidates => ({
  from: sql`
    members m
    where (${nameMatches(sql`m.name_words`, query)} or lower(m.username) = lower(${query}::text))`,
  rank: sql`case when m.name_words = ${foldedWords(sql`${query}::text`)} then 0 else 1 end`,
});

/** Finds members by prefixes of the words of their name: exact names first, then friends. */
export async function findPeople(
  member: Member,
  query: string,
  range: PageRange,
): Promise<Found<PersonFound>> {
  const order = sql`
    found.rank, found."isFriend" desc, ${nameBegins(sql`found.name_words`, query)},
    found.name_words, found.id`;
  const [row] = await executeWithCustomPlan<Found<PersonFound>>(
    peopleStatement(member, namedCandidates(query.replace(/^@/, '')), order, range),
  );
  return row!;
}

const noMatch = sql`false`;

/** Finds members with a similar name; without pg_trgm only those with two letters swapped. */
export async function findSimilarPeople(
  member: Member,
  query: string,
  range: PageRange,
  max = 100,
): Promise<Found<PersonFound>> {
  // Only for a single word: each form costs an index scan, and for several words the others are
  // similar enough.
  const forms = (/\s/.test(query) ? [] : swaps(query)).map((form) =>
    nameMatches(sql`w.name_words`, form),
  );
  const similarMembers = sql`
    (
      select id, min(rank) as rank
      from (
        (
          select w.id, 0 as rank
          from members w
          where w.status = 'active'
            and (${forms.length ? sql.join(forms, sql` or `) : noMatch})
          order by w.id
          limit ${max}
        )
        union all
        select id, ordinality
        from similar_members(${query}::text, ${max}) with ordinality s (id, ordinality)
      ) candidate
      group by id
      order by rank, id
      limit ${max}
    )`;
  const similar = {
    from: sql`${similarMembers} s join members m on m.id = s.id where true`,
    rank: sql`s.rank`,
  };
  const [row] = await executeWithCustomPlan<Found<PersonFound>>(
    peopleStatement(member, similar, sql`found.rank, found.id`, range),
  );
  return row!;
}
