import { z } from 'zod';
import { deleteInput, optionalId, reasonField } from '#domains/containers/containers.schema.ts';
import { eventFields, eventWallFields, newEventFields } from '#domains/events/events.fields.ts';
import {
  deleteScopes,
  messageAudiences,
  messageLength,
  scopes,
} from '#domains/events/events.rules.ts';
import { fieldInputs } from '#lib/field-inputs.ts';
import { flagField, idField, numberField, textField } from '#lib/fields.ts';
import { repeatLabels, type Repeats } from '#lib/recurrence-choices.ts';
import { maxInterval, maxOccurrences } from '#lib/recurrence-rule.ts';
import { parseWallTime } from '#lib/wall-time.ts';
import { fromWireType } from '#lib/wire-names.ts';
import { findZone } from '#lib/zone-names.ts';

/** `YYYY-MM-DD HH:MM:SS` as clocks of the zone show it; also with a T, and of whole days the day. */
const wallTimeField = z
  .string()
  .transform(parseWallTime)
  .refine((wall) => wall !== null, 'Please choose a day and a time.');

/** Empty while it is postponed. */
const otherTimeField = z
  .string()
  .transform((text) => text && parseWallTime(text))
  .refine((wall) => wall !== null, 'Please choose a day and a time.');

const zoneField = z
  .string()
  .max(64)
  .transform((name) => (name ? findZone(name) : undefined))
  .refine((name) => name !== null, 'Please choose a time zone from the list.');

/** When it takes place again. */
const repeatFields = {
  /** An RRULE such as `FREQ=WEEKLY;BYDAY=MO`. */
  rrule: z.string().max(200).default(''),
  /** Instead of a rule, by the day on which it starts. */
  repeats: z
    .enum(Object.keys(repeatLabels) as Repeats[], 'Please choose one of these.')
    .default(''),
  /** The last day; empty: it goes on. */
  repeats_until: z
    .string()
    .regex(/^(\d{4}-\d\d-\d\d)?$/, 'Please choose a day.')
    .default(''),
  /** Every second week: 2. */
  repeats_every: numberField(maxInterval)
    .or(z.literal('').transform(() => 1))
    .default(1),
  /** How many in all, unless there is a last day; 0: not limited. */
  repeats_count: numberField(maxOccurrences)
    .or(z.literal('').transform(() => 0))
    .default(0),
};

/** This event, or in a series also those that follow it. */
const scopeField = z.enum(scopes, 'Please choose one of these.').default('this');

const parentTypes = ['', 'user', 'group', 'sitepage_page'] as const;
export const createFormInput = z.object({
  parent_type: z.enum(parentTypes, 'Please choose one of these.').default(''),
  parent_id: optionalId.default(0),
});
export type CreateFormInput = z.input<typeof createFormInput>;

/** The group or page that the fields name; undefined for an event of a member. */
export const toParent = ({ parent_type: type, parent_id: id }: z.output<typeof createFormInput>) =>
  type === '' || type === 'user' ? undefined : { type: fromWireType(type)!, id };

/** Fields that are not in the lists of fields, all optional. */
const optionalFields = {
  /** The zone of the event; absent: that of the event, of a new one the caller's. */
  timezone: zoneField.optional(),
  all_day: flagField.optional(),
  /** 0: none. */
  category_id: optionalId.optional(),
  /** The file; on the server it is among the files. */
  photo: z.unknown().optional(),
};

export const createInput = z.object({
  ...fieldInputs(eventFields, true),
  ...fieldInputs(eventWallFields, true),
  ...fieldInputs(newEventFields, true),
  starttime: wallTimeField,
  endtime: wallTimeField,
  ...optionalFields,
  ...createFormInput.shape,
  ...repeatFields,
});
export type CreateInput = z.input<typeof createInput>;
export type CreateFields = z.output<typeof createInput>;

export const editInput = z.object({
  id: idField,
  ...fieldInputs(eventFields, false),
  ...fieldInputs(eventWallFields, false),
  starttime: otherTimeField.optional(),
  endtime: otherTimeField.optional(),
  ...optionalFields,
  /** 1: the owner lets more people read from now on. */
  confirm: flagField.optional(),
  scope: scopeField,
  /** With `scope=following`; absent: as until then. */
  ...repeatFields,
});
export type EditInput = z.input<typeof editInput>;
export type EditFields = z.output<typeof editInput>;

export const postponeInput = z.object({ id: idField, reason: reasonField });
export type PostponeInput = z.input<typeof postponeInput>;
export const cancelInput = postponeInput.extend({ scope: scopeField });
export type CancelInput = z.input<typeof cancelInput>;

export const deleteEventInput = deleteInput.extend({
  scope: z.enum(deleteScopes, 'Please choose one of these.').default('this'),
});
export type DeleteEventInput = z.input<typeof deleteEventInput>;

export const messageInput = z.object({
  id: idField,
  body: textField(messageLength).refine((text) => text !== '', 'Please write something.'),
  audience: z.enum(messageAudiences, 'Please choose one of these.').default('coming'),
});
export type MessageInput = z.input<typeof messageInput>;
/** How many guests were notified. */
export const messagedAnswer = z.object({ notified: z.int() });
export type MessagedAnswer = z.output<typeof messagedAnswer>;
