import { useStore } from '@nanostores/react';
import { memo } from 'react';
import { counted } from '#lib/text.ts';
import type { FriendshipType } from './friends.rules.ts';
import { $friendships } from './friends.store.ts';

interface FriendCountProps {
  userId: number;
  /** As served, together with `friendship`. */
  count: number;
  friendship: FriendshipType;
  href: string;
}

const toFriendCount = (friendship: FriendshipType) => Number(friendship === 'remove_friend');

/** Number of friends of a member; updates when the viewer becomes a friend or stops being one. */
export const FriendCount = memo(function FriendCount({
  userId,
  count,
  friendship,
  href,
}: FriendCountProps) {
  const current = useStore($friendships, { keys: [userId], ssr: 'initial' })[userId] ?? friendship;
  return (
    <a href={href}>
      {counted(count - toFriendCount(friendship) + toFriendCount(current), 'friend')}
    </a>
  );
});
