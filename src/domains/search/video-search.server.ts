import { videosFoundBy } from '#domains/lightbox/lightbox-sets.server.ts';
import { readItems } from '#domains/lightbox/lightbox.server.ts';
import type { ItemRow } from '#domains/lightbox/lightbox.views.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { sql } from '#server/sql.ts';
import type { Found, PageRange } from './people.server.ts';

/** The newest matches, of which each one's visibility is checked. */
const maxChecked = sql.raw('1000');

/**
 * Finds uploaded videos by their titles and descriptions, newest first.
 * @param words a tsquery
 */
export async function findVideos(
  member: Member,
  words: string,
  { offset, limit }: PageRange,
): Promise<Found<ItemRow>> {
  const found = sql`
    select w.attachment_id
    from video_words w
    where w.words @@ to_tsquery('simple', ${words})
    order by w.attachment_id desc
    limit ${maxChecked}`;
  // The first one brings the total, also for a range without rows.
  const rows = await readItems(
    member,
    videosFoundBy(member, found),
    sql`(item.nth = 1 or (item.nth > ${offset} and item.nth <= ${offset + limit}))`,
  );
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.filter(({ nth }) => nth > offset && nth <= offset + limit),
  };
}
