import type { SQL } from 'drizzle-orm';
import { commentCount } from '#domains/comments/comment-rows.server.ts';
import { avatarFor } from '#domains/policy/profile-audience.server.ts';
import type { Viewer } from '#domains/policy/viewer.ts';
import { myReaction, reactionCounts } from '#domains/reactions/reactions.server.ts';
import { db } from '#server/db.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import type { LightboxRoute } from './lightbox-route.rules.ts';
import { ratingOf } from './ratings.server.ts';
import { countView } from './view-count.server.ts';
import { setOf, setOfOne, type HeldSet } from './viewer-sets.server.ts';
import type { Photo, Video, ViewerSet } from './viewer.schema.ts';
import { photoView, videoView, viewerItemView, type ItemRow } from './viewer.views.server.ts';

/** Items before and after the opened one that come at once. */
const reach = 100;

/**
 * Those of a set that `condition` (on `item`, of which `nth` counts from 1) picks, in its order,
 * with all that the viewer may know of them: one statement.
 */
export function readItems(
  viewer: Viewer,
  { held, condition, order }: HeldSet,
  picked: SQL = sql`true`,
): Promise<ItemRow[]> {
  const type = sql`item.subject_type`;
  const id = sql`item.subject_id`;
  return db.execute<ItemRow & Record<string, unknown>>(sql`
    with item as materialized (
      select held.*, coalesce(held.own_id, held.attachment_id) as item_id,
        (
          case when held.own_id is null then held.attachable_type else held.kind end
        )::subject_type as subject_type,
        coalesce(held.own_id, held.attachable_id) as subject_id,
        row_number() over (order by ${order}) as nth, count(*) over () as total
      from (${held}) held
      where ${condition}
    )
    select item.item_id as id, item.kind, item.attachable_type as "attachableType",
      item.attachable_id as "attachableId", item.position, item.nth::int, item.total::int,
      item.subject_type as "subjectType", item.subject_id as "subjectId",
      item.can_comment as "canComment", item.can_share as "canShare", item.title, item.description,
      item.video_type as "videoType", item.video_url as "videoUrl",
      item.published_at::text as "publishedAt", author.id as "authorId", author.displayname,
      author.username, ${avatarFor(viewer, sql`author`)} as avatar,
      ${reactionCounts(viewer, type, id)} as counts, ${myReaction(viewer, type, id)} as mine,
      ${commentCount(viewer, type, id)} as comments, coalesce(m.view_count, 0) as views, m.details,
      case when item.kind = 'video'
        and item.own_id is not null then ${ratingOf(sql`item.own_id`)} end as rated,
      case when m.kind = 'photo'
        or m.poster_hash is not null then json_build_object(
          'id', m.id, 'width', coalesce((m.details -> 'poster' ->> 'width')::int, m.width),
          'height', coalesce((m.details -> 'poster' ->> 'height')::int, m.height), 'widths',
          m.variant_widths, 'placeholder', m.placeholder, 'alt', m.alt
        ) end as picture
    from item
    join members author on author.id = item.author_id
    left join media m on m.id = item.media_id
    where ${picked}
    order by item.nth`);
}

/**
 * The set in which a picture or video is looked at, without counting the look. Not found when
 * either is not for this viewer.
 */
export async function readViewerSet(
  viewer: Viewer,
  place: LightboxRoute,
  origin = '',
): Promise<ViewerSet> {
  const opened = sql`
    (
      select opened.nth
      from item opened
      where opened.item_id = ${place.id} and opened.kind = ${place.type}
      limit 1
    )`;
  const rows = await readItems(
    viewer,
    setOf(viewer, place),
    sql`abs(item.nth - ${opened}) <= ${reach}`,
  );
  const shown = rows.find(({ id, kind }) => id === place.id && kind === place.type);
  if (!shown) throw notFound();
  return {
    total: shown.total,
    position: shown.nth,
    items: rows.map((row) => viewerItemView(row, { viewer, origin })),
  };
}

/** As `readViewerSet`, for somebody who looks. */
export async function openViewerSet(
  viewer: Viewer,
  place: LightboxRoute,
  origin: string,
): Promise<ViewerSet> {
  await countView(viewer, setOf(viewer, place), place);
  return readViewerSet(viewer, place, origin);
}

async function lookAt(
  viewer: Viewer,
  item: Pick<LightboxRoute, 'type' | 'id'>,
  albumId?: number,
): Promise<ItemRow> {
  const set = setOfOne(viewer, item, albumId);
  await countView(viewer, set, item);
  const [row] = await readItems(viewer, set);
  if (!row) throw notFound();
  return row;
}

/** @param albumId the album it must be in; 0 for any place, as photos of posts are in none */
export const lookAtPhoto = async (
  viewer: Viewer,
  id: number,
  origin: string,
  albumId = 0,
): Promise<Photo> =>
  photoView(await lookAt(viewer, { type: 'photo', id }, albumId), { viewer, origin });

export const lookAtVideo = async (viewer: Viewer, id: number, origin: string): Promise<Video> =>
  videoView(await lookAt(viewer, { type: 'video', id }), { viewer, origin });
