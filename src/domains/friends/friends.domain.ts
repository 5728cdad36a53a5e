import { notifyOfEarlierRequest } from '#domains/friends/invites/invite-link.server.ts';
import { invitesHandlers } from '#domains/friends/invites/invites.api.ts';
import { composeInvite, inviteQueue } from '#domains/friends/invites/invites.server.ts';
import { defineDomain } from '#server/domain.ts';
import { day, hour } from '#server/limits.ts';
import { defineMailQueue } from '#server/mail.ts';
import { friendsHandlers } from './friends.api.ts';
import { friendshipActivity } from './friendship-activity.server.ts';
import { countUnseenRequests } from './requests.server.ts';

export const friendsDomain = defineDomain({
  name: 'friends',
  handlers: [...friendsHandlers, ...invitesHandlers],
  limits: {
    friendRequest: [
      [30, hour],
      [100, day],
    ],
    invite: [
      [20, hour],
      [100, day],
    ],
  },
  queues: [defineMailQueue(inviteQueue, composeInvite)],
  activities: [friendshipActivity],
  badges: { friendRequests: countUnseenRequests },
  onMemberActivated: notifyOfEarlierRequest,
});
