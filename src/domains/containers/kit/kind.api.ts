import * as containers from '#domains/containers/containers.schema.ts';
import * as links from '#domains/containers/invitations/invite-links.server.ts';
import { acceptInvitation, withdraw } from '#domains/containers/membership/memberships.server.ts';
import * as removals from '#domains/containers/membership/removals.server.ts';
import * as staff from '#domains/containers/membership/staff.server.ts';
import { volunteer } from '#domains/containers/ownership/custody.server.ts';
import * as ownership from '#domains/containers/ownership/ownership.server.ts';
import type { Call } from '#lib/calls.ts';
import type { ContainerType } from '#lib/container-types.ts';
import { toWireTime } from '#lib/dates.ts';
import { originFor } from '#server/base-url.ts';
import { env } from '#server/env.ts';
import { handle, noContent, type Handler } from '#server/handle.ts';
import { noContentWith } from '#server/responses.ts';
import type { ContainerScreens } from './container-screens.ts';
import type { linkCalls, ownershipCalls } from './membership.calls.ts';
import * as shapes from './membership.schema.ts';
import { approvedText } from './requests.model.ts';
import {
  requestsAnswer,
  requestsInput,
  type RequestsAnswer,
  type RequestsInput,
} from './requests.schema.ts';
import { requestsView } from './requests.views.server.ts';

/** A kind names the ids in the inputs as its interface does. */
interface KindCalls<Id extends string, MemberId extends string> {
  acceptInvitation: Call<shapes.InvitedInput<Id>, void>;
  ignoreInvitation: Call<Record<Id, number>, void>;
  listPendingRequests: Call<RequestsInput, RequestsAnswer>;
  approveRequest: Call<shapes.DecideInput<MemberId, Id>, shapes.ApprovedAnswer>;
  refuseRequest: Call<shapes.RefuseInput<MemberId, Id>, shapes.RefusedAnswer>;
  removeMember: Call<shapes.MemberInput<MemberId>, void>;
  banMember: Call<shapes.BanInput<MemberId>, void>;
  unbanMember: Call<shapes.MemberInput<MemberId>, void>;
}

interface KindRules {
  /** Whoever accepts an invitation, or joins by a link, accepts rules. */
  hasRules: boolean;
}

/** Handlers that all kinds have, about invitations, requests, bans, links and the ownership. */
export function kindHandlers<
  Type extends ContainerType,
  Id extends string,
  MemberId extends string,
