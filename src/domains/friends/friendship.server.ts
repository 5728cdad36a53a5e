import type { SQL } from 'drizzle-orm';
import { hasFriendInCommon, visibleAuthor } from '#domains/policy/audience.server.ts';
import { audienceAllowsFriendList, visibleCard } from '#domains/policy/profile-audience.server.ts';
import { isMember, type SqlMember, type SqlViewer } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { sql } from '#server/sql.ts';

export const areFriends = (member: SqlMember, other: SQL): SQL =>
  sql`
    exists (
      select from friendships f
      where f.member_id = ${member.id}
        and f.friend_id = ${other}
    )`;

const hasRequested = (sender: SQL, recipient: SQL): SQL =>
  sql`
    exists (
      select from friend_requests r
      where r.sender_id = ${sender}
        and r.recipient_id = ${recipient}
    )`;

/** Whether the other member accepts requests from this member. */
export const acceptsRequests = (member: SqlMember, other: SQL): SQL => sql`
  case coalesce(
    (select s.friend_requests_from from member_settings s where s.member_id = ${other}), 'everyone'
  )
    when 'everyone' then true
    when 'friends_of_friends' then ${hasFriendInCommon(member, other)}
    else false
  end`;

/**
 * Whether the member may start a conversation with that person: their setting, no block, an active
 * account.
 */
export const mayWriteTo = (member: SqlMember, other: SQL): SQL => sql`
  (
    ${other} <> ${member.id}
    and ${visibleCard(member, other)}
    and (
      ${areFriends(member, other)}
      or not exists (
        select from member_settings s
        where s.member_id = ${other}
          and s.messages_from = 'friends'
      )
    )
  )`;

/**
 * FriendshipType: the relationship of the member to that person.
 * @param isFriend `areFriends` as the statement has it already
 */
export const friendshipOf = (
  member: SqlMember,
  other: SQL,
  isFriend = areFriends(member, other),
): SQL => sql`case
    when ${other} = ${member.id} then 'cannot_add'
    when ${isFriend} then 'remove_friend'
    when ${hasRequested(sql`${member.id}`, other)} then 'cancel_request'
    when ${hasRequested(other, sql`${member.id}`)} then 'accept_request'
    when ${acceptsRequests(member, other)} then 'add_friend'
    else 'cannot_add' end`;

/**
 * Number of active friends in common whose friendship with `other` is visible to the member in one
 * of the two lists, so that the count reveals nothing hidden by both.
 * @param isListOpen whether the member may see the list of the other, as the statement has it already
 */
export const mutualCount = (
  member: SqlMember,
  other: SQL,
  isListOpen = audienceAllowsFriendList(member, other),
): SQL => sql`
  case
    when ${other} = ${member.id} then 0
    else (
      select count(*)::int
      from friendships own
      join friendships other on other.friend_id = own.friend_id
      where own.member_id = ${member.id}
        and other.member_id = ${other}
        and not exists (
          select from members friend
          where friend.id = own.friend_id
            and friend.status <> 'active'
        )
        and (
          ${isListOpen}
          or ${audienceAllowsFriendList(member, sql`own.friend_id`)}
        )
    )
  end`;

/** Online state is visible to friends only. */
export const isOnline = (member: SqlMember, other: SQL): SQL => sql`
  (
    ${areFriends(member, other)}
    and exists (
      select from sessions s
      where s.member_id = ${other}
        and s.last_used_at > ${now()} - interval '5 minutes'
    )
  )`;

/**
 * Number of somebody's friends visible to the viewer, equal to the length of the list, for those who
 * may see that.
 */
export const friendCount = (viewer: SqlViewer, owner: SQL): SQL => sql`
  (
    select count(*)::int
    from friendships of_owner
    where of_owner.member_id = ${owner}
      and ${isCounted(viewer, sql`of_owner.friend_id`)}
  )`;

/** `visibleCard`; for members the few who are not active are left out by their index. */
const isCounted = (viewer: SqlViewer, id: SQL): SQL =>
  isMember(viewer)
    ? sql`
      ${visibleAuthor(viewer, id, sql`'active'`)}
      and not exists (
        select from members inactive
        where inactive.id = ${id}
          and inactive.status <> 'active'
      )`
    : visibleCard(viewer, id);
