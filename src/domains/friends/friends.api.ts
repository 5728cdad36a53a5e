import { z } from 'zod';
import { type Handler, handle } from '#server/handle.ts';
import { originFor } from '#server/origin-for.ts';
import { listFriends, suggestFriends } from './friend-list.server.ts';
import * as calls from './friends.calls.ts';
import { friendList, friendListInput, friendSuggestion, suggestInput } from './friends.schema.ts';

export const friendsHandlers: Handler[] = [
  handle(
    calls.suggestFriends,
    suggestInput,
    z.array(friendSuggestion),
    // Of groups, pages and events there are none yet whose members could be asked for.
    async (member, { guid, ...query }, request) => (guid ? [] : suggestFriends(member, query, originFor(request))),
    { aliases: ['/advancedactivity/friends/suggest'], summary: 'Own friends by name, for tags and recipients' },
  ),
  handle(
    calls.listFriends,
    friendListInput,
    friendList,
    (member, { user_id, ...query }, request) => listFriends(member, { ownerId: user_id ?? member.id, ...query }, originFor(request)),
    { summary: 'Friends of a member, by name' },
  ),
];
