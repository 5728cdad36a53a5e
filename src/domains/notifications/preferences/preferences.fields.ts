import { z } from 'zod';
import { frequencyLabels } from '#domains/notifications/notification-kinds.ts';
import { parseWire } from '#lib/dates.ts';
import { fieldList } from '#lib/field-list.ts';

const unknown = 'Please choose one of these.';
const { at_once: atOnce, daily, weekly } = frequencyLabels;

/** How often mails come; the frequency of everything that is mailed. */
export const digestFields = fieldList({
  digest: {
    wire: 'digest',
    type: 'choice',
    label: 'How often',
    options: { off: ['at_once', atOnce], daily: ['daily', daily], weekly: ['weekly', weekly] },
    unknown,
    default: 'daily',
  },
});

/** `22:30`, or empty for none. */
const clockField = z
  .string()
  .regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d)?$/, 'Must be a time such as 22:30.')
  .transform((text) => text || null)
  .nullable();
const timestampField = z
  .string()
  .refine(
    (text) => text === '' || parseWire(text) !== null,
    'Must be a time such as 2026-12-01 08:00:00.',
  )
  .transform((text) => parseWire(text)?.toISOString() ?? null)
  .nullable();

/** When nothing is mailed or pushed, each a column of `notification_settings`. */
export const quietFields = fieldList({
  /** Whether pushes are sent to the devices where the member turned them on. */
  isPushOn: {
    wire: 'push',
    type: 'flag',
    label: 'Notify me on my devices',
    values: [false, true],
    default: 1,
  },
  pausedUntil: {
    wire: 'mute_until',
    type: 'timestamp',
    input: timestampField,
    label: 'Nothing by e-mail or push until',
  },
  /** In the member's timezone; both or none. */
  quietFrom: { wire: 'quiet_from', type: 'time', input: clockField, label: 'Quiet from', max: 5 },
  quietTo: { wire: 'quiet_to', type: 'time', input: clockField, label: 'Quiet until', max: 5 },
  /** Sent before something to which the member comes. */
  reminder: {
    wire: 'reminder',
    type: 'choice',
    label: 'Remind me before what I am going to',
    options: {
      week: ['week', 'A week before'],
      day: ['day', 'A day before'],
      hour: ['hour', 'An hour before'],
      none: ['none', 'Not at all'],
    },
    unknown,
    default: 'day',
  },
});
