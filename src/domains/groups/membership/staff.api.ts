import * as links from '#domains/containers/invite-links.server.ts';
import { acceptOwnership, endOffer, offerOwnership } from '#domains/containers/ownership.server.ts';
import * as staff from '#domains/containers/staff.server.ts';
import { mayCreateGroup } from '#domains/groups/edit/group-changes.server.ts';
import { notifyAboutGroup } from '#domains/groups/group-notices.server.ts';
import * as calls from '#domains/groups/groups.calls.ts';
import { groupQuota } from '#domains/groups/groups.rules.ts';
import { groupIdInput } from '#domains/groups/groups.schema.ts';
import { groupRef } from '#domains/groups/one-group.server.ts';
import { originFor } from '#server/base-url.ts';
import { databaseNow } from '#server/clock.ts';
import { env } from '#server/env.ts';
import { forbidden, notFound } from '#server/errors.ts';
import { handle, noContent, type Handler } from '#server/handle.ts';
import { listMembers, type MemberListKind } from './group-members.server.ts';
import * as membership from './group-membership.server.ts';
import * as shapes from './membership.schema.ts';
import { inviteLinksView, membersView } from './membership.views.server.ts';

function toListKind(flags: { waiting: number; banned: number; invited: number }): MemberListKind {
  if (flags.waiting) return 'requests';
  if (flags.banned) return 'bans';
  return flags.invited ? 'invitations' : 'members';
}

/** In milliseconds. */
const day = 86_400_000;
const saved = { form: { done: 'Your changes were saved.' } };

const setTitle = (
  member: Parameters<typeof membership.setTitle>[0],
  { id, user_id, title }: { id: number; user_id: number; title: string },
) => membership.setTitle(member, id, user_id, title);

export const staffHandlers: Handler[] = [
  handle(
    calls.listMembers,
    shapes.membersInput,
    shapes.membersAnswer,
    async (member, { id, waiting, banned, invited, menu, ...query }, request) => {
      const kind = toListKind({ waiting, banned, invited });
      const found = await listMembers(member, id, { ...query, kind });
      return membersView(found, { kind, withMenu: menu === 1, origin: originFor(request) });
    },
    { summary: 'Members of a group; for its officers also requests, invitations and bans' },
  ),
  handle(
    calls.approveRequest,
    shapes.membersOfInput,
    noContent,
    (member, { id, user_id }) => membership.approveRequests(member, id, user_id),
    { form: { done: 'Request approved.' }, summary: 'Approve requests to join' },
  ),
  handle(
    calls.refuseRequest,
    shapes.memberInput,
    noContent,
    (member, { id, user_id }) => membership.refuseRequest(member, id, user_id),
    { ...saved, summary: 'Refuse a request, or revoke an invitation' },
  ),
  handle(
    calls.removeMember,
    shapes.memberInput,
    noContent,
    (member, { id, user_id }) => membership.removeMember(member, id, user_id),
    { form: { done: 'Member removed.' }, summary: 'Remove a member, who rejoins by approval only' },
  ),
  handle(
    calls.promoteMember,
    shapes.memberInput,
    noContent,
    (member, { id, user_id }) => membership.promoteMember(member, id, user_id),
    { ...saved, summary: 'Make a member of an own group an officer' },
  ),
  handle(
    calls.demoteMember,
    shapes.memberInput,
    noContent,
    (member, { id, user_id }) => membership.demoteMember(member, id, user_id),
    { ...saved, summary: 'Make an officer of an own group a member again' },
  ),
  handle(calls.editMember, shapes.editMemberInput, noContent, setTitle, {
    summary: 'Change the text beside the name of a member',
  }),
  handle(calls.editMemberByForm, shapes.editMemberInput, noContent, setTitle, {
    ...saved,
    summary: 'The same as `PUT`, for forms',
  }),
  handle(
    calls.banMember,
    shapes.banInput,
    noContent,
    (member, { id, user_id, reason, days }) =>
      staff.banMember(member, groupRef(id), user_id, {
        until: days ? new Date(Number(databaseNow()) + days * day) : null,
        reason,
      }),
    { form: { done: 'Member banned.' }, summary: 'Ban somebody from a group' },
  ),
  handle(
    calls.unbanMember,
    shapes.memberInput,
    noContent,
    (member, { id, user_id }) => staff.unbanMember(member, groupRef(id), user_id),
    { ...saved, summary: 'End a ban' },
  ),
  handle(
    calls.listInviteLinks,
    groupIdInput,
    shapes.inviteLinksAnswer,
    async (member, { id }) => inviteLinksView(await links.listInviteLinks(member, groupRef(id))),
    { summary: 'Links by which members join an own group, as long as they are valid' },
  ),
  handle(
    calls.createInviteLink,
    shapes.createLinkInput,
    shapes.linkCreated,
    async (member, { id, uses = null, days }) => {
      const { linkId, token } = await links.createInviteLink(member, groupRef(id), { uses, days });
      return { link_id: linkId, url: `${env().PUBLIC_ORIGIN}/groups/join/${token}` };
    },
    { limit: 'groupLink', summary: 'Create a link by which members join an own group' },
  ),
  handle(
    calls.revokeInviteLink,
    shapes.linkInput,
    noContent,
    (member, { id, link_id }) => links.revokeInviteLink(member, groupRef(id), link_id),
    { form: { done: 'The link has ended.' }, summary: 'End such a link' },
  ),
  handle(
    calls.joinByLink,
    shapes.joinByLinkInput,
    shapes.joinedAnswer,
    async (member, { token, rules_accepted }) => {
      // A link of a page or event is not one of a group.
      if ((await links.readInviteLink(member, token)).type !== 'group') throw notFound();
      return { group_id: (await links.joinByLink(member, token, rules_accepted === 1)).id };
    },
    {
      form: {
        done: 'You are a member now.',
        next: ({ group_id }) => `/groups/group/${group_id}/posts`,
      },
      summary: 'Join a group by a link',
    },
  ),
  handle(
    calls.offerOwnership,
    shapes.memberInput,
    noContent,
    (member, { id, user_id }) =>
      offerOwnership(member, groupRef(id), user_id, (tx) =>
        notifyAboutGroup(tx, member, id, 'group_ownership', [user_id]),
      ),
    {
      form: { done: 'The offer was sent. It is valid for 7 days.' },
      summary: 'Offer the ownership of an own group to one of its members',
    },
  ),
  handle(
    calls.acceptOwnership,
    groupIdInput,
    noContent,
    async (member, { id }) => {
      if (!(await mayCreateGroup(member))) throw forbidden(`You own ${groupQuota} groups already.`);
      await acceptOwnership(member, groupRef(id));
    },
    { form: { done: 'You own this group now.' }, summary: 'Accept the ownership of a group' },
  ),
  handle(
    calls.endOwnershipOffer,
    groupIdInput,
    noContent,
    (member, { id }) => endOffer(member, groupRef(id)),
    { form: { done: 'The offer has ended.' }, summary: 'Withdraw or decline such an offer' },
  ),
];
