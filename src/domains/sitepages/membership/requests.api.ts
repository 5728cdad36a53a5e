import { requestListHandler } from '#domains/containers/kit/requests.api.ts';
import { suggestFriends } from '#domains/friends/friend-list.server.ts';
import { readPage } from '#domains/sitepages/one-page.server.ts';
import * as calls from '#domains/sitepages/sitepages.calls.ts';
import { originFor } from '#server/base-url.ts';
import { forbidden } from '#server/errors.ts';
import { handle, noContent, type Handler } from '#server/handle.ts';
import { noContentWith } from '#server/responses.ts';
import * as membershipShapes from './membership.schema.ts';
import { listRequests } from './page-members.server.ts';
import * as membership from './page-membership.server.ts';

export const requestsHandlers: Handler[] = [
  handle(
    calls.readInviteForm,
    membershipShapes.inviteFormInput,
    membershipShapes.inviteFormAnswer,
    async (member, { id, search }, request) => {
      const { canInvite } = await readPage(member, id);
      if (!canInvite) throw forbidden();
      const friends = await suggestFriends(member, { search, limit: 50 }, originFor(request));
      return {
        form: [
          { type: 'Checkbox', name: 'selectall', label: 'All of them' },
          {
            type: 'Multicheckbox',
            name: 'users',
            label: 'Friends',
            hasValidator: true,
            multiOptions: Object.fromEntries(
              friends.map(({ id: friendId, label }) => [String(friendId), label]),
            ),
          },
        ],
        friends,
      };
    },
    { summary: 'Friends who can be invited' },
  ),
  handle(
    calls.inviteMembers,
    membershipShapes.inviteInput,
    noContentWith(membershipShapes.invitedAnswer),
    async (member, { id, users, toValues }) => ({
      invited: await membership.inviteMembers(member, id, users ?? toValues ?? []),
    }),
    {
      form: { done: 'Invitations sent.' },
      summary: 'Invite friends to a page',
      needs: [['users'], ['toValues']],
    },
  ),
  requestListHandler(calls.listPendingRequests, 'page', listRequests),
  handle(
    calls.approveRequest,
    membershipShapes.decideInput,
    noContent,
    (member, { pageId, member_id }) => membership.approveRequests(member, pageId, member_id),
    { form: { done: 'Request approved.' }, summary: 'Approve requests to join' },
  ),
  handle(
    calls.rejectRequest,
    membershipShapes.rejectInput,
    noContent,
    (member, { pageId, member_id, reason }) =>
      membership.rejectRequests(member, pageId, member_id, reason),
    { form: { done: 'Request rejected.' }, summary: 'Reject requests to join' },
  ),
];
