import { session } from '#domains/auth/auth.schema.ts';
import { answerSession, toCaller } from '#domains/auth/session-response.server.ts';
import { toWire } from '#lib/dates.ts';
import { noInput } from '#lib/fields.ts';
import { handle, handlePublic, noContent, type Handler } from '#server/handle.ts';
import { logInWithPasskey, startPasskeyLogIn } from './passkey-login.server.ts';
import * as calls from './passkeys.calls.ts';
import * as schema from './passkeys.schema.ts';
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  startPasskey,
  type Passkey,
} from './passkeys.server.ts';

const view = ({ id, name, isSynced, createdAt, lastUsedAt }: Passkey): schema.PasskeyView => ({
  passkey_id: id,
  name,
  is_synced: isSynced ? 1 : 0,
  creation_date: toWire(createdAt),
  last_used_date: lastUsedAt && toWire(lastUsedAt),
});

export const passkeysHandlers: Handler[] = [
  handlePublic(
    calls.startPasskeyLogIn,
    noInput,
    schema.options as never,
    async (_, __, request) => startPasskeyLogIn(toCaller(request)),
    {
      summary: 'What a device signs to log in with a passkey',
      ignoresCredentials: true,
    },
  ),
  handlePublic(
    calls.logInWithPasskey,
    schema.logInInput,
    session,
    async (_, { credential }, request) =>
      answerSession(await logInWithPasskey(credential, toCaller(request)), request),
    {
      summary: 'Log in with a passkey; no second step follows',
      ignoresCredentials: true,
    },
  ),
  handle(
    calls.listPasskeys,
    noInput,
    schema.passkeyList,
    async (member) => {
      const response = (await listPasskeys(member)).map(view);
      return { totalItemCount: response.length, response };
    },
    { summary: "The member's passkeys" },
  ),
  handle(
    calls.startPasskey,
    schema.startInput,
    schema.options as never,
    (member, { password }) => startPasskey(member, password),
    {
      summary: 'What a device is asked for to make a passkey',
      needs: [['password']],
    },
  ),
  handle(
    calls.addPasskey,
    schema.addInput,
    schema.passkey,
    async (member, { credential, name }) => view(await addPasskey(member, credential, name)),
    { summary: 'Add a passkey' },
  ),
  handle(
    calls.renamePasskey,
    schema.renameInput,
    noContent,
    (member, { id, name }) => renamePasskey(member, id, name),
    { summary: 'Rename a passkey' },
  ),
  handle(
    calls.removePasskey,
    schema.removeInput,
    noContent,
    (member, { id, password }) => removePasskey(member, id, password),
    {
      summary: 'Remove a passkey',
      needs: [['password']],
    },
  ),
];
