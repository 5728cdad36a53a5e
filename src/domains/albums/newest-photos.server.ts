import { lightboxPath } from '#domains/lightbox/lightbox-route.rules.ts';
import type { PictureRow } from '#domains/media/media.views.server.ts';
import { pictureJson } from '#domains/media/picture-json.server.ts';
import type { Viewer } from '#domains/policy/viewer.ts';
import type { ContainerType } from '#lib/container-types.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import type { PhotoTile } from './PhotoTiles.tsx';
import { albumAttachments } from './visibility.server.ts';

interface PhotoRow extends Record<string, unknown> {
  id: number;
  albumId: number;
  title: string;
  caption: string;
  picture: PictureRow;
}

/** The newest photos of a container, in whatever album. */
export async function listNewestPhotos(
  viewer: Viewer,
  { type, id }: { type: ContainerType; id: number },
  limit: number,
): Promise<PhotoTile[]> {
  const { rows, order } = albumAttachments.inContainer!(viewer, {
    type: sql`${type}`,
    id: sql`${id}::bigint`,
  });
  const photos = await db.execute<PhotoRow>(sql`
    select attached.media_id as id, attached.attachable_id as "albumId", attached.title,
      attached.description as caption, ${pictureJson(sql`m`)} as picture
    from (${rows}) attached
    join media m on m.id = attached.media_id
    order by ${order}
    limit ${limit}`);
  return photos.map(({ albumId, ...photo }, index) => ({
    ...photo,
    href: lightboxPath({
      type: 'photo',
      id: photo.id,
      subjectType: 'album',
      subjectId: albumId,
      ownerId: id,
      ownerType: type,
    }),
    nth: index + 1,
  }));
}
