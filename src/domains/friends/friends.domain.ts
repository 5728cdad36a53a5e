import { notifyOfEarlierRequest } from '#domains/friends/invites/invite-link.server.ts';
import { invitesHandlers } from '#domains/friends/invites/invites.api.ts';
import { composeInvite, inviteQueue } from '#domains/friends/invites/invites.server.ts';
import { defineDomain } from '#server/domain.ts';
import { sendOnce } from '#server/mail.ts';
import { friendsHandlers } from './friends.api.ts';
import { countUnseenRequests } from './requests.server.ts';

export const friendsDomain = defineDomain({
  name: 'friends',
  handlers: [...friendsHandlers, ...invitesHandlers],
  queues: [
    {
      name: inviteQueue,
      work: (invite, { id }) => sendOnce(id, () => composeInvite(invite as { inviteId: number })),
    },
  ],
  badges: { friend_requests: countUnseenRequests },
  onMemberActivated: notifyOfEarlierRequest,
});
