import { session } from '#domains/auth/auth.schema.ts';
import { finishLogIn } from '#domains/auth/login.server.ts';
import { answerSession, toCaller } from '#domains/auth/session-response.server.ts';
import { toWire } from '#lib/dates.ts';
import { noInput } from '#lib/fields.ts';
import { handle, handlePublic, noContent, type Handler } from '#server/handle.ts';
import * as calls from './two-factor.calls.ts';
import * as schema from './two-factor.schema.ts';
import {
  confirmTwoFactor,
  readTwoFactor,
  renewRecoveryCodes,
  startTwoFactor,
  turnOffTwoFactor,
  type TwoFactor,
} from './two-factor.server.ts';

const twoFactorView = ({ isOn, since, codesLeft }: TwoFactor): schema.TwoFactorState => ({
  is_on: isOn ? 1 : 0,
  since: since && toWire(since),
  recovery_codes_left: codesLeft,
});

export const twoFactorHandlers: Handler[] = [
  handlePublic(
    calls.finishLogIn,
    schema.secondStepInput,
    session,
    async (_, input, request) =>
      answerSession(await finishLogIn(input, toCaller(request)), request),
    {
      summary: 'The second step of the login: the code of the app, or a recovery code',
      ignoresCredentials: true,
    },
  ),
  handle(
    calls.readTwoFactor,
    noInput,
    schema.twoFactorState,
    async (member) => twoFactorView(await readTwoFactor(member)),
    { summary: 'Whether the login asks for a code' },
  ),
  handle(
    calls.startTwoFactor,
    schema.needsPassword,
    schema.twoFactorSetup,
    async (member, { password }) => {
      const { address, words } = await startTwoFactor(member, password);
      return { secret: words.replaceAll(' ', ''), otpauth_url: address };
    },
    {
      summary: 'A secret for an authenticator app; it counts once a code confirms it',
      needs: [['password']],
    },
  ),
  handle(
    calls.confirmTwoFactor,
    schema.confirmInput,
    schema.newRecoveryCodes,
    async (member, { code }) => ({ recovery_codes: await confirmTwoFactor(member, code) }),
    {
      summary: 'Turn two-factor login on with a code of the app; other devices are signed out',
    },
  ),
  handle(
    calls.renewRecoveryCodes,
    schema.needsPassword,
    schema.newRecoveryCodes,
    async (member, { password }) => ({
      recovery_codes: await renewRecoveryCodes(member, password),
    }),
    {
      summary: 'New recovery codes instead of the ones before',
      needs: [['password']],
    },
  ),
  handle(
    calls.turnOffTwoFactor,
    schema.needsPassword,
    noContent,
    (member, { password }) => turnOffTwoFactor(member, password),
    {
      summary: 'Turn two-factor login off',
      needs: [['password']],
    },
  ),
];
