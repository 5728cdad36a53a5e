import { useStore } from '@nanostores/react';
import { memo } from 'react';
import { counted } from '#lib/text.ts';
import type { FriendshipType } from './friends.rules.ts';
import { $friendships } from './friends.store.ts';

interface FriendCountProps {
  userId: number;
  /** As the server said, with `standing`. */
  count: number;
  standing: FriendshipType;
  href: string;
}

const asFriend = (standing: FriendshipType) => Number(standing === 'remove_friend');

/**
 * How many friends somebody has: the member is one of them from the moment on in which both are
 * friends.
 */
export const FriendCount = memo(function FriendCount({
  userId,
  count,
  standing,
  href,
}: FriendCountProps) {
  const current = useStore($friendships, { keys: [userId], ssr: 'initial' })[userId] ?? standing;
  return <a href={href}>{counted(count - asFriend(standing) + asFriend(current), 'friend')}</a>;
});
