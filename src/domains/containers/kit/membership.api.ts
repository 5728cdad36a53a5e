import type { z } from 'zod';
import type { ContainerRow } from '#domains/containers/container-rows.server.ts';
import { idInput, leaveInput, type LeaveInput } from '#domains/containers/containers.schema.ts';
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

export interface MembershipKind<Row extends ContainerRow, Name extends string> {
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

const invitedText = (count: number) =>
  count
    ? `${counted(count, 'invitation')} sent.`
    : 'Nobody was invited: they are already members or already invited.';

/** The handler that leaves, or cancels a request in kinds that ask by joining. */
export const leaveHandler = <Answer extends { membership: string; left?: 0 | 1 }>(
  call: Call<LeaveInput, Answer>,
  answer: z.ZodType<Answer>,
  type: ContainerType,
  view: (memberCount: number, hasLeft: boolean) => Answer,
): Handler =>
  handle(
    call,
    leaveInput,
    answer,
    async (member, { id, delete_posts }) => {
      const ref = { type, id };
      const hasLeft = await memberships.leaveContainer(member, ref, delete_posts === 1);
      return view(await memberships.readMemberCount(ref), hasLeft);
    },
    {
      form: {
        done: `You have left the ${type}.`,
        otherwise: { text: 'Request cancelled.', applies: ({ left }) => left === 0 },
        // Whoever left may not know it any more.
        next: ({ left }) => (left === 0 ? undefined : `/${type}s/my-${type}s`),
      },
      summary: `Leave a ${type}; your own posts stay or are deleted`,
    },
  );

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
      {
        form: { done: 'You are now a member. New posts will appear in your home feed.' },
        summary: `Join an open ${type}`,
      },
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
    leaveHandler(calls.leave, answer, type, (count) => ({
      membership: membershipNames[0]!,
      member_count: count,
    })),
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
