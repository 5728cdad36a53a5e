import { z } from 'zod';
import { containerTypes, wallTypes } from '#lib/container-types.ts';
import { flagField, idField, itemTypeField, textField } from '#lib/fields.ts';
import { shareLength } from './shares.rules.ts';

const shareTypes = ['post', 'photo', 'video', ...containerTypes, 'link'] as const;

export const shareInput = z
  .object({
    type: itemTypeField(shareTypes),
    id: idField,
    body: textField(shareLength).default(''),
    /** Our own addition: somebody paid for the share itself. */
    is_paid: flagField.optional(),
    /** Our own addition, as for posts: the wall or container; the own wall without them. */
    subject_type: itemTypeField(wallTypes).optional(),
    subject_id: idField.optional(),
    post_as_page: flagField.optional(),
  })
  .refine(
    ({ subject_type, subject_id }) => (subject_type === undefined) === (subject_id === undefined),
    { path: ['subject_type'], error: 'Type and id belong together.' },
  );
export type ShareInput = z.input<typeof shareInput>;

export const shared = z.object({ action_id: z.int() });
export type Shared = z.output<typeof shared>;
