import type { FriendshipType } from '#lib/friendship-types.ts';

export { friendshipTypes, type FriendshipType } from '#lib/friendship-types.ts';

/** What one member can do about another. */
export const moveNames = ['add', 'cancel', 'confirm', 'reject', 'remove'] as const;
export type MoveName = (typeof moveNames)[number];

/** The call that does it. */
export const nextStep: Record<
  Exclude<FriendshipType, 'cannot_add'>,
  { label: string; url: string }
> = {
  add_friend: { label: 'Add Friend', url: 'user/add' },
  cancel_request: { label: 'Cancel Request', url: 'user/cancel' },
  accept_request: { label: 'Accept Request', url: 'user/confirm' },
  remove_friend: { label: 'Remove Friend', url: 'user/remove' },
};

export const mostFriends = 5_000;
/** Open requests of one member. */
export const mostRequests = 1_000;
