import type { PushState, SubscribeInput } from '#domains/notifications/push/push.schema.ts';
import { get, post, put } from '#lib/rest.ts';
import type { DeliveryForm, DeliveryInput, InAppForm, InAppInput } from './preferences.schema.ts';

// Apart from notifications.calls.ts: only the settings make these calls.

type Nothing = Record<never, never>;

export const readInApp = get<Nothing, InAppForm>('/members/settings/notifications');
export const saveInApp = put<InAppInput, void>('/members/settings/notifications');
export const postInApp = post<InAppInput, void>('/members/settings/notifications');
export const readDelivery = get<Nothing, DeliveryForm>('/members/settings/advancednotifications');
export const saveDelivery = put<DeliveryInput, void>('/members/settings/advancednotifications');
export const postDelivery = post<DeliveryInput, void>('/members/settings/advancednotifications');

export const readPush = get<Nothing, PushState>('/notifications/push');
/** Subscribes this device to pushes. */
export const subscribePush = post<SubscribeInput, void>('/notifications/push');
export const removePush = post<Nothing, void>('/notifications/push/remove');
