import { z } from 'zod';
import { chosenTypes } from '#domains/notifications/notices.server.ts';
import { handle, noContent, type Handler } from '#server/handle.ts';
import * as calls from './preferences.calls.ts';
import { deliveryForm, deliveryInput, inAppForm, inAppInput } from './preferences.schema.ts';
import { readPreferences, readQuiet, saveDelivery, saveInApp } from './preferences.server.ts';
import { deliveryView, inAppView } from './preferences.views.server.ts';

const nothing = z.object({});
const inAppFields = z.lazy(() => inAppInput(chosenTypes()));
const deliveryFields = z.lazy(() => deliveryInput(chosenTypes()));
const inApp = { summary: 'Change which notifications the caller gets' };
const delivery = { summary: 'Change what is sent by e-mail and push, and when' };

export const preferencesHandlers: Handler[] = [
  handle(
    calls.readInApp,
    nothing,
    inAppForm,
    async (member) => inAppView(member, await readPreferences(member)),
    { summary: 'Which notifications the caller gets' },
  ),
  handle(calls.saveInApp, inAppFields, noContent, saveInApp, inApp),
  handle(calls.postInApp, inAppFields, noContent, saveInApp, inApp),
  handle(
    calls.readDelivery,
    nothing,
    deliveryForm,
    async (member) => {
      const [preferences, quiet] = await Promise.all([readPreferences(member), readQuiet(member)]);
      return deliveryView(member, preferences, quiet);
    },
    { summary: 'What is sent to the caller by e-mail and push, and when' },
  ),
  handle(
    calls.saveDelivery,
    deliveryFields,
    noContent,
    (member, sent) => saveDelivery(member, sent),
    delivery,
  ),
  handle(
    calls.postDelivery,
    deliveryFields,
    noContent,
    (member, sent) => saveDelivery(member, sent),
    delivery,
  ),
];
