import { visibleProfile } from '#domains/policy/profile-audience.server.ts';
import { visitor } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import type { SitemapEntry } from '#server/domain.ts';
import { sql } from '#server/sql.ts';

/**
 * Ids per sitemap file. Split by ranges of ids, so that the last file costs as little as the first.
 */
const rangeSize = 10_000;

export async function countProfileSitemapPages(): Promise<number> {
  const [newest] = await db.execute<{ id: number | null }>(sql`select max(id) as id from members`);
  return Math.ceil((newest?.id ?? 0) / rangeSize);
}

/**
 * Profiles in one range of ids that visitors may open and search engines may index; undefined past
 * the last range.
 */
export async function listProfileSitemapPage(page: number): Promise<SitemapEntry[] | undefined> {
  const start = (page - 1) * rangeSize;
  const [beyond] = await db.execute(sql`select 1 from members where id > ${start} limit 1`);
  if (!beyond) return undefined;
  const rows = await db.execute<{ id: number }>(sql`
    select m.id
    from members m
    where m.id > ${start}
      and m.id <= ${start + rangeSize}
      and ${visibleProfile(visitor, sql`m.id`)}
      and not exists (
        select from member_settings s
        where s.member_id = m.id
          and not s.is_indexed
      )
    order by m.id`);
  return rows.map(({ id }) => ({ path: `/profile/${id}/posts` }));
}
