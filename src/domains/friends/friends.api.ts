import { z } from 'zod';
import type { Member } from '#domains/policy/viewer.ts';
import { originFor } from '#server/base-url.ts';
import { handle, noContent, type Handler } from '#server/handle.ts';
import { noContentWith } from '#server/responses.ts';
import { listFriends, suggestFriends } from './friend-list.server.ts';
import * as calls from './friends.calls.ts';
import type { FriendshipType } from './friends.rules.ts';
import {
  friendList,
  friendListInput,
  friendRequests,
  friendRow,
  friendshipResult,
  friendSuggestion,
  namedPeopleInput,
  peopleInput,
  personInput,
  requestsInput,
  suggestInput,
  suggestions,
} from './friends.schema.ts';
import {
  addFriend,
  cancelRequest,
  confirmRequest,
  rejectRequest,
  removeFriend,
} from './friendship-changes.server.ts';
import { listRequests, markRequestsSeen } from './requests.server.ts';
import { dismissSuggestion, listPeople, readSuggestions } from './suggestions.server.ts';

const actionResult = noContentWith(friendshipResult) as z.ZodType<unknown>;
const toHandler =
  (step: (member: Member, otherId: number) => Promise<FriendshipType>) =>
  async (member: Member, { user_id }: z.output<typeof personInput>) => ({
    friendship_type: await step(member, user_id),
  });

export const friendsHandlers: Handler[] = [
  handle(
    calls.suggestFriends,
    suggestInput,
    z.array(friendSuggestion),
    // A list restricted to a container (`guid`) is empty.
    async (member, { guid, ...query }, request) =>
      guid ? [] : suggestFriends(member, query, originFor(request)),
    {
      aliases: ['/advancedactivity/friends/suggest'],
      summary: 'Own friends by name, for tags and recipients',
    },
  ),
  handle(
    calls.listFriends,
    friendListInput,
    friendList,
    (member, { user_id, ...query }, request) =>
      listFriends(member, { ownerId: user_id ?? member.id, ...query }, originFor(request)),
    { summary: 'Friends of a member, by name' },
  ),
  handle(calls.addFriend, personInput, actionResult, toHandler(addFriend), {
    limit: 'friendRequest',
    aliases: ['/suggestions/send-invite'],
    summary: 'Ask somebody to be friends',
  }),
  handle(calls.cancelRequest, personInput, actionResult, toHandler(cancelRequest), {
    summary: 'Take back your own friend request',
  }),
  handle(calls.confirmRequest, personInput, actionResult, toHandler(confirmRequest), {
    summary: 'Accept a request',
  }),
  handle(calls.rejectRequest, personInput, actionResult, toHandler(rejectRequest), {
    summary: 'Reject a request; the sender is not notified',
  }),
  handle(calls.removeFriend, personInput, actionResult, toHandler(removeFriend), {
    summary: 'End a friendship',
  }),
  handle(
    calls.listRequests,
    requestsInput,
    friendRequests,
    (member, query, request) => listRequests(member, query, originFor(request)),
    { summary: 'Open requests to the caller' },
  ),
  handle(calls.markRequestsSeen, z.object({}), noContent, (member) => markRequestsSeen(member), {
    summary: 'Requests no longer count as new',
  }),
  handle(
    calls.suggestPeople,
    peopleInput,
    suggestions,
    (member, query, request) => readSuggestions(member, query, originFor(request)),
    { summary: 'People with friends in common; without any, the newest members' },
  ),
  handle(
    calls.dismissSuggestion,
    personInput,
    noContent,
    (member, { user_id }) => dismissSuggestion(member, user_id),
    { summary: 'Do not suggest that person again' },
  ),
  handle(
    calls.listPeople,
    namedPeopleInput,
    z.array(friendRow),
    (member, { userIds }, request) => listPeople(member, userIds, originFor(request)),
    { summary: 'Several members by their ids' },
  ),
];
