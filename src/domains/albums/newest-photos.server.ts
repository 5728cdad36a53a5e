import type { SQL } from 'drizzle-orm';
import { attachedMedia, isByMember } from '#domains/lightbox/attached-media.server.ts';
import { lightboxPath } from '#domains/lightbox/lightbox-route.rules.ts';
import type { PictureRow } from '#domains/media/media.views.server.ts';
import { pictureJson } from '#domains/media/picture-json.server.ts';
import { composedForMembers } from '#domains/policy/audience.server.ts';
import type { Viewer } from '#domains/policy/viewer.ts';
import { isContainerType, type WallType } from '#lib/container-types.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import type { PhotoTile } from './PhotoTiles.tsx';
import { albumAttachments, photosOfMembers, visibleAlbum } from './visibility.server.ts';

/** A photo with who added it, whom cached screens depend on. */
export interface NewestPhoto extends PhotoTile {
  writerId: number;
}

interface PhotoRow extends Record<string, unknown> {
  id: number;
  albumId: number;
  writerId: number;
  title: string;
  caption: string;
  picture: PictureRow;
}

/** All that a member has in albums and, as the album of the wall, in posts. */
const photosOfMember = composedForMembers(
  (viewer, id: SQL) => sql`
    select inside.attachable_id, inside.media_id, inside.writer_id, inside.title,
      inside.description, inside.published_at
    from (${photosOfMembers(viewer)}) inside
    where inside.author_id = ${id}
    union all
    select wall.id, of_posts.media_id, of_posts.writer_id, of_posts.title, of_posts.description,
      of_posts.published_at
    from albums wall
    join (${attachedMedia(viewer, 'post')}) of_posts on ${isByMember(sql`of_posts`, id)}
      and of_posts.kind = 'photo'
    where wall.owner_id = ${id}
      and wall.type = 'wall'
      and ${visibleAlbum(viewer, sql`wall`)}`,
);

const photosOfContainer = composedForMembers(
  (viewer, type: SQL, id: SQL) => albumAttachments.inContainer!(viewer, { type, id }).rows,
);

/** The newest photos of a member or container, in whatever album. */
export async function listNewestPhotos(
  viewer: Viewer,
  { type, id }: { type: WallType; id: number },
  limit: number,
): Promise<NewestPhoto[]> {
  const rows = isContainerType(type)
    ? photosOfContainer(viewer, sql`${type}`, sql`${id}::bigint`)
    : photosOfMember(viewer, sql`${id}::bigint`);
  const photos = await db.execute<PhotoRow>(sql`
    select attached.media_id as id, attached.attachable_id as "albumId",
      attached.writer_id as "writerId", attached.title, attached.description as caption,
      ${pictureJson(sql`m`)} as picture
    from (${rows}) attached
    join media m on m.id = attached.media_id
    order by attached.published_at desc, attached.media_id desc
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
