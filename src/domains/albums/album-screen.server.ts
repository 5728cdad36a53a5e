import { lightboxPath } from '#domains/lightbox/lightbox-route.rules.ts';
import type { SetOwner } from '#domains/lightbox/lightbox-sets.server.ts';
import { isMember, type Viewer } from '#domains/policy/viewer.ts';
import { listAlbums, readAlbum, type AlbumRow } from './album-list.server.ts';
import { listPhotos } from './album-photos.server.ts';
import type { AlbumCard } from './AlbumGrid.tsx';
import { albumPath, mayEditPhoto } from './albums.rules.ts';
import { isOwnPhoto } from './albums.views.server.ts';
import type { PhotoTile } from './PhotoTiles.tsx';

const albumsAtOnce = 24;
const photosAtOnce = 60;

export interface AlbumsScreen {
  albums: AlbumCard[];
  pageCount: number;
}

/** The albums of a member or container. */
export async function readAlbumsScreen(
  viewer: Viewer,
  owner: SetOwner,
  page: number,
): Promise<AlbumsScreen> {
  const { total, albums } = await listAlbums(viewer, { owner, page, limit: albumsAtOnce });
  const cards = albums.map(({ id, title, photoCount, audience, cover }) => ({
    id,
    href: albumPath(owner.id, id, owner.type),
    title,
    photoCount,
    audience,
    cover,
  }));
  return { albums: cards, pageCount: Math.ceil(total / albumsAtOnce) };
}

export interface AlbumScreen {
  album: AlbumRow;
  tiles: PhotoTile[];
  pageCount: number;
}

/** One album, found through its owner. */
export async function readAlbumScreen(
  viewer: Viewer,
  owner: SetOwner,
  id: number,
  page: number,
): Promise<AlbumScreen> {
  const [album, rows] = await Promise.all([
    readAlbum(viewer, id, owner),
    listPhotos(viewer, id, { page, limit: photosAtOnce }),
  ]);
  const tiles = rows.flatMap(({ id: photoId, picture, title, description: caption, nth, ...row }) =>
    picture
      ? [
          {
            id: photoId,
            href: lightboxPath({
              type: 'photo',
              id: photoId,
              subjectType: 'album',
              subjectId: id,
              ownerId: owner.id,
              ownerType: owner.type,
            }),
            picture,
            title,
            caption,
            nth,
            isChangeable: mayEditPhoto(album, isMember(viewer) && isOwnPhoto(viewer, row)),
          },
        ]
      : [],
  );
  return { album, tiles, pageCount: Math.ceil(album.photoCount / photosAtOnce) };
}
