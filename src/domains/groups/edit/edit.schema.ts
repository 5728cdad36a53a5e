import { z } from 'zod';
import { questionFields } from '#domains/containers/containers.schema.ts';
import {
  descriptionLength,
  groupTitleLength,
  maxSlowMode,
  privacies,
  rulesLength,
} from '#domains/groups/groups.rules.ts';
import { audiences, listReaders, memberGroups } from '#domains/groups/groups.schema.ts';
import { flagField, idField, isVisible, lineField, passwordField, textField } from '#lib/fields.ts';
import { flag, formField } from '#lib/shapes.ts';

const required = 'Please fill in this field.';
const titleField = lineField(groupTitleLength).refine(isVisible, required);
const descriptionField = textField(descriptionLength).refine(isVisible, required);
const choice = <const Value extends string>(values: readonly Value[]) =>
  z.enum(values, 'This choice is not known.');

const wholeNumber = (max: number) =>
  z
    .union(
      [
        z.int(),
        z
          .string()
          .regex(/^\d{1,6}$/)
          .transform(Number),
      ],
      'Must be a number.',
    )
    .refine((number) => number >= 0 && number <= max, `Must be between 0 and ${max}.`);

/** Fields that creating and editing share, all optional. */
const optionalFields = {
  location: lineField(200).optional(),
  rules: textField(rulesLength).optional(),
  /**
   * Open, closed or secret: stands for `auth_view`, `search` and `approval` together. Empty, as the
   * form has it where it is none of them: those stay.
   */
  privacy: choice(['', ...privacies])
    .transform((privacy) => privacy || undefined)
    .optional(),
  search: flagField.optional(),
  approval: flagField.optional(),
  auth_view: choice(audiences).optional(),
  auth_comment: choice(memberGroups).optional(),
  auth_photo: choice(memberGroups).optional(),
  auth_event: choice(memberGroups).optional(),
  auth_invite: choice(memberGroups).optional(),
  auth_members: choice(listReaders).optional(),
  post_policy: choice(['members', 'approval', 'staff']).optional(),
  newcomer_posts: wholeNumber(100).optional(),
  slow_mode: wholeNumber(maxSlowMode).optional(),
  ...questionFields,
};

/** The field that says who may comment. */
export const commentsName = 'auth_comment';

export const createInput = z.object({
  title: titleField,
  description: descriptionField,
  category_id: idField,
  /** The file; on the server it is among the files. */
  photo: z.unknown().optional(),
  ...optionalFields,
});
export type CreateInput = z.input<typeof createInput>;
export type CreateFields = z.output<typeof createInput>;

export const editInput = z.object({
  id: idField,
  title: titleField.optional(),
  description: descriptionField.optional(),
  category_id: idField.optional(),
  photo: z.unknown().optional(),
  /** 1: the owner lets more people read from now on. */
  confirm: flagField.optional(),
  ...optionalFields,
});
export type EditInput = z.input<typeof editInput>;
export type EditFields = Omit<z.output<typeof editInput>, 'id' | 'confirm' | 'photo'>;

export const editFormAnswer = z.object({
  form: z.array(formField),
  formValues: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type EditFormAnswer = z.output<typeof editFormAnswer>;

export const deleteInput = z.object({ id: idField, password: passwordField.optional() });
export type DeleteInput = z.input<typeof deleteInput>;

export const archiveInput = z.object({ id: idField, archive: flagField.default(1) });
export type ArchiveInput = z.input<typeof archiveInput>;
export const archivedAnswer = z.object({ closed: flag });
export type ArchivedAnswer = z.output<typeof archivedAnswer>;

export const coverInput = z.object({ id: idField, photo: z.unknown().optional() });
export type CoverInput = { id: number; photo: Blob };
export const coverAnswer = z.object({ response: z.object({ cover_image: z.string() }) });
export type CoverAnswer = z.output<typeof coverAnswer>;
