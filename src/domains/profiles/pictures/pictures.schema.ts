import { z } from 'zod';
import { idField } from '#lib/fields.ts';
import { formField, images, menuItem } from '#lib/shapes.ts';

/**
 * The file is sent as `photo`: in the browser it is part of the input, on the server it is among
 * the files.
 */
const file = { photo: z.unknown().optional() };
export const photoInput = z.object(file);
export type PhotoInput = { photo: Blob };

const special = z.enum(['cover', 'profile']).default('cover');
export const coverInput = z.object({ ...file, user_id: idField.optional(), special });
export type CoverInput = { photo: Blob; user_id: number; special?: 'cover' | 'profile' };

export const subjectCoverInput = z.object({
  ...file,
  subject_id: idField,
  subject_type: z.string(),
  special,
});
export type SubjectCoverInput = {
  photo: Blob;
  subject_id: number;
  subject_type: string;
  special?: 'cover' | 'profile';
};
export const subjectInput = z.object({ subject_id: idField, subject_type: z.string() });
export type SubjectInput = z.input<typeof subjectInput>;

const pictures = images
  .omit({ content_url: true })
  .extend({ photo_id: z.int(), cover: z.string(), cover_image: z.string() });
export const picturesAnswer = z.object({ response: pictures });
export type PicturesAnswer = z.output<typeof picturesAnswer>;

export const photoForm = pictures.extend({
  user_id: z.int(),
  displayname: z.string(),
  form: z.array(formField),
});
export type PhotoForm = z.output<typeof photoForm>;

export const coverMenuInput = z.object({
  subject_id: idField,
  subject_type: z.string(),
  cover_photo: z.string().optional(),
  profile_photo: z.string().optional(),
  special: z.enum(['profile', 'cover', 'both'], 'Please choose one of these.').default('both'),
});
export type CoverMenuInput = z.input<typeof coverMenuInput>;
export const coverMenuAnswer = z.object({
  response: z.object({ coverPhotoMenu: z.array(menuItem), profilePhotoMenu: z.array(menuItem) }),
});
export type CoverMenuAnswer = z.output<typeof coverMenuAnswer>;

/** `album_photo_7`, parsed to the id. */
export const externalPhotoInput = z.object({
  photo: z
    .string()
    .regex(/^album_photo_[1-9]\d{0,15}$/, 'Please name a photo.')
    .transform((name) => Number(name.slice('album_photo_'.length))),
});
export type ExternalPhotoInput = z.input<typeof externalPhotoInput>;
