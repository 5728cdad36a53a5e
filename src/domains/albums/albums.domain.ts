import { sortKeyAt } from '#domains/containers/sort-key-now.server.ts';
import { defineDomain } from '#server/domain.ts';
import { sql } from '#server/sql.ts';
import { albumsHandlers } from './albums.api.ts';
import { albumPhotosActivity, profilePhotoActivity } from './photo-activities.server.ts';
import { reassignContainerAlbums } from './reassign-albums.server.ts';
import { albumAttachments, albumSubject } from './visibility.server.ts';

export const albumsDomain = defineDomain({
  name: 'albums',
  handlers: albumsHandlers,
  subjects: { album: albumSubject },
  activities: [profilePhotoActivity, albumPhotosActivity],
  attachments: { album: albumAttachments },
  beforePurge: reassignContainerAlbums,
  containerRows: {
    album_photos: ({ type, id }) => sql`
      album_id in (
        select a.id
        from albums a
        where a.container_type = ${type}
          and a.container_id = ${id}
      )`,
    albums: ({ type, id }) => sql`container_type = ${type} and container_id = ${id}`,
  },
  leaverRows: {
    // Not those that the container shows as its own, nor its picture and cover.
    album_photos: ({ type, id, memberId, before }) => sql`
      container_type = ${type}
      and container_id = ${id}
      and ${sortKeyAt(sql`album_photos.created_at`)} < ${before}::bigint
      and exists (
        select from media m where m.id = album_photos.media_id and m.owner_id = ${memberId}
      )
      and exists (
        select
        from albums a
        where a.id = album_photos.album_id and a.type is null and not a.is_by_container
      )`,
  },
});
