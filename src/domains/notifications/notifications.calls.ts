import type { MutedInput, MutedList, MuteInput } from '#domains/notifications/mute/mute.schema.ts';
import type {
  CopiesForm,
  CopiesInput,
  InAppForm,
  InAppInput,
} from '#domains/notifications/preferences/preferences.schema.ts';
import type { PushState, SubscribeInput } from '#domains/notifications/push/push.schema.ts';
import { get, post, put } from '#lib/rest.ts';
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

type Nothing = Record<never, never>;

export const readInApp = get<Nothing, InAppForm>('/members/settings/notifications');
export const saveInApp = put<InAppInput, void>('/members/settings/notifications');
export const postInApp = post<InAppInput, void>('/members/settings/notifications');
export const readCopies = get<Nothing, CopiesForm>('/members/settings/advancednotifications');
export const saveCopies = put<CopiesInput, void>('/members/settings/advancednotifications');
export const postCopies = post<CopiesInput, void>('/members/settings/advancednotifications');

export const readPush = get<Nothing, PushState>('/notifications/push');
/** Subscribes this device to pushes. */
export const subscribePush = post<SubscribeInput, void>('/notifications/push');
export const removePush = post<Nothing, void>('/notifications/push/remove');
