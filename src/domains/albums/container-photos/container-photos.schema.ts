import { z } from 'zod';
import { photo } from '#domains/lightbox/lightbox.schema.ts';
import { flagField, idField, limitField, pageField } from '#lib/fields.ts';
import { flag, menuItem } from '#lib/shapes.ts';

// Inputs and answers of the photos of one container. A kind names the id as its interface does.

type Wire = Record<string, unknown>;
type Shape = Record<string, z.ZodType>;

/** The fields with the id under the name of a kind, which parses under ours. */
const withId = <Fields extends Shape>(
  name: string,
  fields: Fields,
): z.ZodType<z.output<z.ZodObject<Fields>> & { id: number }> =>
  z
    .object({ [name]: idField, ...fields })
    .transform((input: Wire) => ({ ...input, id: input[name] })) as never;

const pageFields = { page: pageField(1), limit: limitField(20) };
export const photosInput = (id: string) => withId(id, pageFields);
export type PhotosInput<Id extends string> = Record<Id, number> &
  z.input<z.ZodObject<typeof pageFields>>;

const addFields = {
  /** Its posts show the photos. */
  add_to_feed: flagField.default(0),
};
export const addPhotosInput = (id: string) => withId(id, addFields);
export type AddPhotosInput<Id extends string> = Record<Id, number> &
  z.input<z.ZodObject<typeof addFields>>;

const deleteFields = { photo_id: idField };
export const deletePhotoInput = (id: string) => withId(id, deleteFields);
export type DeletePhotoInput<Id extends string> = Record<Id, number> &
  z.input<z.ZodObject<typeof deleteFields>>;

/** A photo as everywhere, and the container that it is in. */
const ownFields = { user_id: z.int(), menu: z.array(menuItem) };
export type ContainerPhoto<Id extends string> = z.output<typeof photo> &
  z.output<z.ZodObject<typeof ownFields>> &
  Record<Id, number>;
const containerPhoto = <Id extends string>(id: Id) =>
  photo.extend({ ...ownFields, [id]: z.int() }) as unknown as z.ZodType<ContainerPhoto<Id>>;

export const photosAnswer = <Id extends string>(id: Id) =>
  z.object({
    totalItemCount: z.int(),
    canUpload: flag,
    images: z.array(containerPhoto(id)),
    photos: z.array(containerPhoto(id)),
  });
export type PhotosAnswer<Id extends string> = z.output<ReturnType<typeof photosAnswer<Id>>>;

export const addedPhotosAnswer = <Id extends string>(id: Id) =>
  z.object({ response: z.array(containerPhoto(id)) });
export type AddedPhotosAnswer<Id extends string> = z.output<
  ReturnType<typeof addedPhotosAnswer<Id>>
>;
