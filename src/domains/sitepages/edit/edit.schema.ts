import { z } from 'zod';
import { optionalId, questionFields } from '#domains/containers/containers.schema.ts';
import { pagePackage } from '#domains/sitepages/browse/browse.schema.ts';
import { parseHours } from '#domains/sitepages/opening-hours.rules.ts';
import { pageFields } from '#domains/sitepages/sitepages.fields.ts';
import { overviewLength } from '#domains/sitepages/sitepages.rules.ts';
import { fieldInputs } from '#lib/field-inputs.ts';
import { flagField, idField, lineField, textField } from '#lib/fields.ts';
import { parseRichText, toPlainText } from '#lib/rich-text.ts';
import { flag, formField, images } from '#lib/shapes.ts';

const formValues = z.record(z.string(), z.union([z.string(), z.number()]));
export const createFormInput = z.object({ package_id: optionalId.optional() });
export type CreateFormInput = z.input<typeof createFormInput>;
export const createFormAnswer = z.object({
  form: z.array(formField),
  formValues,
  packages: z.array(pagePackage),
});
export type CreateFormAnswer = z.output<typeof createFormAnswer>;
export const editFormAnswer = z.object({ form: z.array(formField), formValues });
export type EditFormAnswer = z.output<typeof editFormAnswer>;

const tagsField = lineField(500)
  .transform((text) => [
    ...new Set(
      text
        .split(',')
        .map((tag) => tag.trim())
        .filter(Boolean),
    ),
  ])
  .refine((tags) => tags.length <= 20 && tags.every((tag) => tag.length <= 40), 'Too many tags.');

/** The tree that the editor sends. Without a text in it there is no overview. */
const overviewTreeField = z
  .string()
  .max(20 * overviewLength)
  .transform((json, context) => {
    const tree = parseRichText(json);
    if (tree && toPlainText(tree).length <= overviewLength) return tree;
    const message = tree ? `At most ${overviewLength} characters.` : 'This text is not allowed.';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

const hoursField = lineField(100)
  .transform((text) => parseHours(text))
  .refine((hours) => hours !== undefined, 'Write hours like 9:00–12:30, 14:00–18:00.')
  .transform((hours) => hours ?? '')
  .optional();
/** Names of the fields of opening hours, Monday first. */
export const hoursFields = [
  'hours_1',
  'hours_2',
  'hours_3',
  'hours_4',
  'hours_5',
  'hours_6',
  'hours_7',
] as const;

/** A new page is open to posts of its members. */
const { postPolicy: _, ...newPageFields } = pageFields;

/** Fields that are not in the list of fields, all optional. */
const optionalFields = {
  page_url: lineField(64).optional(),
  subcategory_id: optionalId.optional(),
  subsubcategory_id: optionalId.optional(),
  tags: tagsField.optional(),
  overview: textField(overviewLength).optional(),
  overview_tree: overviewTreeField
    .optional()
    .meta({ description: 'The overview as a tree, instead of a plain text' }),
  ...questionFields,
};

export const createInput = z.object({
  ...fieldInputs(newPageFields, true),
  category_id: idField,
  package_id: optionalId.optional(),
  /** 1 publishes it. */
  draft: flagField.default(1),
  /** The file; on the server it is among the files. */
  photo: z.unknown().optional(),
  ...optionalFields,
});
export type CreateInput = z.input<typeof createInput>;
export type CreateFields = z.output<typeof createInput>;

export const editInput = z.object({
  id: idField,
  ...fieldInputs(pageFields, false),
  category_id: idField.optional(),
  /** Opening hours from Monday on; together they replace all. */
  hours_1: hoursField,
  hours_2: hoursField,
  hours_3: hoursField,
  hours_4: hoursField,
  hours_5: hoursField,
  hours_6: hoursField,
  hours_7: hoursField,
  /** 1: the owner lets more people read from now on. */
  confirm: flagField.optional(),
  ...optionalFields,
});
export type EditInput = z.input<typeof editInput>;
export type EditFields = Omit<z.output<typeof editInput>, 'id' | 'confirm'>;

export const verifiedAnswer = z.object({ verified: flag });
export type VerifiedAnswer = z.output<typeof verifiedAnswer>;

export const closedAnswer = z.object({ closed: flag });
export type ClosedAnswer = z.output<typeof closedAnswer>;

export const photoInput = z.object({ id: idField, photo: z.unknown().optional() });
export type PhotoInput = { id: number; photo: Blob };
export const photoAnswer = z.object({
  response: images.omit({ content_url: true }).extend({ photo_id: z.int() }),
});
export type PhotoAnswer = z.output<typeof photoAnswer>;
