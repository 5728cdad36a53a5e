import { z } from 'zod';
import { albumTextLength, albumTitleLength } from '#domains/albums/albums.rules.ts';
import { flagField, idField, limitField, pageField, textField } from '#lib/fields.ts';
import { flag, images, menuItem, wireTime } from '#lib/shapes.ts';

const pictures = images.omit({ content_url: true });

export const pageAlbum = images.extend({
  album_id: z.int(),
  page_id: z.int(),
  owner_id: z.int(),
  title: z.string(),
  description: z.string(),
  photo_id: z.int(),
  photo_count: z.int(),
  view_count: z.int(),
  comment_count: z.int(),
  like_count: z.int(),
  is_like: flag,
  featured: flag,
  /** Null, or `profile` and `cover` for the albums of the page's own pictures. */
  type: z.enum(['profile', 'cover']).nullable(),
  creation_date: wireTime,
  modified_date: wireTime,
  edit: flag,
  delete: flag,
});
export type PageAlbum = z.output<typeof pageAlbum>;

export const pagePhoto = images.extend({
  photo_id: z.int(),
  album_id: z.int(),
  page_id: z.int(),
  /** The page itself: members do not see which of its admins added the photo. */
  user_id: z.int(),
  title: z.string(),
  description: z.string(),
  order: z.int(),
  view_count: z.int(),
  comment_count: z.int(),
  like_count: z.int(),
  is_like: flag,
  creation_date: wireTime,
  images: pictures,
  menu: z.array(menuItem),
});
export type PagePhoto = z.output<typeof pagePhoto>;

export const pageAlbumsInput = z.object({
  id: idField,
  page: pageField(1),
  limit: limitField(20).optional(),
  itemCount: limitField(20),
});
export type PageAlbumsInput = z.input<typeof pageAlbumsInput>;
export const pageAlbumsAnswer = z.object({
  canUpload: flag,
  totalItemCount: z.int(),
  response: z.array(pageAlbum),
});
export type PageAlbumsAnswer = z.output<typeof pageAlbumsAnswer>;

export const pageAlbumInput = z.object({
  id: idField,
  albumId: idField,
  page: pageField(1),
  limit: limitField(20).optional(),
  itemCount_photo: limitField(20),
});
export type PageAlbumInput = z.input<typeof pageAlbumInput>;
export const pageAlbumAnswer = z.object({
  album: pageAlbum,
  albumPhotos: z.array(pagePhoto),
  photos: z.array(pagePhoto),
  totalPhotoCount: z.int(),
  canEdit: flag,
  gutterMenu: z.array(menuItem),
});
export type PageAlbumAnswer = z.output<typeof pageAlbumAnswer>;

const title = textField(albumTitleLength);
const description = textField(albumTextLength);

export const addAlbumInput = z.object({
  id: idField,
  title: title.default(''),
  description: description.default(''),
});
export type AddAlbumInput = z.input<typeof addAlbumInput>;
export const addedAlbumAnswer = z.object({ response: pageAlbum });
export type AddedAlbumAnswer = z.output<typeof addedAlbumAnswer>;

const album = { page_id: idField, album_id: idField };
const photo = { ...album, photo_id: idField };

export const addPhotosInput = z.object({
  ...album,
  /** The page's posts show the photos. */
  add_to_feed: flagField.default(0),
});
export type AddPhotosInput = z.input<typeof addPhotosInput>;
export const addedPhotosAnswer = z.object({ response: z.array(pagePhoto) });
export type AddedPhotosAnswer = z.output<typeof addedPhotosAnswer>;

export const editPageAlbumInput = z.object({
  ...album,
  title: title.optional(),
  description: description.optional(),
  /** The photo that becomes the cover of the album. */
  photo_id: idField.optional(),
});
export type EditPageAlbumInput = z.input<typeof editPageAlbumInput>;
export const pageAlbumIdInput = z.object(album);
export type PageAlbumIdInput = z.input<typeof pageAlbumIdInput>;

export const editPagePhotoInput = z.object({
  ...photo,
  title: title.optional(),
  description: description.optional(),
});
export type EditPagePhotoInput = z.input<typeof editPagePhotoInput>;
export const pagePhotoIdInput = z.object(photo);
export type PagePhotoIdInput = z.input<typeof pagePhotoIdInput>;
