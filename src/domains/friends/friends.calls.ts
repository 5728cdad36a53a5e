import { get } from '#lib/rest.ts';
import type { FriendList, FriendListInput, FriendSuggestion, SuggestInput } from './friends.schema.ts';

/** Own friends by name: for tags, recipients, invitations. */
export const suggestFriends = get<SuggestInput, FriendSuggestion[]>('/user/suggest');
export const listFriends = get<FriendListInput, FriendList>('/user/get-friend-list');
