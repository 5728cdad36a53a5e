import { attachedMedia } from '#domains/media/viewer/attachment-sources.server.ts';
import { setOf, type HeldSet } from '#domains/media/viewer/viewer-sets.server.ts';
import { readItems } from '#domains/media/viewer/viewer.server.ts';
import { photoView } from '#domains/media/viewer/viewer.views.server.ts';
import { visibleProfile } from '#domains/policy/profile-audience.server.ts';
import type { Viewer } from '#domains/policy/viewer.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import type { ContentAnswer } from './albums.schema.ts';

interface ContentQuery {
  type: 'post' | 'album' | 'member';
  id: number;
  /** Where the page begins: with this photo; 0 for the first. */
  photoId: number;
  page: number;
  limit: number;
}

function setOfContent(viewer: Viewer, { type, id }: ContentQuery): HeldSet {
  if (type !== 'member') {
    const set = setOf(viewer, { type: 'photo', id: 0, subjectType: type, subjectId: id });
    return { ...set, condition: sql`${set.condition} and held.kind = 'photo'` };
  }
  const condition = sql`
    held.kind = 'photo'
      and held.author_id = ${id}
      and ${visibleProfile(viewer, sql`${id}::bigint`)}`;
  return {
    held: attachedMedia(viewer),
    condition,
    order: sql`held.published_at desc, held.position, held.media_id`,
  };
}

/**
 * A page of photos, from one of them on; where there is none that the viewer may see, nothing is
 * found.
 */
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
