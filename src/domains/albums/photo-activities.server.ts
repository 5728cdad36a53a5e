import type { SQL } from 'drizzle-orm';
import { defineActivity, type PostColumns } from '#domains/activities/activity.server.ts';
import type { SqlViewer } from '#domains/policy/viewer.ts';
import { sql } from '#server/sql.ts';
import { maxCountedPhotos } from './albums.rules.ts';
import { albumParamsView } from './albums.views.server.ts';
import { albumTitle } from './visibility.server.ts';

// Posts about photos of an album: visible with the album, and deleted with it by a foreign key.

interface Album {
  id: number;
  title: string;
}

const item = (viewer: SqlViewer, { albumId }: PostColumns): SQL => sql`
  select json_build_object('id', a.id, 'title', ${albumTitle(viewer, sql`a`)})
  from albums a
  where a.id = ${albumId}`;

function photos(count: number): string {
  if (count === 1) return 'a photo';
  return count < maxCountedPhotos ? `${count} photos` : 'photos';
}

export const profilePhotoActivity = defineActivity<Album>({
  type: 'profile_photo_update',
  setting: 'I change my profile photo',
  item,
  about: 'album',
  headline: () => ({ text: 'updated their profile photo' }),
  title: () => sql`'New profile photo'`,
  params: albumParamsView,
});

export const albumPhotosActivity = defineActivity<Album>({
  type: 'album_photo_new',
  setting: 'I add photos to an album',
  item,
  about: 'album',
  headline: ({ item: album, photoCount }) =>
    album
      ? {
          text: `added ${photos(photoCount)} to the album`,
          item: { type: 'album', id: album.id, label: album.title },
        }
      : undefined,
  title: ({ albumId }) => sql`
    select 'New photos: ' || a.title
    from albums a
    where a.id = ${albumId}`,
  params: albumParamsView,
});
