import {
  avatarAddress,
  userLiteView,
  type MemberCard,
} from '#domains/members/members.views.server.ts';
import type { MenuItem } from '#lib/shapes.ts';
import { offeredActions, type FriendshipType } from './friends.rules.ts';
import type { FriendRow, FriendSuggestion } from './friends.schema.ts';

/** A member in a list, relative to the viewer. */
export interface PersonRow extends MemberCard {
  friendship: FriendshipType;
  mutual: number;
  isOnline: boolean;
}

export function friendMenu(friendship: FriendshipType, userId: number): MenuItem | null {
  if (friendship === 'cannot_add') return null;
  return { name: friendship, ...offeredActions[friendship], urlParams: { user_id: userId } };
}

export function friendRowView(row: PersonRow, origin: string): FriendRow {
  return {
    ...userLiteView(row, origin),
    menus: friendMenu(row.friendship, row.id),
    friendship_type: row.friendship,
    mutualFriendCount: row.mutual,
    is_online: row.isOnline ? 1 : 0,
  };
}

export function friendSuggestionView(
  { id, displayname, avatar }: MemberCard,
  origin: string,
): FriendSuggestion {
  const image = avatarAddress(avatar, origin);
  return { guid: `user_${id}`, id, label: displayname, image, photo: image, type: 'user' };
}
