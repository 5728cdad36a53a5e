import type { MutedInput, MutedList, MuteInput } from '#domains/notifications/mute/mute.schema.ts';
import { get, post } from '#lib/rest.ts';
import type {
  Badges,
  NotificationInput,
  NotificationList,
  NotificationsInput,
} from './notifications.schema.ts';

/** A reference to a notification, as calls send it. */
export const notificationRef = (id: number) => ({ action_id: id });

export const listNotifications = get<NotificationsInput, NotificationList>('/notifications');
/** The counts of the header. */
export const readBadges = get<Record<never, never>, Badges>('/notifications/new-updates');
export const markAllRead = post<Record<never, never>, void>('/notifications/markallread');
export const markRead = post<NotificationInput, void>('/notifications/markread');
export const markUnread = post<NotificationInput, void>('/notifications/markunread');
export const deleteNotifications = post<NotificationInput, void>('/notifications/delete');

/** Mutes a post or a conversation; with `mute=0` unmutes it. */
export const mute = post<MuteInput, void>('/notifications/mute');
export const listMuted = get<MutedInput, MutedList>('/notifications/muted');
