import * as links from '#domains/containers/invitations/invite-links.server.ts';
import { volunteer } from '#domains/containers/ownership/custody.server.ts';
import {
  acceptOwnership,
  endOffer,
  offerOwnership,
} from '#domains/containers/ownership/ownership.server.ts';
import type { NotificationType } from '#domains/notifications/notification-kinds.ts';
import type { Member } from '#domains/policy/viewer.ts';
import type { Call } from '#lib/calls.ts';
import { toWireTime } from '#lib/dates.ts';
import { env } from '#server/env.ts';
import { notFound } from '#server/errors.ts';
import { handle, noContent, type Handler } from '#server/handle.ts';
import type { AfterChange, ContainerRef } from './container-lock.server.ts';
import { notifyAboutContainer } from './container-notices.server.ts';
import * as shapes from './containers.schema.ts';

/** The words of a kind for the handlers that all kinds share. */
interface ContainerKindWords {
  /** Singular; its plural is the first segment of the kind's addresses. */
  noun: string;
  ref: (id: number) => ContainerRef;
}

export const inviteLinksView = (rows: links.InviteLink[]): shapes.InviteLinksAnswer => ({
  response: rows.map(({ linkId, creatorId, usesLeft, expiresAt }) => ({
    link_id: Number(linkId),
    user_id: Number(creatorId),
    uses_left: usesLeft,
    expires: toWireTime(expiresAt),
  })),
});

interface LinkCalls {
  listInviteLinks: Call<shapes.IdInput, shapes.InviteLinksAnswer>;
  createInviteLink: Call<shapes.CreateLinkInput, shapes.LinkCreated>;
  revokeInviteLink: Call<shapes.LinkInput, void>;
}

/** Handlers of the links by which members join a container of that kind. */
export const inviteLinkHandlers = (
  calls: LinkCalls,
  { noun, ref }: ContainerKindWords,
  limit: string,
): Handler[] => [
  handle(
    calls.listInviteLinks,
    shapes.idInput,
    shapes.inviteLinksAnswer,
    async (member, { id }) => inviteLinksView(await links.listInviteLinks(member, ref(id))),
    { summary: `Links by which members join an own ${noun}, as long as they are valid` },
  ),
  handle(
    calls.createInviteLink,
    shapes.createLinkInput,
    shapes.linkCreated,
    async (member, { id, uses = null, days }) => {
      const { linkId, token } = await links.createInviteLink(member, ref(id), { uses, days });
      return { link_id: linkId, url: `${env().PUBLIC_ORIGIN}/${noun}s/join/${token}` };
    },
    { limit, summary: `Create a link by which members join an own ${noun}` },
  ),
  handle(
    calls.revokeInviteLink,
    shapes.linkInput,
    noContent,
    (member, { id, link_id }) => links.revokeInviteLink(member, ref(id), link_id),
    { form: { done: 'The link has ended.' }, summary: 'End such a link' },
  ),
];

interface OwnershipCalls {
  offerOwnership: Call<shapes.OfferInput, void>;
  acceptOwnership: Call<shapes.IdInput, void>;
  endOwnershipOffer: Call<shapes.IdInput, void>;
  volunteerAsOwner: Call<shapes.VolunteerInput, void>;
}

interface OwnershipKind extends ContainerKindWords {
  notice: NotificationType;
  /** Throws if the member may not own this one as well. */
  checkQuota: (member: Member, id: number) => AfterChange;
}

/** Handlers that hand a container of that kind over by an offer. */
export const ownershipHandlers = (
  calls: OwnershipCalls,
  { noun, ref, notice, checkQuota }: OwnershipKind,
): Handler[] => [
  handle(
    calls.offerOwnership,
    shapes.offerInput,
    noContent,
    (member, { id, user_id }) =>
      offerOwnership(member, ref(id), user_id, (tx) =>
        notifyAboutContainer(tx, member, ref(id), notice, [user_id]),
      ),
    {
      form: { done: 'The offer was sent. It is valid for 7 days.' },
      summary: `Offer the ownership of an own ${noun}, or of one in custody, to one of its members`,
    },
  ),
  handle(
    calls.acceptOwnership,
    shapes.idInput,
    noContent,
    (member, { id }) => acceptOwnership(member, ref(id), checkQuota(member, id)),
    {
      form: { done: `You own this ${noun} now.` },
      summary: `Accept the ownership of a ${noun}`,
    },
  ),
  handle(
    calls.endOwnershipOffer,
    shapes.idInput,
    noContent,
    (member, { id }) => endOffer(member, ref(id)),
    { form: { done: 'The offer has ended.' }, summary: 'Withdraw or decline such an offer' },
  ),
  handle(
    calls.volunteerAsOwner,
    shapes.volunteerInput,
    noContent,
    (member, { id, volunteer: isVolunteer }) => volunteer(member, ref(id), isVolunteer === 1),
    {
      form: { done: 'Saved. The moderators of the site decide.' },
      summary: `Volunteer to take over a ${noun} without an owner`,
    },
  ),
];

/** Joins by a link of that kind; a link of another kind is not found. Returns the container's id. */
export async function joinByLinkOf(
  type: string,
  member: Member,
  token: string,
  hasAcceptedRules = false,
): Promise<number> {
  if ((await links.readInviteLink(member, token)).type !== type) throw notFound();
  return (await links.joinByLink(member, token, hasAcceptedRules)).id;
}
