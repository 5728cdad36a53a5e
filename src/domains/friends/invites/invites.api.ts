import { noInput } from '#domains/auth/auth.schema.ts';
import { type Handler, handle } from '#server/handle.ts';
import { inviteLink } from './invite-link.server.ts';
import * as calls from './invites.calls.ts';
import { invited, inviteForm, inviteInput } from './invites.schema.ts';
import { inviteByMail } from './invites.server.ts';

const form = [{ type: 'Textarea', name: 'recipients', label: 'E-mail addresses', hasValidator: true }];

export const invitesHandlers: Handler[] = [
  handle(calls.readInviteForm, noInput, inviteForm, async (member) => ({ form, invite_link: inviteLink(member.id) }), { summary: "The caller's own link for inviting people" }),
  handle(calls.inviteByMail, inviteInput, invited, inviteByMail, { summary: 'Invite people by mail' }),
];
