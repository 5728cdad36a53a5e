import { z } from 'zod';
import { photo } from '#domains/lightbox/lightbox.schema.ts';
import { altProblem, cleanAlt } from '#domains/media/alt-fields.ts';
import { feedReactions, myReaction } from '#domains/reactions/reactions.schema.ts';
import { containerTypes, wallTypes } from '#lib/container-types.ts';
import { fieldInputs } from '#lib/field-inputs.ts';
import {
  cursorField,
  flagField,
  idField,
  itemTypeField,
  limitField,
  lineField,
  pageField,
  textField,
  wireTypeEnum,
} from '#lib/fields.ts';
import { flag, formField, menuItem, wireTime } from '#lib/shapes.ts';
import { albumFields } from './albums.fields.ts';
import { albumTextLength, albumTitleLength } from './albums.rules.ts';

const page = { page: pageField(1), limit: limitField(20) };
/** We keep no categories; any value is accepted and ignored. */
const category = { category_id: z.union([z.string(), z.int()]).optional() };

export const manageAlbumsInput = z.object({
  ...page,
  ...category,
  search: lineField(100).default(''),
  sort: z.enum(['recent', 'popular'], 'Please choose one of these.').default('recent'),
});
export type ManageAlbumsInput = z.input<typeof manageAlbumsInput>;
export const albumsInput = manageAlbumsInput.extend({ user_id: idField.optional() });
export type AlbumsInput = z.input<typeof albumsInput>;

export const album = z.object({
  album_id: z.int(),
  title: z.string(),
  description: z.string(),
  owner_type: wireTypeEnum(wallTypes),
  owner_id: z.int(),
  owner_title: z.string(),
  owner_image_icon: z.string(),
  category_id: z.int(),
  /** The cover photo; 0 for none. */
  photo_id: z.int(),
  photo_count: z.int(),
  view_count: z.int(),
  comment_count: z.int(),
  like_count: z.int(),
  is_like: flag,
  feed_reactions: feedReactions,
  my_feed_reaction: myReaction.optional(),
  can_comment: flag,
  search: flag,
  /** Set on automatic albums. */
  type: z.enum(['profile', 'cover', 'wall']).nullable(),
  creation_date: wireTime,
  modified_date: wireTime,
  image: z.string(),
  image_normal: z.string(),
  image_profile: z.string(),
  image_icon: z.string(),
  content_url: z.string(),
  allow_to_view: flag,
  edit: flag,
  delete: flag,
  menu: z.array(menuItem),
  /** Our own addition for the web client. */
  privacy: z.enum(['everyone', 'friends', 'onlyme']),
});
export type Album = z.output<typeof album>;

export const albumPhoto = photo.extend({ album_title: z.string(), menu: z.array(menuItem) });
export type AlbumPhoto = z.output<typeof albumPhoto>;

export const albumsAnswer = z.object({
  canCreate: flag,
  totalItemCount: z.int(),
  response: z.array(album),
});
export type AlbumsAnswer = z.output<typeof albumsAnswer>;

export const albumInput = z.object({ id: idField, gutter_menu: flagField.optional(), ...page });
export type AlbumInput = z.input<typeof albumInput>;
export const subjectAlbumInput = z.object({
  subject_id: idField,
  gutter_menu: flagField.optional(),
  ...page,
});
export type SubjectAlbumInput = z.input<typeof subjectAlbumInput>;
export const albumAnswer = z.object({
  album,
  albumPhotos: z.array(albumPhoto),
  totalPhotoCount: z.int(),
  canEdit: flag,
  gutterMenu: z.array(menuItem),
});
export type AlbumAnswer = z.output<typeof albumAnswer>;

const editableFields = { ...category, ...fieldInputs(albumFields, false) };

const noText = (name: string) => ({
  [name]: z.literal('', 'Please send this as a file.').optional(),
});
/** 0 or absent: a new album. The photos travel as files. */
export const uploadInput = z.object({
  ...editableFields,
  ...noText('photo'),
  ...noText('filedata0'),
  album_id: cursorField.optional(),
  album: cursorField.optional(),
  /** Our own addition: a new album of a page, group or event. */
  subject_type: itemTypeField(containerTypes).optional(),
  subject_id: idField.optional(),
});
export type UploadFields = z.output<typeof uploadInput>;
export type UploadInput = Partial<Record<`filedata${number}`, Blob>> &
  Omit<z.input<typeof uploadInput>, `filedata${number}`>;
export const uploadAnswer = z.object({
  response: z.object({ album_id: z.int() }),
  album,
  photos: z.array(albumPhoto),
});
export type UploadAnswer = z.output<typeof uploadAnswer>;

/** `photo_id` is our own addition: the cover photo. */
export const editAlbumInput = z.object({
  ...editableFields,
  id: idField,
  photo_id: idField.optional(),
});
export type EditAlbumInput = z.input<typeof editAlbumInput>;
export const albumIdInput = z.object({ id: idField });
export type AlbumIdInput = z.input<typeof albumIdInput>;

export const formAnswer = z.array(formField);
export type FormAnswer = z.output<typeof formAnswer>;
export const uploadFormInput = z.object({
  album_id: cursorField.optional(),
  create_new_album: flagField.optional(),
});
export type UploadFormInput = z.input<typeof uploadFormInput>;
export const albumFormAnswer = z.object({
  form: z.array(formField),
  formValues: z.record(z.string(), z.union([z.string(), z.int()])),
});
export type AlbumFormAnswer = z.output<typeof albumFormAnswer>;

export const photosInput = z.object({ album_id: idField, ...page });
export type PhotosInput = z.input<typeof photosInput>;
export const photosAnswer = z.object({
  totalItemCount: z.int(),
  totalPhotoCount: z.int(),
  canEdit: flag,
  photos: z.array(albumPhoto),
  images: z.array(albumPhoto),
});
export type PhotosAnswer = z.output<typeof photosAnswer>;

/** `alt` is our own addition: the text for screen readers. */
export const editPhotoInput = z.object({
  photo_id: idField,
  album_id: idField.optional(),
  title: lineField(albumTitleLength).optional(),
  description: textField(albumTextLength).optional(),
  alt: z
    .string()
    .transform(cleanAlt)
    .refine((text) => altProblem(text) === null, 'At most 500 characters.')
    .optional(),
});
export type EditPhotoInput = z.input<typeof editPhotoInput>;
export const photoIdInput = z.object({ photo_id: idField, album_id: idField.optional() });
export type PhotoIdInput = z.input<typeof photoIdInput>;
export const rotateInput = z.object({
  photo_id: idField,
  album_id: idField.optional(),
  angle: z.union(
    [
      z.literal([90, 180, 270]),
      z.literal(['90', '180', '270']).transform((angle) => Number(angle) as 90 | 180 | 270),
    ],
    'A photo is turned by 90, 180 or 270 degrees.',
  ),
});
export type RotateInput = z.input<typeof rotateInput>;

export const contentInput = z.object({
  subject_type: itemTypeField(['post', 'album', ...wallTypes]),
  subject_id: idField,
  photo_id: cursorField.optional(),
  ...page,
});
export type ContentInput = z.input<typeof contentInput>;
export const contentAnswer = z.object({
  totalPhotoCount: z.int(),
  position: z.int(),
  photos: z.array(photo),
});
export type ContentAnswer = z.output<typeof contentAnswer>;
