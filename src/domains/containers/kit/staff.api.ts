import { auditLabel } from '#domains/containers/audit-log/audit-log.rules.ts';
import { listAuditLog } from '#domains/containers/audit-log/audit-log.server.ts';
import { roles } from '#domains/containers/container-access.rules.ts';
import * as containers from '#domains/containers/containers.schema.ts';
import * as links from '#domains/containers/invitations/invite-links.server.ts';
import * as removals from '#domains/containers/membership/removals.server.ts';
import * as staff from '#domains/containers/membership/staff.server.ts';
import { volunteer } from '#domains/containers/ownership/custody.server.ts';
import * as ownership from '#domains/containers/ownership/ownership.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import type { Call } from '#lib/calls.ts';
import type { ContainerType } from '#lib/container-types.ts';
import { toWireTime } from '#lib/dates.ts';
import { env } from '#server/env.ts';
import { handle, noContent, type Handler } from '#server/handle.ts';
import type { linkCalls, ownershipCalls, staffCalls } from './membership.calls.ts';
import * as shapes from './membership.schema.ts';

const saved = { done: 'Your changes were saved.' };

interface DecisionCalls<MemberId extends string, Id extends string> {
  approveRequest: Call<shapes.DecideInput<MemberId, Id>, void>;
  refuseRequest: Call<shapes.RefuseInput<MemberId, Id>, void>;
}

/** Handlers of the staff that answer requests. */
export const decisionHandlers = <MemberId extends string, Id extends string>(
  calls: DecisionCalls<MemberId, Id>,
  type: ContainerType,
  {
    id,
    memberIds,
    refused = saved.done,
  }: {
    /** Names of the ids in the input. */
    id: Id;
    memberIds: MemberId;
    refused?: string;
  },
): Handler[] => [
  handle(
    calls.approveRequest,
    shapes.decideInput({ id, memberIds }),
    noContent,
    (member, input) => staff.approveRequests(member, { type, id: input.id }, input.memberIds),
    { form: { done: 'Request approved.' }, summary: 'Approve requests to join' },
  ),
  handle(
    calls.refuseRequest,
    shapes.refuseInput({ id, memberIds }),
    noContent,
    (member, input) =>
      staff.refuseRequests(member, { type, id: input.id }, input.memberIds, input.reason),
    { form: { done: refused }, summary: 'Refuse requests, or revoke invitations' },
  ),
];

interface RemovalCalls<MemberId extends string> {
  removeMember: Call<shapes.MemberInput<MemberId>, void>;
  banMember: Call<shapes.BanInput<MemberId>, void>;
  unbanMember: Call<shapes.MemberInput<MemberId>, void>;
}

/** Handlers that remove and ban a member, named in that field. */
export const removalHandlers = <MemberId extends string>(
  calls: RemovalCalls<MemberId>,
  type: ContainerType,
  memberId: MemberId,
): Handler[] => [
  handle(
    calls.removeMember,
    shapes.memberInput(memberId),
    noContent,
    (member, input) => removals.removeMember(member, { type, id: input.id }, input.memberId),
    { form: { done: 'Member removed.' }, summary: 'Remove a member, who rejoins by approval only' },
  ),
  handle(
    calls.banMember,
    shapes.banInput(memberId),
    noContent,
    (member, { id, days, reason, memberId: bannedId }) =>
      removals.banMember(member, { type, id }, bannedId, { until: removals.banEnd(days), reason }),
    { form: { done: 'Member banned.' }, summary: `Ban somebody from a ${type}` },
  ),
  handle(
    calls.unbanMember,
    shapes.memberInput(memberId),
    noContent,
    (member, input) => removals.unbanMember(member, { type, id: input.id }, input.memberId),
    { form: saved, summary: 'End a ban' },
  ),
];

