import { noInput } from '#lib/fields.ts';
import { isHttps } from '#server/base-url.ts';
import { httpError } from '#server/errors.ts';
import { handle, handlePublic, type Handler, type RestRequest } from '#server/handle.ts';
import { noContent } from '#server/responses.ts';
import * as calls from './auth.calls.ts';
import { loginFields, signupFields } from './auth.forms.ts';
import * as schema from './auth.schema.ts';
import { currentMemberView, sessionListView, verifiedView } from './auth.views.server.ts';
import { clearedCookies } from './cookies.ts';
import { logIn } from './login.server.ts';
import { forgotPassword, resetPassword } from './reset.server.ts';
import { answerSession, toCaller } from './session-response.server.ts';
import {
  revokeAllSessionsOf,
  revokeOtherSessionsOf,
  revokeSession,
  signOut,
} from './sessions.server.ts';
import {
  needOpenSignup,
  resendVerification,
  validateSignup,
  verifyEmail,
} from './signup.server.ts';

const { account: accountNames, fields: personNames } = schema.requiredNames;

function endSession(request: RestRequest) {
  for (const line of clearedCookies(isHttps())) request.setCookie(line);
  request.setHeader('clear-site-data', '"cache", "storage"');
}

export const authHandlers: Handler[] = [
  handlePublic(calls.readLoginForm, noInput, schema.loginForm, async () => loginFields, {
    summary: 'The login form',
    ignoresCredentials: true,
  }),
  handlePublic(
    calls.logIn,
    schema.loginInput,
    schema.session,
    async (_, input, request) =>
      answerSession(await logIn(input, toCaller(request, input.device_uuid)), request),
    { summary: 'Log in', ignoresCredentials: true },
  ),
  handlePublic(
    calls.logOut,
    noInput,
    noContent,
    async (viewer, _, request) => {
      if (viewer.kind !== 'member') throw httpError('already_logged_out', 'You are not logged in.');
      await signOut(viewer.id, viewer.sessionId);
      endSession(request);
    },
    { summary: 'Log out on this device' },
  ),
  handlePublic(
    calls.forgotPassword,
    schema.emailInput,
    noContent,
    (_, input, request) => forgotPassword(input, toCaller(request)),
    {
      summary: 'Send a link for choosing a new password',
      ignoresCredentials: true,
    },
  ),
  handlePublic(
    calls.resetPassword,
    schema.resetInput,
    noContent,
    (_, input, request) => resetPassword(input, toCaller(request)),
    {
      summary: 'Choose a new password with the link from the e-mail',
      ignoresCredentials: true,
    },
  ),
  handlePublic(
    calls.readSignupForm,
    noInput,
    schema.signupForm,
    async () => {
      needOpenSignup();
      return signupFields;
    },
    { summary: 'The sign-up form', ignoresCredentials: true },
  ),
  handlePublic(
    calls.validateSignup,
    schema.validationsInput,
    noContent,
    (_, input) => validateSignup(input),
    {
      summary: 'Check a part of the sign-up form',
      needs: [
        [...accountNames, ...personNames],
        ['account_validation', ...accountNames],
        ['fields_validation', ...personNames],
      ],
      ignoresCredentials: true,
    },
  ),
  handlePublic(
    calls.verifyEmail,
    schema.verifyInput,
    schema.verified,
    async (_, input, request) => verifiedView(await verifyEmail(input, toCaller(request))),
    {
      summary: 'Confirm the e-mail address with the link from the e-mail',
      ignoresCredentials: true,
    },
  ),
  handlePublic(
    calls.resendVerification,
    schema.emailInput,
    noContent,
    (_, input, request) => resendVerification(input, toCaller(request)),
    {
      summary: 'Send the link for confirming the address again',
      ignoresCredentials: true,
    },
  ),
  handle(
    calls.readCurrentMember,
    noInput,
    schema.currentMember,
    async (member) => currentMemberView(member),
    { summary: 'Who is logged in' },
  ),
  handle(calls.listSessions, noInput, schema.sessionList, (member) => sessionListView(member), {
    summary: 'Where the member is logged in',
  }),
  handle(
    calls.revokeSession,
    schema.revokeInput,
    noContent,
    async (member, { sessionId, others }, request) => {
      if (sessionId !== undefined) await revokeSession(member.id, sessionId);
      else if (others) await revokeOtherSessionsOf(member.id, member.sessionId);
      else await revokeAllSessionsOf(member.id);
      if (sessionId === member.sessionId || (sessionId === undefined && !others))
        endSession(request);
    },
    {
      summary: 'Log out another device, all others, or all',
      needs: [['session_id'], ['others'], ['all']],
    },
  ),
];
