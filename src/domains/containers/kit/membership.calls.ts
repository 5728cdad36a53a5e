import type * as containers from '#domains/containers/containers.schema.ts';
import { del, get, post, put } from '#lib/rest.ts';
import type { FormField } from '#lib/shapes.ts';
import type * as shapes from './membership.schema.ts';
import type { RequestsAnswer, RequestsInput } from './requests.schema.ts';

// Calls as the web client makes them; their handlers are in `kind.api.ts`, `membership.api.ts` and `staff.api.ts`.
// Without side effects, so that a screen carries only those of a kind that it makes.

/**
 * Calls of a member for oneself.
 * @param folder such as '/groups/member'
 */
/* @__NO_SIDE_EFFECTS__ */
export const membershipCalls = <Membership extends string>(folder: string) => ({
  join: post<shapes.JoinInput, shapes.MembershipAnswer<Membership>>(`${folder}/join/:id`),
  requestMembership: post<shapes.RequestInput, shapes.MembershipAnswer<Membership>>(
    `${folder}/request/:id`,
  ),
  cancelRequest: post<containers.IdInput, void>(`${folder}/request-cancel/:id`),
  acceptInvitation: post<shapes.InvitedInput<'id'>, void>(`${folder}/accept/:id`),
  ignoreInvitation: post<Record<'id', number>, void>(`${folder}/ignore/:id`),
  leave: post<containers.LeaveInput, shapes.MembershipAnswer<Membership>>(`${folder}/leave/:id`),
  readInviteForm: get<shapes.InviteFormInput, FormField[]>(`${folder}/invite/:id`),
  inviteMembers: post<shapes.InviteInput, shapes.InvitedAnswer>(`${folder}/invite/:id`),
  resendInvitation: post<shapes.MemberInput<'user_id'>, void>(`${folder}/resend/:id`),
  markRead: post<containers.IdInput, void>(`${folder}/read/:id`),
  setOptions: post<shapes.OptionsInput, void>(`${folder}/options/:id`),
});

/** Calls of its staff about one member, or about several who wait. */
/* @__NO_SIDE_EFFECTS__ */
export const staffCalls = (folder: string) => ({
  approveRequest: post<shapes.DecideInput<'user_id', 'id'>, shapes.ApprovedAnswer>(
    `${folder}/approve/:id`,
  ),
  refuseRequest: post<shapes.RefuseInput<'user_id', 'id'>, shapes.RefusedAnswer>(
    `${folder}/cancel/:id`,
  ),
  removeMember: post<shapes.MemberInput<'user_id'>, void>(`${folder}/remove/:id`),
  promoteMember: post<shapes.MemberInput<'user_id'>, void>(`${folder}/promote/:id`),
  demoteMember: post<shapes.MemberInput<'user_id'>, void>(`${folder}/demote/:id`),
  editMember: put<shapes.EditMemberInput<'user_id'>, void>(`${folder}/edit/:id`),
  editMemberByForm: post<shapes.EditMemberInput<'user_id'>, void>(`${folder}/edit/:id`),
  banMember: post<shapes.BanInput<'user_id'>, void>(`${folder}/ban/:id`),
  unbanMember: post<shapes.MemberInput<'user_id'>, void>(`${folder}/unban/:id`),
});

/** Calls about links by which members join, and about the ownership: all kinds name them alike. */
/* @__NO_SIDE_EFFECTS__ */
export const linkCalls = <Type extends string>(folder: string) => ({
  listInviteLinks: get<containers.IdInput, containers.InviteLinksAnswer>(
    `${folder}/invite-links/:id`,
  ),
  createInviteLink: post<containers.CreateLinkInput, containers.LinkCreated>(
    `${folder}/invite-links/:id`,
  ),
  revokeInviteLink: del<containers.LinkInput, void>(`${folder}/invite-links/:id/:link_id`),
  joinByLink: post<shapes.JoinByLinkInput, shapes.JoinedAnswer<Type>>(
    `${folder}/join-by-link/:token`,
  ),
});

/* @__NO_SIDE_EFFECTS__ */
export const ownershipCalls = (folder: string) => ({
  offerOwnership: post<containers.OfferInput, void>(`${folder}/offer-ownership/:id`),
  acceptOwnership: post<containers.IdInput, void>(`${folder}/accept-ownership/:id`),
  endOwnershipOffer: post<containers.IdInput, void>(`${folder}/end-ownership-offer/:id`),
  volunteerAsOwner: post<containers.VolunteerInput, void>(`${folder}/volunteer/:id`),
});

/** All of these, of a kind whose staff are officers and an owner. @param area such as '/groups' */
/* @__NO_SIDE_EFFECTS__ */
export const plainCalls = <Type extends string, Membership extends string>(area: string) => ({
  ...membershipCalls<Membership>(`${area}/member`),
  ...staffCalls(`${area}/member`),
  ...linkCalls<Type>(area),
  ...ownershipCalls(area),
  listPendingRequests: get<RequestsInput, RequestsAnswer>(`${area}/pending-requests/:id`),
});
