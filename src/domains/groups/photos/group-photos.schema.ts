import { z } from 'zod';
import { photo } from '#domains/lightbox/lightbox.schema.ts';
import { flagField, idField, limitField, pageField } from '#lib/fields.ts';
import { flag, menuItem } from '#lib/shapes.ts';

/** A photo as everywhere, and the group that it is in. */
export const groupPhoto = photo.extend({
  group_id: z.int(),
  user_id: z.int(),
  menu: z.array(menuItem),
});
export type GroupPhoto = z.output<typeof groupPhoto>;

export const photosInput = z.object({
  group_id: idField,
  page: pageField(1),
  limit: limitField(20),
});
export type PhotosInput = z.input<typeof photosInput>;
export const photosAnswer = z.object({
  totalItemCount: z.int(),
  canUpload: flag,
  images: z.array(groupPhoto),
  photos: z.array(groupPhoto),
});
export type PhotosAnswer = z.output<typeof photosAnswer>;

export const addPhotosInput = z.object({
  group_id: idField,
  /** The group's posts show the photos. */
  add_to_feed: flagField.default(0),
});
export type AddPhotosInput = z.input<typeof addPhotosInput>;
export const addedPhotosAnswer = z.object({ response: z.array(groupPhoto) });
export type AddedPhotosAnswer = z.output<typeof addedPhotosAnswer>;

export const deletePhotoInput = z.object({ group_id: idField, photo_id: idField });
export type DeletePhotoInput = z.input<typeof deletePhotoInput>;
