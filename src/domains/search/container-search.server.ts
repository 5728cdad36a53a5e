import type { SQL } from 'drizzle-orm';
import { findableContainer, isInContainer } from '#domains/containers/container-access.server.ts';
import { isItemListed, itemsOf, namedRows } from '#domains/containers/container-items.server.ts';
import {
  findContainerKind,
  type ContainerSearch,
} from '#domains/containers/container-kinds.server.ts';
import { foldedWords } from '#domains/members/name-search.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import type { ItemType } from '#lib/wire-names.ts';
import { executeWithCustomPlan } from '#server/db.ts';
import { entriesOf } from '#server/domain.ts';
import { sql } from '#server/sql.ts';
import type { Found, PageRange } from './people.server.ts';

export interface ContainerFound {
  type: ItemType;
  id: number;
  title: string;
  avatar: string | null;
  summary: string;
}

export interface ContainerQuery {
  query: string;
  /** A tsquery. */
  words: string;
  kinds: ItemType[];
}

/** Kinds of containers that search finds, in the order of the registry. */
export const searchableKinds = (): Array<ContainerSearch & { type: ItemType }> =>
  [...entriesOf('containerKinds')].flatMap(([type, { search }]) =>
    search ? [{ ...search, type: type as ItemType }] : [],
  );

/** The text below the title, by the kind of the row `c` that was found. */
const summaryOf = (kinds: ItemType[], c: SQL): SQL =>
  sql`case ${c}.type${sql.join(
    kinds.map((type) => {
      const { search, items } = findContainerKind(type)!;
      return sql` when ${type} then ${items ? itemSummary(type, c) : search!.summary(c, c)}`;
    }),
  )} end`;

const itemSummary = (type: ItemType, c: SQL): SQL => {
  const { from, id } = namedRows(type, sql`wall`);
  const summary = findContainerKind(type)!.search!.summary(sql`wall`, sql`i`);
  return sql`(select ${summary} from ${from} where wall.type = ${type} and ${id} = ${c}.id)`;
};

/** Items that have the words, with the columns of the containers before them. */
const foundItems = (member: Member, type: ItemType, query: string): SQL => {
  const c = sql`c`;
  const { from, id, title } = namedRows(type);
  return sql`
    union all
    select c.type, ${id}, ${title}, c.avatar, c.member_count,
      ${foldedWords(title)} = ${foldedWords(sql`${query}::text`)},
      ${isInContainer(member, c)},
      to_tsvector('simple', folded(${title})) @@ (select words from query)
    from ${from}
    where ${itemsOf(type)!.words(sql`i`)} @@ (select words from query)
      and c.type = ${type}
      and ${isItemListed(type)}
      and ${isShown(member)}`;
};

const isShown = (member: Member): SQL => {
  const c = sql`c`;
  return sql`
    c.state in ('open', 'archived')
      and (c.is_listed or ${isInContainer(member, c)})
      and ${findableContainer(member, c)}`;
};

/**
 * Selects the total and the rows of the page in one row: exact titles first, then what the member
 * belongs to, then titles before descriptions, and the larger before the smaller. Not listed ones
 * are found by their members only. Kinds with items have these found, each by its own words.
 */
export const containersStatement = (
  member: Member,
  { query, words, kinds }: ContainerQuery,
  { offset, limit }: PageRange,
): SQL => {
  const c = sql`c`;
  const [ofContainers, ofItems] = [
    kinds.filter((type) => !itemsOf(type)),
    kinds.filter((type) => itemsOf(type)),
  ];
  return sql`
    with query as materialized (select to_tsquery('simple', ${words}) as words),
      found as materialized (
        select c.type, c.id, c.title, c.avatar, c.member_count,
          ${foldedWords(sql`c.title`)} = ${foldedWords(sql`${query}::text`)} as is_exact,
          ${isInContainer(member, c)} as is_own,
          w.title_words @@ (select words from query) as is_in_title
        from container_words w
        join containers c on c.type = w.type and c.id = w.id
        where w.words @@ (select words from query)
          and c.type = any (${sql.param(ofContainers)}::text[])
          and ${isShown(member)}${sql.join(ofItems.map((type) => foundItems(member, type, query)))}
      )
    select (select count(*)::int from found) as total,
      coalesce(
        (
          select json_agg(row_to_json(shown))
          from (
            select c.type, c.id, c.title, c.avatar, coalesce(${summaryOf(kinds, c)}, '') as summary
            from (
              select *
              from found
              order by is_exact desc, is_own desc, is_in_title desc, member_count desc, type, id
              limit ${limit}
              offset ${offset}
            ) c
          ) shown
        ),
        '[]'
      ) as rows`;
};

/** Finds containers of these kinds by the beginnings of words. */
export async function findContainers(
  member: Member,
  query: ContainerQuery,
  range: PageRange,
): Promise<Found<ContainerFound>> {
  const [row] = await executeWithCustomPlan<Found<ContainerFound>>(
    containersStatement(member, query, range),
  );
  return row!;
}
