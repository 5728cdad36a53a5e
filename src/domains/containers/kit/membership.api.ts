import type { ContainerRow } from '#domains/containers/container-rows.server.ts';
import { idInput, leaveInput } from '#domains/containers/containers.schema.ts';
import * as invitations from '#domains/containers/invitations/invitations.server.ts';
import * as memberships from '#domains/containers/membership/memberships.server.ts';
import { suggestFriends } from '#domains/friends/friend-list.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import type { Call } from '#lib/calls.ts';
import type { ContainerType } from '#lib/container-types.ts';
import type { FormField } from '#lib/shapes.ts';
import { counted } from '#lib/text.ts';
import { originFor } from '#server/base-url.ts';
import { forbidden } from '#server/errors.ts';
import { handle, noContent, type Handler, type RestRequest } from '#server/handle.ts';
import { noContentWith } from '#server/responses.ts';
import type { membershipCalls } from './membership.calls.ts';
import * as shapes from './membership.schema.ts';

interface MembershipKind<Row extends ContainerRow, Name extends string> {
  type: ContainerType;
  /** As `containerReader` makes them. */
  read: (member: Member, id: number) => Promise<Row>;
  readOpen: (member: Member, id: number) => Promise<Row>;
  membershipNames: readonly Name[];
  toMembership: (row: Row) => Name;
}

/** Friends whom the member may invite, and the form to choose them. */
export async function readInviteForm(
  member: Member,
  row: ContainerRow,
  search: string,
  request: RestRequest,
) {
  if (!row.canInvite) throw forbidden();
  const friends = await suggestFriends(member, { search, limit: 50 }, originFor(request));
  const options = friends.map(({ id, label }) => [String(id), label]);
  const form: FormField[] = [
    { type: 'Checkbox', name: 'selectall', label: 'All of them' },
    {
      type: 'Multicheckbox',
      name: 'users',
      label: 'Friends',
      hasValidator: true,
      multiOptions: Object.fromEntries(options),
    },
  ];
  return { form, friends };
}

interface InvitationCalls<Id extends string> {
  acceptInvitation: Call<shapes.InvitedInput<Id>, void>;
  ignoreInvitation: Call<Record<Id, number>, void>;
}

/**
 * Handlers for whoever is invited.
 * @param id the name of the container's id
 */
export const invitationHandlers = <Id extends string>(
  calls: InvitationCalls<Id>,
  type: ContainerType,
  { id: name, hasRules, next }: { id: Id; hasRules: boolean; next: string },
): Handler[] => [
  handle(
    calls.acceptInvitation,
    shapes.invitedInput(name, hasRules),
    noContent,
    async (member, { id, rules_accepted }) => {
      await memberships.acceptInvitation(member, { type, id }, rules_accepted === 1);
    },
    { form: { done: 'You are a member now.' }, summary: `Accept an invitation to a ${type}` },
  ),
  handle(
    calls.ignoreInvitation,
    shapes.invitedInput(name, false),
    noContent,
    (member, { id }) => memberships.withdraw(member, { type, id }, 'invited'),
    {
      form: { done: 'Invitation declined.', next: () => next },
      summary: `Decline an invitation to a ${type}; the inviter is not notified`,
    },
  ),
];

const invitedText = (count: number) =>
  count
    ? `${counted(count, 'invitation')} sent.`
    : 'Nobody was invited: they belong to it or were invited already.';

/** Handlers of a member for oneself, but for answers to an invitation. */
export function membershipHandlers<Row extends ContainerRow, Name extends string>(
  calls: ReturnType<typeof membershipCalls<Name>>,
  { type, read, readOpen, membershipNames, toMembership }: MembershipKind<Row, Name>,
): Handler[] {
  const ref = (id: number) => ({ type, id });
  const answer = noContentWith(shapes.membershipAnswer(membershipNames));
  const view = (row: Row) => ({ membership: toMembership(row), member_count: row.memberCount });
  return [
    handle(
      calls.join,
      shapes.joinInput,
      answer,
      async (member, { id, rules_accepted }) => {
        const hasAcceptedRules = rules_accepted === 1;
        await memberships.joinContainer(member, ref(id), { hasAcceptedRules });
        return view(await read(member, id));
      },
      { form: {}, summary: `Join an open ${type}` },
    ),
    handle(
      calls.requestMembership,
      shapes.requestInput,
      answer,
      async (member, { id, rules_accepted, ...fields }) => {
        const request = { ...shapes.toAnswers(fields), hasAcceptedRules: rules_accepted === 1 };
        await memberships.requestMembership(member, ref(id), request);
        return view(await read(member, id));
      },
      { form: {}, summary: `Ask to join a ${type}` },
    ),
    handle(
      calls.cancelRequest,
      idInput,
      noContent,
      (member, { id }) => memberships.withdraw(member, ref(id), 'requested'),
      { form: {}, summary: 'Withdraw a request to join' },
    ),
    handle(
      calls.leave,
      leaveInput,
      answer,
      async (member, { id, delete_posts }) => {
        await memberships.leaveContainer(member, ref(id), delete_posts === 1);
        const member_count = await memberships.readMemberCount(ref(id));
        return { membership: membershipNames[0]!, member_count };
      },
      {
        form: { done: `You have left the ${type}.`, next: () => `/${type}s/my-${type}s` },
        summary: `Leave a ${type}; own posts stay or are deleted`,
      },
    ),
    handle(
      calls.readInviteForm,
      shapes.inviteFormInput,
      shapes.inviteFormAnswer,
      async (member, { id, search }, request) =>
        (await readInviteForm(member, await read(member, id), search, request)).form,
      { summary: 'Friends who can be invited' },
    ),
    handle(
      calls.inviteMembers,
      shapes.inviteInput,
      noContentWith(shapes.invitedAnswer),
      async (member, { id, users }) => ({
        invited: (await invitations.inviteMembers(member, ref(id), users)).length,
      }),
      {
        form: { counted: { text: invitedText, of: ({ invited }) => invited } },
        summary: `Invite friends to a ${type}`,
      },
    ),
    handle(
      calls.resendInvitation,
      shapes.memberInput('user_id'),
      noContent,
      (member, { id, memberId }) => invitations.resendInvitation(member, ref(id), memberId),
      {
        form: { done: 'Invitation sent again.' },
        summary: 'Send an invitation once more, at most once a day',
      },
    ),
    handle(
      calls.markRead,
      idInput,
      noContent,
      async (member, { id }) => {
        await readOpen(member, id);
        await memberships.markContainerRead(member, ref(id));
      },
      { summary: `Mark the posts of a ${type} as read` },
    ),
    handle(
      calls.setOptions,
      shapes.optionsInput,
      noContent,
      (member, { id, notify, in_feed }) =>
        memberships.setMembershipOptions(member, ref(id), {
          notify,
          isShownInFeed: in_feed === undefined ? undefined : in_feed === 1,
        }),
      {
        form: { done: 'Your changes were saved.' },
        summary: `Choose notices of a ${type}, and whether the home feed shows its posts`,
      },
    ),
  ];
}
