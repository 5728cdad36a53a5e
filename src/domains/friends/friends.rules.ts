import type { FriendshipType } from '#lib/friendship-types.ts';

export { friendshipTypes, type FriendshipType } from '#lib/friendship-types.ts';

/** Actions of a member towards another one. */
export const friendActions = ['add', 'cancel', 'confirm', 'reject', 'remove'] as const;
export type FriendAction = (typeof friendActions)[number];

/** The action offered in each state, with its call. */
export const offeredActions: Record<
  Exclude<FriendshipType, 'cannot_add'>,
  { label: string; url: string }
> = {
  add_friend: { label: 'Add Friend', url: 'user/add' },
  cancel_request: { label: 'Cancel Request', url: 'user/cancel' },
  accept_request: { label: 'Accept Request', url: 'user/confirm' },
  remove_friend: { label: 'Remove Friend', url: 'user/remove' },
};

export const maxFriends = 5_000;
/** Maximum number of open requests sent by a member. */
export const maxRequests = 1_000;
