import { get, post } from '#lib/rest.ts';
import type {
  FriendList,
  FriendListInput,
  FriendRequests,
  FriendRow,
  FriendSuggestion,
  NamedPeopleInput,
  PeopleInput,
  PersonInput,
  RequestsInput,
  SuggestInput,
  Suggestions,
} from './friends.schema.ts';

/** Own friends by name, for tags, recipients and invitations. */
export const suggestFriends = get<SuggestInput, FriendSuggestion[]>('/user/suggest');
export const listFriends = get<FriendListInput, FriendList>('/user/get-friend-list');

export const addFriend = post<PersonInput, unknown>('/user/add');
export const cancelRequest = post<PersonInput, unknown>('/user/cancel');
export const confirmRequest = post<PersonInput, unknown>('/user/confirm');
export const rejectRequest = post<PersonInput, unknown>('/user/reject');
export const removeFriend = post<PersonInput, unknown>('/user/remove');

export const listRequests = get<RequestsInput, FriendRequests>('/notifications/friend-request');
export const markRequestsSeen = post<Record<never, never>, void>(
  '/notifications/mark-friend-request-read',
);

/** People with friends in common; without any, the newest members. */
export const suggestPeople = get<PeopleInput, Suggestions>('/suggestions/suggestion-listing');
export const dismissSuggestion = post<PersonInput, void>('/suggestions/remove');
/** Members by id, with the caller's friendship to each. */
export const listPeople = get<NamedPeopleInput, FriendRow[]>('/members/index/get-lists');
