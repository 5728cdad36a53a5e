import { shareActivity } from '#domains/activities/share-activity.server.ts';
import { notificationCtes } from '#domains/notifications/create-notification.server.ts';
import { blockedWith } from '#domains/policy/audience.server.ts';
import { lockPair } from '#domains/policy/pair-lock.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { retryOnDeadlock } from '#server/database-errors.ts';
import { db, type Tx } from '#server/db.ts';
import { forbidden, httpError, invalid, notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import { maxFriends, maxRequests, type FriendshipType } from './friends.rules.ts';
import { friendshipActivity } from './friendship-activity.server.ts';
import { friendshipOf } from './friendship.server.ts';

interface Relationship extends Record<string, unknown> {
  id: number;
  friendship: FriendshipType;
  /** Blocked by the member. A member blocked by the other one gets not found instead. */
  isBlocked: boolean;
}

/**
 * Runs an action in a transaction that locks the pair, so that both members' actions are
 * serialized. Returns the resulting state.
 */
function withLockedPair(
  member: Member,
  otherId: number,
  step: (tx: Tx, relationship: Relationship) => Promise<FriendshipType>,
): Promise<FriendshipType> {
  return retryOnDeadlock(() =>
    db.transaction(async (tx) => {
      await lockPair(tx, member.id, otherId);
      const [relationship] = await tx.execute<Relationship>(sql`
        select m.id, ${friendshipOf(member, sql`m.id`)} as friendship,
          m.id = any (${blockedWith(member)}) as "isBlocked"
        from members m
        where m.id = ${otherId}
          and m.status = 'active'
          and not exists (
            select from blocks b
            where b.blocker_id = m.id
              and b.blocked_id = ${member.id}
          )`);
      if (!relationship) throw notFound();
      return step(tx, relationship);
    }),
  );
}

/** Sends a request, or accepts the other's open one. Idempotent. */
export async function addFriend(member: Member, otherId: number): Promise<FriendshipType> {
  if (otherId === member.id) throw forbidden('You cannot add yourself as a friend.');
  return withLockedPair(member, otherId, async (tx, { id, friendship, isBlocked }) => {
    if (isBlocked) throw forbidden('You have blocked this person.');
    if (friendship === 'cancel_request') return friendship;
    if (friendship === 'accept_request') return befriend(tx, member, id);
    if (friendship === 'remove_friend')
      throw httpError('already_friends', 'You are already friends.');
    if (friendship === 'cannot_add')
      throw forbidden('This person does not accept friend requests.');
    const [sent] = await tx.execute(sql`
      with asked as (
        insert into friend_requests (sender_id, recipient_id, created_at)
        select ${member.id}, ${id}, ${now()}
        where (
          select count(*) from friend_requests where sender_id = ${member.id}
        ) < ${maxRequests}
        returning 1
      ),
        ${notificationCtes(
          member,
          sql`
        select ${id}::bigint, 'friend_request', 'member', ${member.id}::bigint, 1, '', 0::bigint
        from asked`,
        )}
      select 1
      from asked`);
    if (!sent) throw invalid('Too many of your requests are waiting for an answer.', 'user_id');
    return 'cancel_request';
  });
}

/** Withdraws an own request. */
export const cancelRequest = (member: Member, otherId: number): Promise<FriendshipType> =>
  withLockedPair(member, otherId, async (tx, { id, friendship }) => {
    if (friendship !== 'cancel_request') throw notFound();
    await tx.execute(
      sql`
        delete from friend_requests
        where sender_id = ${member.id}
          and recipient_id = ${id}`,
    );
    return 'add_friend';
  });

/** Accepts a request. One that was answered or withdrawn meanwhile is not found. */
export const confirmRequest = (member: Member, otherId: number): Promise<FriendshipType> =>
  withLockedPair(member, otherId, async (tx, { id, friendship }) => {
    if (friendship !== 'accept_request') throw notFound();
    return befriend(tx, member, id);
  });

/** Rejects a request. The sender is neither notified nor suggested to the member. */
export const rejectRequest = (member: Member, otherId: number): Promise<FriendshipType> =>
  withLockedPair(member, otherId, async (tx, { id, friendship }) => {
    if (friendship !== 'accept_request') throw notFound();
    await tx.execute(sql`
      with deleted as (
        delete from friend_requests
        where sender_id = ${id}
          and recipient_id = ${member.id}
      )
      insert into dismissed_suggestions (member_id, dismissed_id)
      values (${member.id}, ${id})
      on conflict
      do nothing`);
    return 'add_friend';
  });

export const removeFriend = (member: Member, otherId: number): Promise<FriendshipType> =>
  withLockedPair(member, otherId, async (tx, { id, friendship }) => {
    if (friendship !== 'remove_friend') throw notFound();
    await tx.execute(sql`
      delete from friendships
      where (member_id = ${member.id} and friend_id = ${id})
        or (member_id = ${id} and friend_id = ${member.id})`);
    return 'add_friend';
  });

/**
 * Accepts the existing, locked request. The limit is not exact under concurrency, which is
 * harmless.
 */
async function befriend(tx: Tx, member: Member, otherId: number): Promise<FriendshipType> {
  const [row] = await tx.execute<{ isFull: boolean }>(sql`
    select exists (
      select from unnest(array[${member.id}, ${otherId}]::bigint[]) member (id)
      where (select count(*) from friendships f where f.member_id = member.id) >= ${maxFriends}
    ) as "isFull"`);
  if (row!.isFull) throw invalid(`Nobody can have more than ${maxFriends} friends.`, 'user_id');
  await tx.execute(sql`
    with deleted as (
      delete from friend_requests
      where sender_id = ${otherId}
        and recipient_id = ${member.id}
    ),
      befriended as (
        insert into friendships (member_id, friend_id, since)
        values (${member.id}, ${otherId}, ${now()}), (${otherId}, ${member.id}, ${now()})
        on conflict
        do nothing
        returning friend_id
      ),
      ${notificationCtes(
        member,
        sql`
      select befriended.friend_id, 'friend_accepted', 'member', ${member.id}::bigint, 1, '', 0::bigint
      from befriended`,
      )}
    select 1`);
  await shareActivity(tx, {
    activity: friendshipActivity,
    authorId: member.id,
    audience: 'friends',
    friendId: otherId,
  });
  return 'remove_friend';
}
