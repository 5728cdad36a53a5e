import { z } from 'zod';
import { optionalId } from '#domains/containers/containers.schema.ts';
import { containerTypes } from '#lib/container-types.ts';
import { idField, isVisible, itemTypeField, lineField } from '#lib/fields.ts';

const typeField = itemTypeField(containerTypes);

const fields = {
  title: lineField(64).refine(isVisible, 'Please fill in this field.'),
  /** The category above it; empty or 0 for the first level. */
  parent_id: optionalId.default(0),
  /** Lower numbers come first. Equal numbers are sorted by title. */
  position: z
    .union([z.int().transform(String), z.string().trim()])
    .refine((text) => /^\d{0,4}$/.test(text), 'Must be a number from 0 to 9999.')
    .transform(Number)
    .default(0),
};

export const createCategoryInput = z.object({ type: typeField, ...fields });
export type CreateCategoryInput = z.input<typeof createCategoryInput>;

export const editCategoryInput = z.object({ type: typeField, category_id: idField, ...fields });
export type EditCategoryInput = z.input<typeof editCategoryInput>;

export const deleteCategoryInput = z.object({
  type: typeField,
  category_id: idField,
  /** The category that gets its content; required unless it is empty. */
  target_id: optionalId.default(0),
});
export type DeleteCategoryInput = z.input<typeof deleteCategoryInput>;
