import type { SQL } from 'drizzle-orm';
import { visibleProfile } from '#domains/policy/profile-audience.server.ts';
import type { Viewer } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import { videosOf } from './lightbox-sets.server.ts';
import { readItems } from './lightbox.server.ts';
import type { ItemRow } from './lightbox.views.server.ts';

export type VideoOrder = 'creation_date' | 'view_count' | 'like_count' | 'rating';

export interface VideoQuery {
  ownerId?: number | undefined;
  withEmbedded?: boolean;
  search?: string;
  orderby?: VideoOrder;
  page: number;
  limit: number;
}

const newest = sql`attached.published_at desc, attached.attachment_id desc`;
const orders: Record<VideoOrder, SQL> = {
  creation_date: newest,
  view_count: sql`
    (select m.view_count from media m where m.id = attached.own_id) desc nulls last, ${newest}`,
  like_count: sql`
    (
      select sum(total.count)
      from reaction_totals total
      where total.subject_type = 'video' and total.subject_id = attached.own_id
    ) desc nulls last,
    ${newest}`,
  rating: sql`
    (
      select avg(r.rating) from media_ratings r where r.media_id = attached.own_id
    ) desc nulls last,
    ${newest}`,
};

export interface VideoList {
  total: number;
  items: ItemRow[];
}

/** Videos that the viewer may see. Not found for a member whose profile is hidden. */
export async function listVideos(
  viewer: Viewer,
  { ownerId, withEmbedded, search, orderby = 'creation_date', page, limit }: VideoQuery,
): Promise<VideoList> {
  const set = videosOf(viewer, { ownerId, withEmbedded, search, order: orders[orderby] });
  const start = (page - 1) * limit;
  const [owner, items] = await Promise.all([
    ownerId === undefined
      ? [true]
      : db.execute(
          sql`
            select 1 from members m where m.id = ${ownerId} and ${visibleProfile(viewer, sql`m.id`)}`,
        ),
    readItems(viewer, set, sql`item.nth > ${start} and item.nth <= ${start + limit}`),
  ]);
  if (!owner.length) throw notFound();
  if (items.length || page === 1) return { total: items[0]?.total ?? 0, items };
  // Past the last page: the total is still needed.
  const [first] = await readItems(viewer, set, sql`item.nth = 1`);
  return { total: first?.total ?? 0, items };
}
