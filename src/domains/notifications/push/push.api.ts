import { z } from 'zod';
import * as calls from '#domains/notifications/preferences/preferences.calls.ts';
import { handle, noContent, type Handler } from '#server/handle.ts';
import { pushState, subscribeInput } from './push.schema.ts';
import { readPush, removePush, subscribePush } from './push.server.ts';

const nothing = z.object({});

export const pushHandlers: Handler[] = [
  handle(calls.readPush, nothing, pushState, readPush, {
    summary: 'The key for push subscriptions, and whether this device has one',
  }),
  handle(calls.subscribePush, subscribeInput, noContent, subscribePush, {
    summary: 'Push to this device, until it is signed out',
  }),
  handle(calls.removePush, nothing, noContent, removePush, {
    summary: 'Push to this device no longer',
  }),
];
