import { z } from 'zod';
import * as calls from '#domains/notifications/preferences/preferences.calls.ts';
import { handle, noContent, type Handler } from '#server/handle.ts';
import { pushState, subscribeInput } from './push.schema.ts';
import { readPush, removePush, subscribePush } from './push.server.ts';

const nothing = z.object({});

export const pushHandlers: Handler[] = [
  handle(
    calls.readPush,
    nothing,
    pushState,
    async (member) => {
      const { publicKey, isSubscribed } = await readPush(member);
      return { public_key: publicKey, is_subscribed: isSubscribed ? 1 : 0 };
    },
    { summary: 'The key for push subscriptions, and whether this device has one' },
  ),
  handle(calls.subscribePush, subscribeInput, noContent, subscribePush, {
    summary: 'Push to this device, until it is signed out',
  }),
  handle(calls.removePush, nothing, noContent, removePush, {
    summary: 'Push to this device no longer',
  }),
];
