import { sql, type SQL } from 'drizzle-orm';
import {
  openFriends,
  visibleCard,
  visibleFriends,
} from '#domains/policy/profile-audience.server.ts';
import type { Member, Viewer } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';

export const areFriends = (member: Member, other: SQL): SQL =>
  sql`
    exists (select from friendships f where f.member_id = ${member.id} and f.friend_id = ${other})`;

const asks = (asker: SQL, asked: SQL): SQL =>
  sql`
    exists (
      select from friend_requests r where r.sender_id = ${asker} and r.recipient_id = ${asked}
    )`;

/** Whether that person wants to be asked by this member. */
export const takesRequests = (member: Member, other: SQL): SQL => sql`
  case coalesce(
    (select s.friend_requests_from from member_settings s where s.member_id = ${other}), 'everyone'
  )
    when 'everyone' then true
    when 'friends_of_friends' then exists (
      select from friendships mine
      join friendships theirs on theirs.friend_id = mine.friend_id
      where mine.member_id = ${member.id} and theirs.member_id = ${other}
    )
    else false
  end`;

/**
 * Whether the member may start a conversation with that person: the person's setting; no block; an
 * active account.
 */
export const mayWriteTo = (member: Member, other: SQL): SQL => sql`
  (
    ${other} <> ${member.id}
    and ${visibleCard(member, other)}
    and (
      ${areFriends(member, other)}
      or not exists (
        select from member_settings s where s.member_id = ${other} and s.messages_from = 'friends'
      )
    )
  )`;

/** A FriendshipType: where the member stands with that person. */
export const friendshipOf = (member: Member, other: SQL): SQL => sql`case
    when ${other} = ${member.id} then 'cannot_add'
    when ${areFriends(member, other)} then 'remove_friend'
    when ${asks(sql`${member.id}`, other)} then 'cancel_request'
    when ${asks(other, sql`${member.id}`)} then 'accept_request'
    when ${takesRequests(member, other)} then 'add_friend'
    else 'cannot_add' end`;

/**
 * How many active friends the two have in common, of those whose friendship with `other` the member
 * can see in one of the two lists: a number may not tell what both lists hide.
 */
export const mutualCount = (member: Member, other: SQL): SQL => sql`
  case
    when ${other} = ${member.id} then 0
    else (
      select count(*)::int
      from friendships mine
      join friendships theirs on theirs.friend_id = mine.friend_id
      where mine.member_id = ${member.id}
        and theirs.member_id = ${other}
        and not exists (
          select from members gone where gone.id = mine.friend_id and gone.status <> 'active'
        )
        and (${openFriends(member, other)} or ${openFriends(member, sql`mine.friend_id`)})
    )
  end`;

/** Only friends learn whether somebody is here. */
export const isOnline = (member: Member, other: SQL): SQL => sql`
  (
    ${areFriends(member, other)}
    and exists (
      select from sessions s
      where s.member_id = ${other} and s.last_used_at > ${now()} - interval '5 minutes'
    )
  )`;

/** How many of somebody's friends the viewer may see: as many as the list has. */
export const friendCount = (viewer: Viewer, owner: SQL): SQL => sql`
  case
    when ${visibleFriends(viewer, owner)} then (
      select count(*)::int
      from friendships of_owner
      where of_owner.member_id = ${owner} and ${visibleCard(viewer, sql`of_owner.friend_id`)}
    )
    else 0
  end`;
