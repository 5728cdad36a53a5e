import type { SQL } from 'drizzle-orm';
import { commentCount } from '#domains/comments/comment-rows.server.ts';
import { wallOf } from '#domains/containers/container-items.server.ts';
import { ratingOf } from '#domains/lightbox/videos/ratings.server.ts';
import { pictureJson } from '#domains/media/picture-json.server.ts';
import { composedForMembers } from '#domains/policy/audience.server.ts';
import { avatarFor } from '#domains/policy/profile-audience.server.ts';
import type { Viewer } from '#domains/policy/viewer.ts';
import { myReaction, reactionCounts } from '#domains/reactions/reactions.server.ts';
import { db, executeWithCustomPlan, type Tx } from '#server/db.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import { attachedMedia, isMedia } from './attached-media.server.ts';
import { authorOf, isPaidItem, rightsOf } from './attachment-sources.server.ts';
import { hasVideos, type LightboxRoute, type OwnerType } from './lightbox-route.rules.ts';
import { setOf, setOfOne, type AttachmentSet } from './lightbox-sets.server.ts';
import type { LightboxSet, Photo } from './lightbox.schema.ts';
import { lightboxItemView, photoView, type ItemRow } from './lightbox.views.server.ts';
import { countView } from './view-count.server.ts';

/** Number of items loaded before and after the opened one. */
const reach = 100;

/** Rows of a set with their numbers in it, from 1, and the number of all. */
const numbered = ({ rows, condition, order }: AttachmentSet): SQL => sql`
  select attached.*, row_number() over (order by ${order}) as nth, count(*) over () as total
  from (${rows}) attached
  where ${condition}`;

/** The rows of one page alone. */
const numberedPage = (
  { rows, condition, order }: AttachmentSet,
  { offset, limit }: { offset: number; limit: number },
): SQL => sql`
  select attached.*, ${offset} + row_number() over (order by ${order}) as nth, 0 as total
  from (
    select attached.*
    from (${rows}) attached
    where ${condition}
    order by ${order}
    limit ${limit}
    offset ${offset}
  ) attached`;

/**
 * Reads the items of a set that match `picked` (on `item`, with `nth` from 1), in the set's order
 * and with everything the viewer may know, in one statement.
 * @param on the transaction of the caller, if there is one
 */
export const readItems = (
  viewer: Viewer,
  set: AttachmentSet,
  picked: SQL = sql`true`,
  on: Tx = db,
): Promise<ItemRow[]> =>
  on.execute<ItemRow & Record<string, unknown>>(itemsStatement(viewer, numbered(set), picked));

/** @param items rows of a set with `nth` and `total` */
const itemsStatement = composedForMembers((viewer, items: SQL, picked: SQL) => {
  const type = sql`item.subject_type`;
  const id = sql`item.subject_id`;
  return sql`
    with item as materialized (
      select attached.*, coalesce(attached.own_id, attached.attachment_id) as item_id,
        (
          case when attached.own_id is null then attached.attachable_type else attached.kind end
        )::subject_type as subject_type,
        coalesce(attached.own_id, attached.attachable_id) as subject_id
      from (${items}) attached
    )
    select item.item_id as id, item.kind, item.attachable_type as "attachableType",
      item.attachable_id as "attachableId", item.container_type as "containerType",
      item.container_id as "containerId", item.position, item.nth::int, item.total::int,
      item.subject_type as "subjectType", item.subject_id as "subjectId",
      item.can_comment as "canComment", item.can_share as "canShare", item.title, item.description,
      item.video_type as "videoType", item.video_url as "videoUrl",
      item.published_at::text as "publishedAt", ${isPaidItem(sql`item`)} as "isPaid",
      coalesce(author.id, page.id) as "authorId",
      coalesce(page.type, 'member') as "authorType",
      coalesce(author.displayname, page.displayname) as displayname,
      coalesce(author.username, '') as username,
      case when author.id is null then page.avatar else ${avatarFor(viewer, sql`author`)} end
        as avatar,
      ${reactionCounts(viewer, type, id)} as counts, ${myReaction(viewer, type, id)} as mine,
      ${commentCount(viewer, type, id)} as comments, coalesce(m.view_count, 0) as views, m.details,
      m.mime_type as "mimeType", coalesce(rights.can_edit, false) as "canEdit",
      coalesce(rights.can_delete, false) as "canDelete",
      case when item.kind = 'video'
        and item.own_id is not null then ${ratingOf(viewer, sql`item.own_id`)} end as rated,
      case when m.kind = 'photo'
        or m.poster_hash is not null then ${pictureJson(sql`m`)} end as picture
    from item
    left join members author on author.id = item.author_id
    left join lateral (${authorOf(sql`item`)}) page on item.author_id is null
    left join lateral (${rightsOf(viewer, sql`item`)}) rights on item.kind = 'video'
      and item.own_id is not null
    left join media m on m.id = item.media_id
    where ${picked}
      and coalesce(author.id, page.id) is not null
    order by item.nth`;
});

