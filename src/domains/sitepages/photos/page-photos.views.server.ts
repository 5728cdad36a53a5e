import type { AlbumRow } from '#domains/albums/album-list.server.ts';
import { mayAddTo, mayDeleteAlbum, mayEditAlbum } from '#domains/albums/albums.rules.ts';
import { albumView } from '#domains/albums/albums.views.server.ts';
import { photoView, type ItemRow, type View } from '#domains/lightbox/lightbox.views.server.ts';
import { isMember } from '#domains/policy/viewer.ts';
import { toMenuItem, type MenuItem } from '#lib/shapes.ts';
import { toWireType } from '#lib/wire-names.ts';
import type { PageAlbum, PagePhoto } from './page-photos.schema.ts';

export function pageAlbumView(row: AlbumRow, view: View): PageAlbum {
  const { image, image_normal, image_profile, image_icon, content_url, ...album } = albumView(
    row,
    view,
  );
  return {
    album_id: row.id,
    page_id: row.ownerId,
    owner_id: row.ownerId,
    title: row.title,
    description: row.description,
    photo_id: album.photo_id,
    photo_count: row.photoCount,
    view_count: row.viewCount,
    comment_count: album.comment_count,
    like_count: album.like_count,
    is_like: album.is_like,
    featured: 0,
    type: row.type === 'wall' ? null : row.type,
    creation_date: album.creation_date,
    modified_date: album.modified_date,
    edit: album.edit,
    delete: album.delete,
    image,
    image_normal,
    image_profile,
    image_icon,
    content_url,
  };
}

/** The viewer's actions on an album of a page; `url` is a call of this interface. */
export function pageAlbumMenu(album: AlbumRow): MenuItem[] {
  const ids = `${album.ownerId}/${album.id}`;
  const item = (name: string, label: string) =>
    toMenuItem(name, label, `sitepage/photos/${name}/${ids}`);
  return [
    ...(mayAddTo(album) ? [item('addphoto', 'Add photos')] : []),
    ...(mayEditAlbum(album) ? [item('editalbum', 'Edit album')] : []),
    ...(mayDeleteAlbum(album) ? [item('deletealbum', 'Delete album')] : []),
  ];
}

function photoMenu({ id }: ItemRow, album: AlbumRow, { viewer }: View): MenuItem[] {
  if (!isMember(viewer)) return [];
  if (!album.isEditor)
    return [toMenuItem('report', 'Report', 'report/create', { type: toWireType('photo'), id })];
  const ids = `${album.ownerId}/${album.id}/${id}`;
  return [
    toMenuItem('edit', 'Edit', `sitepage/photos/editphoto/${ids}`),
    toMenuItem('delete', 'Delete', `sitepage/photos/deletephoto/${ids}`),
  ];
}

export function pagePhotoView(row: ItemRow, album: AlbumRow, view: View): PagePhoto {
  const { image, image_normal, image_profile, image_icon, ...photo } = photoView(row, view);
  const pictures = { image, image_normal, image_profile, image_icon };
  return {
    photo_id: row.id,
    album_id: album.id,
    page_id: album.ownerId,
    user_id: photo.owner_id,
    title: row.title,
    description: row.description,
    order: row.position,
    view_count: row.views,
    comment_count: photo.comment_count,
    like_count: photo.like_count,
    is_like: photo.is_like,
    creation_date: photo.creation_date,
    content_url: photo.content_url,
    images: pictures,
    ...pictures,
    menu: photoMenu(row, album, view),
  };
}
