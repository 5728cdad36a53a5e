import type { SQL } from 'drizzle-orm';
import type { FriendshipType } from '#domains/friends/friends.rules.ts';
import {
  friendCount,
  friendshipOf,
  mayWriteTo,
  mutualCount,
} from '#domains/friends/friendship.server.ts';
import type { MemberCard } from '#domains/members/members.views.server.ts';
import { composedForMembers } from '#domains/policy/audience.server.ts';
import type { ProfileAudience } from '#domains/policy/profile-audience.rules.ts';
import {
  canPostOnWall,
  profileAudience,
  visibleFriends,
  visibleProfile,
} from '#domains/policy/profile-audience.server.ts';
import { isMember, type Member, type Viewer } from '#domains/policy/viewer.ts';
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

const selectProfile = composedForMembers((viewer, id: SQL) => {
  const relationship = isMember(viewer)
    ? sql`
      ${friendshipOf(viewer, sql`m.id`)} as friendship,
      ${mutualCount(viewer, sql`m.id`)} as "mutualCount",
      ${mayWriteTo(viewer, sql`m.id`)} as "canMessage",
      ${canPostOnWall(viewer, sql`m.id`)} as "canPost"`
    : sql`
      'cannot_add' as friendship, 0 as "mutualCount", false as "canMessage",
      false as "canPost"`;
  return sql`
    select m.id, m.displayname, m.username, m.avatar, m.cover, m.first_name as "firstName",
      m.last_name as "lastName", m.created_at::text as "joinedAt",
      coalesce(m.modified_at, m.created_at)::text as "modifiedAt",
      ${profileAudience(sql`chosen.profile_audience`)} as audience,
      coalesce(chosen.is_indexed, true) as "isIndexed",
      coalesce(chosen.is_findable, true) as "isFindable",
      ${friendCount(viewer, sql`m.id`)} as "friendCount",
      ${visibleFriends(viewer, sql`m.id`)} as "showsFriends", ${relationship}
    from members m
    left join member_settings chosen on chosen.member_id = m.id
    where m.id = ${id}
      and ${visibleProfile(viewer, sql`m.id`)}`;
});

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