/** Handlers of the staff about one member, or about several who wait. */
export function staffHandlers(
  calls: ReturnType<typeof staffCalls>,
  type: ContainerType,
): Handler[] {
  const changeRole =
    (role: typeof roles.member | typeof roles.moderator) =>
    (member: Member, { id, memberId }: { id: number; memberId: number }) =>
      staff.changeRole(member, { type, id }, memberId, role);
  const setTitle = (
    member: Member,
    { id, memberId, title }: { id: number; memberId: number; title: string },
  ) => staff.setTitle(member, { type, id }, memberId, title);
  const title = shapes.editMemberInput('user_id');
  return [
    ...decisionHandlers(calls, type, { id: 'id', memberIds: 'user_id' }),
    ...removalHandlers(calls, type, 'user_id'),
    handle(
      calls.promoteMember,
      shapes.memberInput('user_id'),
      noContent,
      changeRole(roles.moderator),
      { form: saved, summary: `Make a member of an own ${type} an officer` },
    ),
    handle(calls.demoteMember, shapes.memberInput('user_id'), noContent, changeRole(roles.member), {
      form: saved,
      summary: `Make an officer of an own ${type} a member again`,
    }),
    handle(calls.editMember, title, noContent, setTitle, {
      summary: 'Change the text beside the name of a member',
    }),
    handle(calls.editMemberByForm, title, noContent, setTitle, {
      form: saved,
      summary: 'The same as `PUT`, for forms',
    }),
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

/** Handlers of the links by which members join a container of that kind. */
export const linkHandlers = <Type extends ContainerType>(
  calls: ReturnType<typeof linkCalls<Type>>,
  type: Type,
  { hasRules, path }: { hasRules: boolean; path: (id: number) => string },
): Handler[] => [
  handle(
    calls.listInviteLinks,
    containers.idInput,
    containers.inviteLinksAnswer,
    async (member, { id }) => inviteLinksView(await links.listInviteLinks(member, { type, id })),
    { summary: `Links by which members join an own ${type}, as long as they are valid` },
  ),
  handle(
    calls.createInviteLink,
    containers.createLinkInput,
    containers.linkCreated,
    async (member, { id, uses = null, days }) => {
      const { linkId, token } = await links.createInviteLink(member, { type, id }, { uses, days });
      return { link_id: linkId, url: `${env().PUBLIC_ORIGIN}/${type}s/join/${token}` };
    },
    { limit: `${type}Link`, summary: `Create a link by which members join an own ${type}` },
  ),
  handle(
    calls.revokeInviteLink,
    containers.linkInput,
    noContent,
    (member, { id, link_id }) => links.revokeInviteLink(member, { type, id }, link_id),
    { form: { done: 'The link has ended.' }, summary: 'End such a link' },
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
        done: 'You are a member now.',
        next: (joined) => path(joined[`${type}_id`]),
      },
      summary: `Join a ${type} by a link`,
    },
  ),
];

/** Handlers that hand a container over by an offer. */
export const ownershipHandlers = (
  calls: ReturnType<typeof ownershipCalls>,
  type: ContainerType,
): Handler[] => [
  handle(
    calls.offerOwnership,
    containers.offerInput,
    noContent,
    (member, { id, user_id }) => ownership.offerOwnership(member, { type, id }, user_id),
    {
      form: { done: 'The offer was sent. It is valid for 7 days.' },
      summary: `Offer the ownership of an own ${type}, or of one in custody, to one of its members`,
    },
  ),
  handle(
    calls.acceptOwnership,
    containers.idInput,
    noContent,
    (member, { id }) => ownership.acceptOwnership(member, { type, id }),
    { form: { done: `You own this ${type} now.` }, summary: `Accept the ownership of a ${type}` },
  ),
  handle(
    calls.endOwnershipOffer,
    containers.idInput,
    noContent,
    (member, { id }) => ownership.endOffer(member, { type, id }),
    { form: { done: 'The offer has ended.' }, summary: 'Withdraw or decline such an offer' },
  ),
  handle(
    calls.volunteerAsOwner,
    containers.volunteerInput,
    noContent,
    (member, { id, volunteer: isVolunteer }) => volunteer(member, { type, id }, isVolunteer === 1),
    {
      form: { done: 'Saved. The moderators of the site decide.' },
      summary: `Volunteer to take over a ${type} without an owner`,
    },
  ),
];

/**
 * The handler of the audit log.
 * @param readAsStaff throws if the member may not read it
 */
export const auditLogHandler = (
  call: Call<shapes.AuditLogInput, shapes.AuditLogAnswer>,
  type: ContainerType,
  readAsStaff: (member: Member, id: number) => Promise<unknown>,
): Handler =>
  handle(
    call,
    shapes.auditLogInput,
    shapes.auditLogAnswer,
    async (member, { id, ...query }) => {
      await readAsStaff(member, id);
      const { total, entries } = await listAuditLog(member, { type, id }, query);
      return {
        totalItemCount: total,
        response: entries.map(({ id: entryId, action, actor, target, createdAt }) => ({
          log_id: entryId,
          action,
          label: auditLabel(action),
          user_id: actor?.id ?? 0,
          displayname: actor?.displayname ?? '',
          target_id: target?.id ?? 0,
          target_title: target?.displayname ?? '',
          creation_date: toWireTime(createdAt),
        })),
      };
    },
    { summary: `Changes by the staff of an own ${type}, the newest first` },
  );
