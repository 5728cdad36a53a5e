import { get, post } from '#lib/rest.ts';
import type { PushState, SubscribeInput } from './push.schema.ts';

type Nothing = Record<never, never>;

export const readPush = get<Nothing, PushState>('/notifications/push');
/** Subscribes this device to pushes. */
export const subscribePush = post<SubscribeInput, void>('/notifications/push');
export const removePush = post<Nothing, void>('/notifications/push/remove');