export interface ItemPage {
  total: number;
  items: ItemRow[];
}

/** Upper bound of the total of a large set. */
const maxCounted = 10_000;

/** The number of items of a set, at most `maxCounted`. */
export async function countItems({ rows, condition }: AttachmentSet): Promise<number> {
  const [counted] = await executeWithCustomPlan<{ total: number }>(sql`
    select count(*)::int as total
    from (select from (${rows}) attached where ${condition} limit ${maxCounted}) counted`);
  return counted!.total;
}

/**
 * A page of the set with the number of all, which is right past the last page too; of a large set
 * up to `maxCounted`.
 */
export async function readItemPage(
  viewer: Viewer,
  set: AttachmentSet,
  { page, limit }: { page: number; limit: number },
): Promise<ItemPage> {
  const offset = (page - 1) * limit;
  if (set.isLarge) {
    // A plan that knows where the page ends reads no further.
    const [total, items] = await Promise.all([
      countItems(set),
      offset < maxCounted
        ? executeWithCustomPlan<ItemRow>(
            itemsStatement(viewer, numberedPage(set, { offset, limit }), sql`true`),
          )
        : [],
    ]);
    return { total, items };
  }
  const items = await readItems(
    viewer,
    set,
    sql`item.nth > ${offset} and item.nth <= ${offset + limit}`,
  );
  if (items.length || page === 1) return { total: items[0]?.total ?? 0, items };
  const [first] = await readItems(viewer, set, sql`item.nth = 1`);
  return { total: first?.total ?? 0, items };
}

/** The route by the container: an address may name an item of it. */
async function ofWall(route: LightboxRoute): Promise<LightboxRoute> {
  const { subjectType, subjectId, ownerType, ownerId } = route;
  if (ownerType && ownerId) return { ...route, ownerId: (await wallOf(ownerType, ownerId)).id };
  if (!hasVideos(subjectType)) return route;
  return { ...route, subjectId: (await wallOf(subjectType, subjectId)).id };
}

/**
 * The set of a picture or video, without counting a view. Not found if the viewer may not see
 * either.
 */
export async function readLightboxSet(
  viewer: Viewer,
  route: LightboxRoute,
  origin = '',
): Promise<LightboxSet> {
  const opened = sql`
    (
      select opened.nth
      from item opened
      where opened.item_id = ${route.id} and opened.kind = ${route.type}
      limit 1
    )`;
  const rows = await readItems(
    viewer,
    setOf(viewer, await ofWall(route)),
    sql`abs(item.nth - ${opened}) <= ${reach}`,
  );
  const shown = rows.find(({ id, kind }) => id === route.id && kind === route.type);
  if (!shown) throw notFound();
  return {
    total: shown.total,
    position: shown.nth,
    items: rows.map((row) => lightboxItemView(row, { viewer, origin })),
  };
}

/**
 * The route of a video among those of the container where it stands; null if the viewer may not see
 * it there. Notifications name videos by the member who uploaded them, also those of pages.
 */
export async function findContainerVideo(
  viewer: Viewer,
  id: number,
): Promise<LightboxRoute | null> {
  const [found] = await db.execute<{ type: OwnerType; id: number }>(sql`
    select attached.container_type as type, attached.container_id as id
    from (${attachedMedia(viewer, 'post')}) attached
    where ${isMedia(sql`attached`, sql`${id}`)} and attached.kind = 'video' and attached.container_type <> 'member'
    limit 1`);
  return found ? { type: 'video', id, subjectType: found.type, subjectId: Number(found.id) } : null;
}

/** Like `readLightboxSet`, and counts a view. */
export async function openLightboxSet(
  viewer: Viewer,
  route: LightboxRoute,
  origin: string,
): Promise<LightboxSet> {
  await countView(viewer, setOf(viewer, route), route);
  return readLightboxSet(viewer, route, origin);
}

async function openItem(
  viewer: Viewer,
  item: Pick<LightboxRoute, 'type' | 'id'>,
  albumId?: number,
): Promise<ItemRow> {
  const set = await setOfOne(viewer, item, { albumId });
  await countView(viewer, set, item);
  const [row] = await readItems(viewer, set);
  if (!row) throw notFound();
  return row;
}

/** @param albumId the album it must be in; 0 for any, since photos of posts are in none */
export const openPhoto = async (
  viewer: Viewer,
  id: number,
  origin: string,
  albumId = 0,
): Promise<Photo> =>
  photoView(await openItem(viewer, { type: 'photo', id }, albumId), { viewer, origin });

export const openVideo = (viewer: Viewer, id: number): Promise<ItemRow> =>
  openItem(viewer, { type: 'video', id });