>(
  calls: KindCalls<Id, MemberId> &
    ReturnType<typeof linkCalls<Type>> &
    ReturnType<typeof ownershipCalls>,
  type: Type,
  { requests, path, browse }: Pick<ContainerScreens, 'requests' | 'path' | 'browse'>,
  { hasRules }: KindRules,
): Handler[] {
  const ref = (id: number) => ({ type, id });
  const { container, member: memberId } = requests.ids;
  const decided = { id: container, memberIds: memberId };
  return [
    handle(
      calls.acceptInvitation,
      shapes.invitedInput(container, hasRules),
      noContent,
      async (member, { id, rules_accepted }) => {
        await acceptInvitation(member, ref(id), rules_accepted === 1);
      },
      { form: { done: 'You are now a member.' }, summary: `Accept an invitation to a ${type}` },
    ),
    handle(
      calls.ignoreInvitation,
      shapes.invitedInput(container, false),
      noContent,
      (member, { id }) => withdraw(member, ref(id), 'invited'),
      {
        form: { done: 'Invitation declined.', next: () => Object.keys(browse.lists)[0] },
        summary: `Decline an invitation to a ${type}; the inviter is not notified`,
      },
    ),
    handle(
      calls.listPendingRequests,
      requestsInput,
      requestsAnswer,
      async (member, { id, ...query }, request) =>
        requestsView(await requests.list(member, id, query), originFor(request)),
      { summary: `Requests to join, for the staff of the ${type}` },
    ),
    handle(
      calls.approveRequest,
      shapes.decideInput(decided),
      noContentWith(shapes.approvedAnswer),
      (member, { id, memberIds }) => staff.approveRequests(member, ref(id), memberIds),
      {
        form: { counted: { text: approvedText, of: ({ waiting }) => waiting } },
        summary: 'Approve requests to join',
      },
    ),
    handle(
      calls.refuseRequest,
      shapes.refuseInput(decided),
      noContentWith(shapes.refusedAnswer),
      (member, { id, memberIds, reason }) =>
        staff.refuseRequests(member, ref(id), memberIds, reason),
      { form: shapes.refusedForm, summary: 'Reject requests, or revoke invitations' },
    ),
    handle(
      calls.removeMember,
      shapes.memberInput(memberId),
      noContent,
      (member, input) => removals.removeMember(member, ref(input.id), input.memberId),
      {
        form: { done: 'Member removed.' },
        summary: 'Remove a member, who rejoins by approval only',
      },
    ),
    handle(
      calls.banMember,
      shapes.banInput(memberId),
      noContent,
      (member, { id, days, reason, show_reason: showsReason, memberId: bannedId }) =>
        removals.banMember(member, ref(id), bannedId, {
          until: removals.banEnd(days),
          reason,
          showsReason: showsReason === 1,
        }),
      { form: { done: 'Member banned.' }, summary: `Ban somebody from a ${type}` },
    ),
    handle(
      calls.unbanMember,
      shapes.memberInput(memberId),
      noContent,
      (member, input) => removals.unbanMember(member, ref(input.id), input.memberId),
      { form: { done: 'The ban has ended.' }, summary: 'End a ban' },
    ),
    handle(
      calls.listInviteLinks,
      containers.idInput,
      containers.inviteLinksAnswer,
      async (member, { id }) => inviteLinksView(await links.listInviteLinks(member, ref(id))),
      { summary: `Links by which members join your own ${type}, as long as they are valid` },
    ),
    handle(
      calls.createInviteLink,
      containers.createLinkInput,
      containers.linkCreated,
      async (member, { id, uses = null, days }) => {
        const { linkId, token } = await links.createInviteLink(member, ref(id), { uses, days });
        return { link_id: linkId, url: `${env().PUBLIC_ORIGIN}/${type}s/join/${token}` };
      },
      { limit: `${type}Link`, summary: `Create a link by which members join your own ${type}` },
    ),
    handle(
      calls.revokeInviteLink,
      containers.linkInput,
      noContent,
      (member, { id, link_id }) => links.revokeInviteLink(member, ref(id), link_id),
      { form: { done: 'The link was revoked.' }, summary: 'End such a link' },
    ),
    handle(
      calls.joinByLink,
      shapes.joinByLinkInput(hasRules),
      shapes.joinedAnswer(type),
      async (member, { token, rules_accepted }) => {
        const hasAcceptedRules = rules_accepted === 1;
        const { id } = await links.joinByLink(member, token, { type, hasAcceptedRules });
        return shapes.toJoined(type, id);
      },
      {
        form: {
          done: 'You are now a member.',
          next: (joined) => path({ itemId: joined[`${type}_id`] }, 'posts'),
        },
        summary: `Join a ${type} by a link`,
      },
    ),
    handle(
      calls.offerOwnership,
      containers.offerInput,
      noContent,
      (member, { id, user_id }) => ownership.offerOwnership(member, ref(id), user_id),
      {
        form: { done: 'The offer was sent. It is valid for 7 days.' },
        summary: `Offer ownership of your own ${type}, or of one in custody, to one of its members`,
      },
    ),
    handle(
      calls.acceptOwnership,
      containers.idInput,
      noContent,
      (member, { id }) => ownership.acceptOwnership(member, ref(id)),
      { form: { done: `You now own this ${type}.` }, summary: `Accept the ownership of a ${type}` },
    ),
    handle(
      calls.endOwnershipOffer,
      containers.idInput,
      noContent,
      (member, { id }) => ownership.endOffer(member, ref(id)),
      { form: { done: 'The offer has ended.' }, summary: 'Withdraw or decline such an offer' },
    ),
    handle(
      calls.volunteerAsOwner,
      containers.volunteerInput,
      noContent,
      (member, { id, volunteer: isVolunteer }) => volunteer(member, ref(id), isVolunteer === 1),
      {
        form: { done: 'Thank you for volunteering. The moderators of this site will decide.' },
        summary: `Volunteer to take over a ${type} without an owner`,
      },
    ),
  ];
}

export const inviteLinksView = (rows: links.InviteLink[]): containers.InviteLinksAnswer => ({
  response: rows.map(({ linkId, creatorId, usesLeft, expiresAt }) => ({
    link_id: Number(linkId),
    user_id: Number(creatorId),
    uses_left: usesLeft,
    expires: toWireTime(expiresAt),
  })),
});
