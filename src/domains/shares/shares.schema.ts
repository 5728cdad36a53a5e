import { z } from 'zod';
import { containerTypes } from '#lib/container-types.ts';
import { idField, itemTypeField, textField } from '#lib/fields.ts';
import { shareLength } from './shares.rules.ts';

const shareTypes = ['post', 'photo', 'video', ...containerTypes, 'link'] as const;

export const shareInput = z.object({
  type: itemTypeField(shareTypes),
  id: idField,
  body: textField(shareLength).default(''),
});
export type ShareInput = z.input<typeof shareInput>;

export const shared = z.object({ action_id: z.int() });
export type Shared = z.output<typeof shared>;
