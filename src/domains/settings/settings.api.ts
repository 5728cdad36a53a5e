import { clearedCookies } from '#domains/auth/cookies.ts';
import { noInput } from '#lib/fields.ts';
import { isHttps } from '#server/base-url.ts';
import { handle, noContent, type Handler } from '#server/handle.ts';
import { deleteAccount } from './deletion.server.ts';
import { readGeneral, saveGeneral } from './general.server.ts';
import { changePassword } from './password.server.ts';
import * as calls from './settings.calls.ts';
import * as schema from './settings.schema.ts';
import {
  accountMenuView,
  deleteFields,
  generalView,
  passwordFields,
} from './settings.views.server.ts';

const general = { summary: 'Change the e-mail address, the username or the time zone' };

export const settingsHandlers: Handler[] = [
  handle(calls.readAccountMenu, noInput, schema.accountMenu, async () => accountMenuView, {
    summary: 'The menu of the settings',
  }),
  handle(
    calls.readGeneral,
    noInput,
    schema.settingsForm,
    async (member) => generalView(await readGeneral(member)),
    { summary: 'General settings' },
  ),
  handle(calls.saveGeneral, schema.generalInput, noContent, saveGeneral, general),
  handle(calls.postGeneral, schema.generalInput, noContent, saveGeneral, general),
  handle(calls.readPasswordForm, noInput, schema.fieldList, async () => passwordFields, {
    summary: 'The form for a new password',
  }),
  handle(calls.changePassword, schema.passwordInput, noContent, changePassword, {
    summary: 'Change the password; other devices are signed out',
  }),
  handle(calls.readDeleteForm, noInput, schema.fieldList, async () => deleteFields, {
    summary: 'The form for deleting the account',
  }),
  handle(
    calls.deleteAccount,
    schema.deleteInput,
    noContent,
    async (member, { password }, request) => {
      await deleteAccount(member, password);
      for (const line of clearedCookies(isHttps())) request.setCookie(line);
      request.setHeader('clear-site-data', '"cache", "storage"');
    },
    {
      summary: 'Delete the account; its owner may take it back for some days',
      needs: [['password']],
    },
  ),
];
