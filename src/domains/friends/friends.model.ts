import type { Badges } from '#domains/notifications/notifications.schema.ts';
import type { FriendshipType } from './friends.rules.ts';
import type { FriendRequest, FriendRow, FriendshipResult } from './friends.schema.ts';

/** A member in lists of people, as components and stores hold them. */
export interface PersonModel {
  id: number;
  name: string;
  image: string;
  friendship: FriendshipType;
  mutualCount: number;
}

export const toPerson = (row: FriendRow): PersonModel => ({
  id: row.user_id,
  name: row.displayname,
  image: row.image_icon,
  friendship: row.friendship_type,
  mutualCount: row.mutualFriendCount,
});

/** A friend request to the viewer. */
export interface RequestModel {
  id: number;
  sender: { id: number; name: string; username: string; image: string };
  mutualCount: number;
  /** Wire time. */
  date: string;
}

export const toRequest = ({
  notification_id: id,
  subject,
  mutualFriendCount: mutualCount,
  date,
}: FriendRequest): RequestModel => ({
  id,
  sender: {
    id: subject.user_id,
    name: subject.displayname,
    username: subject.username,
    image: subject.image_icon,
  },
  mutualCount,
  date,
});

/** The friendship after a call; undefined if its answer has none. */
export const toFriendship = (
  answer: FriendRow | FriendshipResult | undefined,
): FriendshipType | undefined => answer?.friendship_type;

/** Number of requests that the viewer has not seen. */
export const toUnseenCount = (badges: Pick<Badges, 'friend_requests'>): number =>
  badges.friend_requests;
