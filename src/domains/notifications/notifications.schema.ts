import { z } from 'zod';
import { flagField, idField, limitField, pageField } from '#lib/fields.ts';
import { flag, images, userLite, wireTime } from '#lib/shapes.ts';

export const notificationsInput = z.object({
  page: pageField(1),
  limit: limitField(10),
  unread: flagField.optional(),
  /** Native clients ask for parts of the answer; all of it is small and always sent. */
  recentUpdates: flagField.optional(),
  myRequests: flagField.optional(),
  subject: flagField.optional(),
  object: flagField.optional(),
});
export type NotificationsInput = z.input<typeof notificationsInput>;

export const notification = z.object({
  notification_id: z.int(),
  /** The recipient. */
  user_id: z.int(),
  type: z.string(),
  subject_type: z.string(),
  subject_id: z.int(),
  /** The newest actor. */
  subject: userLite,
  /** Number of actors. */
  subject_count: z.int(),
  /** The second actor, if two are named. */
  other: userLite.optional(),
  object_type: z.string(),
  object_id: z.int(),
  object: z.object({
    type: z.string(),
    id: z.int(),
    parent_type: z.string().optional(),
    parent_id: z.int().optional(),
    /** The item about which the site itself writes. */
    title: z.string().optional(),
    ...images.partial().shape,
  }),
  /** Name of the item, and the beginning of its text. */
  params: z.object({
    object_type_name: z.string(),
    label: z.string(),
    /** The member who acted, where the subject is a group or an event. */
    user_id: z.int().optional(),
    displayname: z.string().optional(),
  }),
  read: flag,
  mitigated: flag,
  show: flag,
  date: wireTime,
  /** One line of plain text. */
  feed_title: z.string(),
  action_type_body: z.string(),
  action_type_body_params: z.array(
    z.object({
      search: z.string(),
      type: z.string().optional(),
      id: z.int().optional(),
      label: z.string(),
    }),
  ),
  /** Path of the destination, or null. */
  url: z.string().nullable(),
});
export type Notification = z.output<typeof notification>;

export const notificationList = z.object({
  recentUpdates: z.array(notification),
  /** Unread. */
  notificationsCount: z.int(),
  recentUpdateTotalItemCount: z.int(),
  /** Always empty: friend requests have a call of their own. */
  myRequests: z.array(z.never()),
  requestTotalItemCount: z.int(),
  page: z.int(),
});
export type NotificationList = z.output<typeof notificationList>;

export const badges = z.object({
  notifications: z.int(),
  friend_requests: z.int(),
  messages: z.int(),
  /** Reported items pending a decision; for moderators. */
  reports: z.int(),
  /** Community pages that wait for approval; for moderators. */
  submissions: z.int(),
  /** Ads that wait for approval; for moderators. */
  ads: z.int(),
});
export type Badges = z.output<typeof badges>;

/** The field is called action_id although it holds a notification's id. */
const named = { action_id: idField.optional(), notification_id: idField.optional() };
const oneId = (
  {
    action_id,
    notification_id,
  }: { action_id?: number | undefined; notification_id?: number | undefined },
  context: z.RefinementCtx,
): number => {
  if (action_id !== undefined && notification_id !== undefined && action_id !== notification_id)
    context.addIssue({
      code: 'custom',
      message: 'Two different ids were sent.',
      path: ['notification_id'],
    });
  const id = action_id ?? notification_id;
  if (id === undefined)
    context.addIssue({
      code: 'custom',
      message: 'Please fill in this field.',
      path: ['action_id'],
    });
  return id ?? 0;
};
export const notificationInput = z.object(named).transform(oneId);
export type NotificationInput = { action_id?: number | string; notification_id?: number | string };

const maxDeleted = 100;
const listField = z
  .union([z.string(), z.int().transform(String)])
  .transform((text) => text.split(',').map((id) => id.trim()))
  .refine(
    (ids) => ids.every((id) => /^\d{1,18}$/.test(id) && Number(id) > 0),
    'Must be ids, separated by commas.',
  )
  .transform((ids) => [...new Set(ids.map(Number))])
  .refine((ids) => ids.length <= maxDeleted, `At most ${maxDeleted} at once.`);
export const deleteInput = z
  .object({ action_id: listField.optional(), notification_id: listField.optional() })
  .transform(({ action_id, notification_id }, context) => {
    const ids = action_id ?? notification_id ?? [];
    if (!ids.length)
      context.addIssue({
        code: 'custom',
        message: 'Please fill in this field.',
        path: ['action_id'],
      });
    if (action_id && notification_id && action_id.join() !== notification_id.join())
      context.addIssue({
        code: 'custom',
        message: 'Two different lists were sent.',
        path: ['notification_id'],
      });
    return ids;
  });

/** Input of the page's forms without script. */
export const notificationForm = z
  .object({
    step: z.enum(['read', 'unread', 'delete', 'read-all']),
    notification_id: idField.optional(),
    next: z.string().max(2_000).optional(),
  })
  .transform(({ step, notification_id: id, next }) => ({ step, id, next }));
