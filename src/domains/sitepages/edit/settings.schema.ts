import { z } from 'zod';
import {
  pageActions,
  pageApps,
  switchableApps,
  usualActions,
} from '#domains/sitepages/sitepages.rules.ts';
import { flagField, idField } from '#lib/fields.ts';
import { flag, formField } from '#lib/shapes.ts';

export const notificationSettingsAnswer = z.object({
  form: z.array(formField),
  formValues: z.object({
    notification: flag,
    email: flag,
    action_notification: z.array(z.enum(pageActions)),
  }),
});
export type NotificationSettingsAnswer = z.output<typeof notificationSettingsAnswer>;
const actionsField = z
  .union([z.array(z.string()), z.string().transform((text) => text.split(','))])
  .transform((names) => names.map((name) => name.trim()).filter(Boolean))
  .pipe(z.array(z.enum(pageActions, 'Please choose one of these.')));
export const saveNotificationSettingsInput = z.object({
  id: idField,
  notification: flagField.default(1),
  email: flagField.default(1),
  action_notification: actionsField.default(usualActions),
});
export type SaveNotificationSettingsInput = z.input<typeof saveNotificationSettingsInput>;

export const appsAnswer = z.object({
  response: z.array(
    z.object({ name: z.enum(pageApps), label: z.string(), enabled: flag, count: z.int() }),
  ),
});
export type AppsAnswer = z.output<typeof appsAnswer>;
export const setAppInput = z.object({
  id: idField,
  name: z
    .enum(pageApps, 'Please choose one of these.')
    .refine((name) => switchableApps.includes(name), 'This part is always shown.'),
  /** Absent: shown or hidden as before. */
  enabled: flagField.optional(),
  /** One place to the front or the back among the tabs. */
  move: z.enum(['up', 'down'], 'Must be up or down.').optional(),
});
export type SetAppInput = z.input<typeof setAppInput>;
