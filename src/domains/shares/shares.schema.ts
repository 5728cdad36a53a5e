import { z } from 'zod';
import { idField, textField } from '#lib/fields.ts';
import { shareLength } from './shares.rules.ts';

const shareTypes = [
  'activity_action',
  'album_photo',
  'video',
  'group',
  'event',
  'sitepage_page',
  'core_link',
] as const;

export const shareInput = z.object({
  type: z.enum(shareTypes, 'This type is not known.'),
  id: idField,
  body: textField(shareLength).default(''),
});
export type ShareInput = z.input<typeof shareInput>;

export const shared = z.object({ action_id: z.int() });
export type Shared = z.output<typeof shared>;
