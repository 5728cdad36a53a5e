import type { SQL } from 'drizzle-orm';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';

// An audience is narrowed by the category of pages that its members like.

/** Titles of the categories by their ids. */
export async function listCategoryTitles(): Promise<Record<string, string>> {
  const rows = await db.execute<{ id: number; title: string }>(
    sql`select id, title from page_categories order by title, id`,
  );
  return Object.fromEntries(rows.map(({ id, title }) => [String(id), title]));
}

/** Joins the category of an audience as `category`, if it has one. */
export const joinCategory = (id: SQL): SQL =>
  sql`left join page_categories category on category.id = nullif(${id}, 0)`;

/** Ids of the categories of the pages that a member likes, and of those above them. */
export const likedCategories = (memberId: SQL): SQL => sql`
  select above.id
  from memberships liked
  join sitepages p on p.id = liked.id
  join page_categories own on own.id = p.category_id
  join page_categories above on own.path like above.path || '%'
  where liked.member_id = ${memberId} and liked.type = 'page' and liked.state = 'member'`;
