import type { SQL } from 'drizzle-orm';
import type { FriendshipType } from '#domains/friends/friends.rules.ts';
import {
  areFriends,
  friendCount,
  friendshipOf,
  mutualCount,
} from '#domains/friends/friendship.server.ts';
import type { MemberCard } from '#domains/members/members.views.server.ts';
import { composedForMembers, isFriendOf, visibleAuthor } from '#domains/policy/audience.server.ts';
import type { ProfileAudience } from '#domains/policy/profile-audience.rules.ts';
import {
  profileAudience,
  settingsAllow,
  wallTakes,
} from '#domains/policy/profile-audience.server.ts';
import { isMember, type Member, type SqlViewer, type Viewer } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

/** A member's page, as far as the viewer may see it. */
export interface Profile extends MemberCard {
  firstName: string;
  lastName: string;
  /** File name under /media/public. */
  cover: string | null;
  joinedAt: string;
  modifiedAt: string;
  audience: ProfileAudience;
  isIndexed: boolean;
  isFindable: boolean;
  /** Same count as the viewer's list of them. */
  friendCount: number;
  /** Whether the viewer may see the list of friends. */
  showsFriends: boolean;
  mutualCount: number;
  friendship: FriendshipType;
  canMessage: boolean;
  /** Whether the viewer may post on the wall. */
  canPost: boolean;
}

/** The columns of a member who asks: from `s`, the settings, and `seen`, so that each right is asked once. */
function relationship(viewer: SqlViewer): SQL {
  if (!isMember(viewer))
    return sql`
      'cannot_add' as friendship, 0 as "mutualCount", false as "canMessage",
      false as "canPost"`;
  const id = sql`m.id`;
  const isFriend = sql`seen.is_friend`;
  return sql`
    ${friendshipOf(viewer, id, isFriend)} as friendship,
    ${mutualCount(viewer, id, sql`seen.shows_friends`)} as "mutualCount",
    (${id} <> ${viewer.id} and (${isFriend} or coalesce(s.messages_from, '') <> 'friends'))
      as "canMessage",
    (
      ${id} = ${viewer.id}
      or ${wallTakes(viewer.preview ? isFriendOf(viewer, id) : isFriend)}
    ) as "canPost"`;
}

const selectProfile = composedForMembers(
  (viewer, id: SQL) => sql`
    select m.id, m.displayname, m.username, m.avatar, m.cover, m.first_name as "firstName",
      m.last_name as "lastName", m.created_at::text as "joinedAt",
      coalesce(m.modified_at, m.created_at)::text as "modifiedAt",
      ${profileAudience(sql`s.profile_audience`)} as audience,
      coalesce(s.is_indexed, true) as "isIndexed", coalesce(s.is_findable, true) as "isFindable",
      case when seen.shows_friends then ${friendCount(viewer, sql`m.id`)} else 0 end as "friendCount",
      seen.shows_friends as "showsFriends", ${relationship(viewer)}
    from members m
    left join member_settings s on s.member_id = m.id
    cross join lateral (
      select ${isMember(viewer) ? areFriends(viewer, sql`m.id`) : sql`false`} as is_friend,
        ${settingsAllow(viewer, [sql`s.profile_audience`, sql`s.friends_audience`], sql`m.id`)}
          as shows_friends
      offset 0
    ) seen
    where m.id = ${id}
      and ${settingsAllow(viewer, [sql`s.profile_audience`], sql`m.id`)}
      and ${visibleAuthor(viewer, sql`m.id`, sql`m.status`)}`,
);

/** Unknown, deleted, blocked and hidden members are indistinguishable: not found. */
export async function readProfile(viewer: Viewer, id: number): Promise<Profile> {
  const [profile] = await db.execute<Profile & Record<string, unknown>>(selectProfile(viewer, id));
  if (!profile) throw notFound();
  return profile;
}

/** Account data for its owner only. */
export interface OwnAccount {
  email: string;
  language: string;
  timezone: string;
  role: Member['role'];
  lastLoginAt: string | null;
}

export async function readOwnAccount(member: Member): Promise<OwnAccount> {
  const [account] = await db.execute<OwnAccount & Record<string, unknown>>(sql`
    select email, language, timezone, role, last_login_at::text as "lastLoginAt"
    from members
    where id = ${member.id}`);
  return account!;
}
