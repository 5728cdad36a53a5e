import { sql, type SQL } from 'drizzle-orm';
import type { MemberCard } from '#domains/auth/members.views.server.ts';
import { foldedWords, nameBegins, nameMatches } from '#domains/auth/name-search.server.ts';
import { visibleCard } from '#domains/policy/profile-audience.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { executeUnprepared } from '#server/db.ts';
import { swaps } from './typos.rules.ts';

export interface PersonFound extends MemberCard {
  isFriend: boolean;
}

export interface Part {
  offset: number;
  limit: number;
}

export interface Found<Row> {
  total: number;
  rows: Row[];
}

const isFriend = (member: Member): SQL =>
  sql`exists (select from friendships f where f.member_id = ${member.id} and f.friend_id = m.id)`;

/** Who does not want to be found is found by friends only. */
export const isFindable = (member: Member): SQL =>
  sql`
    (
      not exists (select from member_settings s where s.member_id = m.id and not s.is_findable)
      or m.id = ${member.id}
      or ${isFriend(member)}
    )`;

/**
 * Whom a search may find before anybody is asked who may see whom: members `m`, and their place
 * among each other.
 */
interface Candidates {
  from: SQL;
  rank: SQL;
}

/** One row: how many there are, and those of the page. @param order over `found` */
export const peopleStatement = (
  member: Member,
  { from, rank }: Candidates,
  order: SQL,
  { offset, limit }: Part,
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

/** Members whose name, or a word of it, begins like that: the exact name first, then friends. */
export async function findPeople(
  member: Member,
  query: string,
  part: Part,
): Promise<Found<PersonFound>> {
  const order = sql`
    found.rank, found."isFriend" desc, ${nameBegins(sql`found.name_words`, query)},
    found.name_words, found.id`;
  const [row] = await executeUnprepared<Found<PersonFound>>(
    peopleStatement(member, namedCandidates(query.replace(/^@/, '')), order, part),
  );
  return row!;
}

const nowhere = sql`false`;

/**
 * Members whose name is written nearly like that. Where the database has no pg_trgm, with two
 * letters swapped.
 */
export async function findSimilarPeople(
  member: Member,
  query: string,
  part: Part,
  most = 100,
): Promise<Found<PersonFound>> {
  // Of several words the others are similar enough; each form is one more look into the index.
  const forms = (/\s/.test(query) ? [] : swaps(query)).map((form) =>
    nameMatches(sql`w.name_words`, form),
  );
  const near = sql`
    (
      select id, min(place) as place
      from (
        (
          select w.id, 0 as place
          from members w
          where w.status = 'active' and (${forms.length ? sql.join(forms, sql` or `) : nowhere})
          order by w.id
          limit ${most}
        )
        union all
        select id, place
        from similar_members(${query}::text, ${most}) with ordinality s (id, place)
      ) one
      group by id
      order by place, id
      limit ${most}
    )`;
  const similar = {
    from: sql`${near} s join members m on m.id = s.id where true`,
    rank: sql`s.place`,
  };
  const [row] = await executeUnprepared<Found<PersonFound>>(
    peopleStatement(member, similar, sql`found.rank, found.id`, part),
  );
  return row!;
}
