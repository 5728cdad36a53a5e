import { signUp } from '#domains/auth/auth.calls.ts';
import { signedUp, signupInput } from '#domains/auth/auth.schema.ts';
import { answerSignUp, toCaller } from '#domains/auth/session-response.server.ts';
import { noInput } from '#lib/fields.ts';
import { handle, handlePublic, noContent, type Handler } from '#server/handle.ts';
import { inviteLink, signUpInvited } from './invite-link.server.ts';
import * as calls from './invites.calls.ts';
import { invited, inviteForm, inviteInput } from './invites.schema.ts';
import { dismissInviteBanner, inviteByMail } from './invites.server.ts';

const form = [
  { type: 'Textarea', name: 'recipients', label: 'E-mail addresses', hasValidator: true },
];

export const invitesHandlers: Handler[] = [
  // Here, because auth must not depend on friends.
  handlePublic(
    signUp,
    signupInput,
    signedUp,
    async (_, input, request) =>
      answerSignUp(await signUpInvited(input, toCaller(request)), request),
    {
      summary: 'Create an account',
      ignoresCredentials: true,
    },
  ),
  handle(
    calls.readInviteForm,
    noInput,
    inviteForm,
    async (member) => ({ form, invite_link: inviteLink(member.id) }),
    { summary: "The caller's own link for inviting people" },
  ),
  handle(calls.dismissInviteBanner, noInput, noContent, dismissInviteBanner, {
    summary: 'Show the banner for inviting people no more',
  }),
  handle(
    calls.inviteByMail,
    inviteInput,
    invited,
    async (member, input) => ({ ...(await inviteByMail(member, input)), already_members: [] }),
    { summary: 'Invite people by e-mail' },
  ),
];
