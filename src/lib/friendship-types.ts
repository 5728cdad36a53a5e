/**
 * The friendship of two members, named after what the first may do next; `cannot_add` if nothing.
 */
export const friendshipTypes = [
  'add_friend',
  'cancel_request',
  'accept_request',
  'remove_friend',
  'cannot_add',
] as const;
export type FriendshipType = (typeof friendshipTypes)[number];
