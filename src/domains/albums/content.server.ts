import { attachedMedia, isByMember } from '#domains/lightbox/attachment-sources.server.ts';
import { setOf, type AttachmentSet } from '#domains/lightbox/lightbox-sets.server.ts';
import { readItems } from '#domains/lightbox/lightbox.server.ts';
import { photoView } from '#domains/lightbox/lightbox.views.server.ts';
import { visibleProfile } from '#domains/policy/profile-audience.server.ts';
import type { Viewer } from '#domains/policy/viewer.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import type { ContentAnswer } from './albums.schema.ts';

interface ContentQuery {
  type: 'post' | 'album' | 'member';
  id: number;
  /** The photo at which the page starts; 0 for the first. */
  photoId: number;
  page: number;
  limit: number;
}

function setOfContent(viewer: Viewer, { type, id }: ContentQuery): AttachmentSet {
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

/** A page of photos, starting at one of them. Not found if the viewer may see none. */
export async function readContent(
  viewer: Viewer,
  query: ContentQuery,
  origin: string,
): Promise<ContentAnswer> {
  const { photoId, page, limit } = query;
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
    photos: rows.map((row) => photoView(row, { viewer, origin })),
  };
}
