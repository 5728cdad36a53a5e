import { notifyLevels } from '#domains/containers/container-access.rules.ts';
import { leaveInput } from '#domains/containers/containers.schema.ts';
import {
  markContainerRead,
  setMembershipOptions,
} from '#domains/containers/membership/memberships.server.ts';
import { suggestFriends } from '#domains/friends/friend-list.server.ts';
import { formAnswer } from '#domains/groups/browse/browse.schema.ts';
import * as calls from '#domains/groups/groups.calls.ts';
import { groupIdInput } from '#domains/groups/groups.schema.ts';
import { groupRef, readGroup, readOpenGroup } from '#domains/groups/one-group.server.ts';
import { counted } from '#lib/text.ts';
import { originFor } from '#server/base-url.ts';
import { forbidden } from '#server/errors.ts';
import { handle, noContent, type Handler } from '#server/handle.ts';
import { noContentWith } from '#server/responses.ts';
import * as membership from './group-membership.server.ts';
import * as shapes from './membership.schema.ts';
import { membershipView } from './membership.views.server.ts';

const invitedText = (count: number) =>
  count
    ? `${counted(count, 'invitation')} sent.`
    : 'Nobody was invited: they belong to it or were invited already.';

export const membershipHandlers: Handler[] = [
  handle(
    calls.joinGroup,
    shapes.joinInput,
    noContentWith(shapes.membershipAnswer),
    async (member, { id, rules_accepted }) =>
      membershipView(await membership.joinGroup(member, id, rules_accepted === 1)),
    { form: {}, summary: 'Join an open group' },
  ),
  handle(
    calls.requestMembership,
    shapes.requestInput,
    noContentWith(shapes.membershipAnswer),
    async (member, { id, rules_accepted, ...fields }) =>
      membershipView(
        await membership.requestMembership(member, id, {
          answers: [fields.answer1, fields.answer2, fields.answer3].flatMap((text) => text || []),
          questions: [fields.question1, fields.question2, fields.question3].flatMap(
            (text) => text || [],
          ),
          hasAcceptedRules: rules_accepted === 1,
        }),
      ),
    { form: {}, summary: 'Ask to join a group' },
  ),
  handle(
    calls.cancelRequest,
    groupIdInput,
    noContent,
    (member, { id }) => membership.cancelRequest(member, id),
    { form: {}, summary: 'Withdraw a request to join' },
  ),
  handle(
    calls.acceptInvitation,
    shapes.joinInput,
    noContent,
    (member, { id, rules_accepted }) =>
      membership.acceptInvitation(member, id, rules_accepted === 1),
    { form: { done: 'You are a member now.' }, summary: 'Accept an invitation to a group' },
  ),
  handle(
    calls.ignoreInvitation,
    groupIdInput,
    noContent,
    (member, { id }) => membership.ignoreInvitation(member, id),
    {
      form: { done: 'Invitation declined.', next: () => '/groups/browse' },
      summary: 'Decline an invitation to a group; the inviter is not notified',
    },
  ),
  handle(
    calls.leaveGroup,
    leaveInput,
    noContentWith(shapes.membershipAnswer),
    async (member, { id, delete_posts }) => ({
      membership: 'none' as const,
      member_count: await membership.leaveGroup(member, id, delete_posts === 1),
    }),
    {
      form: { done: 'You have left the group.', next: () => '/groups/my-groups' },
      summary: 'Leave a group; own posts stay or are deleted',
    },
  ),
  handle(
    calls.readInviteForm,
    shapes.inviteFormInput,
    formAnswer,
    async (member, { id, search }, request) => {
      const { canInvite } = await readGroup(member, id);
      if (!canInvite) throw forbidden();
      const friends = await suggestFriends(member, { search, limit: 50 }, originFor(request));
      return [
        { type: 'Checkbox', name: 'selectall', label: 'All of them' },
        {
          type: 'Multicheckbox',
          name: 'users',
          label: 'Friends',
          hasValidator: true,
          multiOptions: Object.fromEntries(
            friends.map((friend) => [String(friend.id), friend.label]),
          ),
        },
      ];
    },
    { summary: 'Friends who can be invited' },
  ),
  handle(
    calls.inviteMembers,
    shapes.inviteInput,
    noContentWith(shapes.invitedAnswer),
    async (member, { id, users }) => ({
      invited: await membership.inviteMembers(member, id, users),
    }),
    {
      form: { counted: { text: invitedText, of: ({ invited }) => invited } },
      summary: 'Invite friends to a group',
    },
  ),
  handle(
    calls.resendInvitation,
    shapes.memberInput,
    noContent,
    (member, { id, user_id }) => membership.resendInvitation(member, id, user_id),
    {
      form: { done: 'Invitation sent again.' },
      summary: 'Send an invitation once more, at most once a day',
    },
  ),
  handle(
    calls.markRead,
    groupIdInput,
    noContent,
    async (member, { id }) => {
      await readOpenGroup(member, id);
      await markContainerRead(member, groupRef(id));
    },
    { summary: 'Mark the posts of a group as read' },
  ),
  handle(
    calls.setOptions,
    shapes.optionsInput,
    noContent,
    (member, { id, notify, in_feed }) =>
      setMembershipOptions(member, groupRef(id), {
        notify: notify && notifyLevels[notify],
        isShownInFeed: in_feed === undefined ? undefined : in_feed === 1,
      }),
    {
      form: { done: 'Your changes were saved.' },
      summary: 'Choose notices of a group, and whether the home feed shows its posts',
    },
  ),
];
