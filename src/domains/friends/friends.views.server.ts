import {
  avatarAddress,
  userLiteView,
  type MemberCard,
} from '#domains/members/members.views.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { toWireTime } from '#lib/dates.ts';
import { isolate } from '#lib/names.ts';
import type { MenuItem } from '#lib/shapes.ts';
import { offeredActions, type FriendshipType } from './friends.rules.ts';
import type { FriendRequest, FriendRow, FriendSuggestion } from './friends.schema.ts';

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

/** An open request and its sender. */
export interface RequestRow extends MemberCard {
  requestId: number;
  sentAt: string;
  isSeen: boolean;
  mutual: number;
}

export function requestView(row: RequestRow, member: Member, origin: string): FriendRequest {
  const urlParams = { user_id: row.id };
  return {
    notification_id: row.requestId,
    type: 'friend_request',
    date: toWireTime(row.sentAt),
    subject: userLiteView(row, origin),
    object: userLiteView(member, origin),
    read: row.isSeen ? 1 : 0,
    feed_title: `${isolate(row.displayname)} sent you a friend request.`,
    mutualFriendCount: row.mutual,
    request_action: [
      { name: 'accept_request', label: 'Confirm', url: 'user/confirm', urlParams },
      { name: 'ignore_request', label: 'Reject', url: 'user/reject', urlParams },
    ],
  };
}
