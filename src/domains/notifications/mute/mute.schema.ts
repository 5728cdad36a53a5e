import { z } from 'zod';
import {
  flagField,
  idField,
  itemTypeField,
  limitField,
  pageField,
  wireTypeEnum,
} from '#lib/fields.ts';
import { wireTime } from '#lib/shapes.ts';

/** Types of items that a member can mute. */
export const mutableTypes = ['post', 'conversation'] as const;
export type MutableType = (typeof mutableTypes)[number];

export const muteInput = z.object({
  type: itemTypeField(mutableTypes, 'Please choose one of these.'),
  id: idField,
  mute: flagField.default(1),
});
export type MuteInput = z.input<typeof muteInput>;
export type Mute = z.output<typeof muteInput>;

export const mutedPageSize = 50;

export const mutedInput = z.object({ page: pageField(1), limit: limitField(mutedPageSize) });
export type MutedInput = z.input<typeof mutedInput>;

export const mutedList = z.object({
  response: z.array(
    z.object({ type: wireTypeEnum(mutableTypes), id: z.int(), title: z.string(), date: wireTime }),
  ),
  totalItemCount: z.int(),
  page: z.int(),
});
export type MutedList = z.output<typeof mutedList>;
