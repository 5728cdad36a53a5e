import { z } from 'zod';
import { questionFields } from '#domains/containers/containers.schema.ts';
import { groupFields } from '#domains/groups/groups.fields.ts';
import { privacies } from '#domains/groups/groups.rules.ts';
import { fieldInputs } from '#lib/field-inputs.ts';
import { flagField, idField } from '#lib/fields.ts';

/** Fields that are not in the list of fields, all optional. */
const optionalFields = {
  /**
   * Open, closed or secret: stands for `auth_view`, `search` and `approval` together. Empty, as the
   * form has it where it is none of them: those stay.
   */
  privacy: z
    .enum(['', ...privacies], 'Please choose one of these.')
    .transform((privacy) => privacy || undefined)
    .optional(),
  /** The file; on the server it is among the files. */
  photo: z.unknown().optional(),
  ...questionFields,
};

export const createInput = z.object({
  ...fieldInputs(groupFields, true),
  category_id: idField,
  ...optionalFields,
});
export type CreateInput = z.input<typeof createInput>;
export type CreateFields = z.output<typeof createInput>;

export const editInput = z.object({
  id: idField,
  ...fieldInputs(groupFields, false),
  category_id: idField.optional(),
  /** 1: the owner lets more people read from now on. */
  confirm: flagField.optional(),
  ...optionalFields,
});
export type EditInput = z.input<typeof editInput>;
export type EditFields = Omit<z.output<typeof editInput>, 'id' | 'confirm' | 'photo'>;

export const coverInput = z.object({ id: idField, photo: z.unknown().optional() });
export type CoverInput = { id: number; photo: Blob };
export const coverAnswer = z.object({ response: z.object({ cover_image: z.string() }) });
export type CoverAnswer = z.output<typeof coverAnswer>;
