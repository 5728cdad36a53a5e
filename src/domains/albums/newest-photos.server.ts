import type { SQL } from 'drizzle-orm';
import { sources } from '#domains/lightbox/attachment-sources.server.ts';
import { lightboxPath } from '#domains/lightbox/lightbox-route.rules.ts';
import type { PictureRow } from '#domains/media/media.views.server.ts';
import { pictureJson } from '#domains/media/picture-json.server.ts';
import { composedForMembers } from '#domains/policy/audience.server.ts';
import type { Viewer } from '#domains/policy/viewer.ts';
import { isContainerType, type WallType } from '#lib/container-types.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import type { PhotoTile } from './PhotoTiles.tsx';
import { albumAttachments, visibleMemberAlbum } from './visibility.server.ts';

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

/** Only so many albums are looked at, those that changed last: each has rights of its own. */
const albumsAtMost = 50;

/** Reads albums and the own wall of a member, each by its own index up to the limit. */
const photosOfMember = composedForMembers((viewer, id: SQL, limit: SQL) => {
  const onWall = sources().get('post')!.newestPhotosOnWall!(viewer, sql`a.owner_id`, limit);
  return selectNewest(
    sql`
        select a.id as album_id, a.owner_id as writer_id, photo.*
        from (
          select recent.*
          from (
            select *
            from albums
            where owner_id = ${id}
              and container_id is null
            order by modified_at desc
            limit ${albumsAtMost}
          ) recent
          where ${visibleMemberAlbum(viewer, sql`recent`)}
        ) a
        cross join lateral (
          (
            select p.media_id, p.title, p.caption as description, p.created_at as published_at
            from album_photos p
            where p.album_id = a.id
              and p.container_id is null
            order by p.created_at desc, p.media_id desc
            limit ${limit}
          )
          union all
          (
            select *
            from (${onWall}) on_wall
            where a.type = 'wall'
          )
        ) photo`,
    limit,
  );
});

const photosOfContainer = composedForMembers((viewer, type: SQL, id: SQL, limit: SQL) =>
  selectNewest(
    sql`
      select attached.attachable_id as album_id, attached.writer_id, attached.media_id,
        attached.title, attached.description, attached.published_at
      from (${albumAttachments.inContainer!(viewer, { type, id }).rows}) attached`,
    limit,
  ),
);

/** The first of these, newest first, with their pictures. */
const selectNewest = (rows: SQL, limit: SQL): SQL => sql`
  select newest.media_id as id, newest.album_id as "albumId", newest.writer_id as "writerId",
    newest.title, newest.description as caption, ${pictureJson(sql`m`)} as picture
  from (
    select photo.*
    from (${rows}) photo
    order by photo.published_at desc, photo.media_id desc
    limit ${limit}
  ) newest
  join media m on m.id = newest.media_id
  order by newest.published_at desc, newest.media_id desc`;

/** The newest photos of a container, or on the own wall and in the albums of a member. */
export async function listNewestPhotos(
  viewer: Viewer,
  { type, id }: { type: WallType; id: number },
  limit: number,
): Promise<NewestPhoto[]> {
  const photos = await db.execute<PhotoRow>(
    isContainerType(type)
      ? photosOfContainer(viewer, type, id, limit)
      : photosOfMember(viewer, id, limit),
  );
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
