import { z } from 'zod';
import { fieldInputs } from '#lib/field-inputs.ts';
import { idField } from '#lib/fields.ts';
import { formField } from '#lib/shapes.ts';
import { videoFields } from './video.fields.ts';

/**
 * Absent fields stay unchanged. Everybody who sees the video may comment, so `auth_comment` changes
 * nothing.
 */
export const editVideoInput = z.object({
  id: idField,
  ...fieldInputs(videoFields, false),
  auth_comment: z.string().optional(),
  category_id: z.union([z.string(), z.int()]).optional(),
  tags: z.string().optional(),
  search: z.union([z.string(), z.int()]).optional(),
});
export type EditVideoInput = z.input<typeof editVideoInput>;

export const deleteVideoInput = z.object({ id: idField });
export type DeleteVideoInput = z.input<typeof deleteVideoInput>;

export const videoForm = z.array(formField);
export type VideoForm = z.output<typeof videoForm>;
