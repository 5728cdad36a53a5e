import { z } from 'zod';
import { handle, noContent, type Handler } from '#server/handle.ts';
import * as calls from './preferences.calls.ts';
import { copiesForm, copiesInput, inAppForm, inAppInput } from './preferences.schema.ts';
import { readPreferences, readQuiet, saveCopies, saveInApp } from './preferences.server.ts';
import { copiesView, inAppView } from './preferences.views.server.ts';

const nothing = z.object({});
const inApp = { summary: 'Change which notifications the caller gets' };
const copies = { summary: 'Change what is mailed and pushed, and when' };

export const preferencesHandlers: Handler[] = [
  handle(
    calls.readInApp,
    nothing,
    inAppForm,
    async (member) => inAppView(member, await readPreferences(member)),
    { summary: 'Which notifications the caller gets' },
  ),
  handle(calls.saveInApp, inAppInput, noContent, saveInApp, inApp),
  handle(calls.postInApp, inAppInput, noContent, saveInApp, inApp),
  handle(
    calls.readCopies,
    nothing,
    copiesForm,
    async (member) => {
      const [preferences, quiet] = await Promise.all([readPreferences(member), readQuiet(member)]);
      return copiesView(member, preferences, quiet);
    },
    { summary: 'What is mailed and pushed to the caller, and when' },
  ),
  handle(
    calls.saveCopies,
    copiesInput,
    noContent,
    (member, sent) => saveCopies(member, sent),
    copies,
  ),
  handle(
    calls.postCopies,
    copiesInput,
    noContent,
    (member, sent) => saveCopies(member, sent),
    copies,
  ),
];
