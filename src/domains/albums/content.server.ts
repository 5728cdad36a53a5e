import { checkReadable } from '#domains/containers/container-kinds.server.ts';
import { attachedMedia, isByMember } from '#domains/lightbox/attached-media.server.ts';
import {
  photosOfContainer,
  setOf,
  type AttachmentSet,
} from '#domains/lightbox/lightbox-sets.server.ts';
import { readItemPage, readItems } from '#domains/lightbox/lightbox.server.ts';
import { photoView, type ItemRow } from '#domains/lightbox/lightbox.views.server.ts';
import { visibleProfile } from '#domains/policy/profile-audience.server.ts';
import type { Viewer } from '#domains/policy/viewer.ts';
import { isContainerType, type WallType } from '#lib/container-types.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import type { ContentAnswer } from './albums.schema.ts';

interface ContentQuery {
  /** A container with its albums, a member with all of their photos. */
  type: 'post' | 'album' | WallType;
  id: number;
  /** The photo at which the page starts; 0 for the first. */
  photoId: number;
  page: number;
  limit: number;
}

function setOfContent(viewer: Viewer, { type, id }: ContentQuery): AttachmentSet {
  if (isContainerType(type)) return photosOfContainer(viewer, { type, id });
  if (type !== 'member') {
    const set = setOf(viewer, { type: 'photo', id: 0, subjectType: type, subjectId: id });
    return { ...set, condition: sql`${set.condition} and attached.kind = 'photo'` };
  }
  const condition = sql`
    attached.kind = 'photo'
      and ${isByMember(sql`attached`, sql`${id}`)}
      and ${visibleProfile(viewer, sql`${id}::bigint`)}`;
  return {
    rows: attachedMedia(viewer),
    condition,
    order: sql`attached.published_at desc, attached.position, attached.media_id`,
  };
}

/**
 * A page of photos, starting at one of them. Not found if the viewer may see none; a container that
 * they read may have none.
 */
export async function readContent(
  viewer: Viewer,
  query: ContentQuery,
  origin: string,
): Promise<ContentAnswer> {
  const { type, id, photoId, page, limit } = query;
  const toPhotos = (items: ItemRow[]) => items.map((row) => photoView(row, { viewer, origin }));
  if (isContainerType(type)) {
    await checkReadable(viewer, { type, id });
    if (!photoId) {
      const found = await readItemPage(viewer, setOfContent(viewer, query), { page, limit });
      const position = found.items[0]?.nth ?? 0;
      return { totalPhotoCount: found.total, position, photos: toPhotos(found.items) };
    }
  }
  const start = photoId
    ? sql`(select begin.nth from item begin where begin.item_id = ${photoId} limit 1)`
    : sql`1`;
  const first = sql`${start} + ${(page - 1) * limit}`;
  const rows = await readItems(
    viewer,
    setOfContent(viewer, query),
    sql`item.nth >= ${first} and item.nth < ${first} + ${limit}`,
  );
  if (!rows.length) throw notFound();
  return {
    totalPhotoCount: rows[0]!.total,
    position: rows[0]!.nth,
    photos: toPhotos(rows),
  };
}
