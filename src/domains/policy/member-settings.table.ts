import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { members } from '#domains/auth/auth.table.ts';
import { defaultProfileAudience } from '#domains/policy/profile-audience.rules.ts';

/**
 * What members chose about themselves. Who has no row has the defaults, so read it with `coalesce`.
 */
export const memberSettings = pgTable(
  'member_settings',
  {
    memberId: bigint('member_id', { mode: 'number' })
      .primaryKey()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** Who may open the profile. */
    profileAudience: text('profile_audience', {
      enum: ['everyone', 'members', 'friends', 'onlyme'],
    })
      .notNull()
      .default(defaultProfileAudience),
    /** Who may see the list of friends, of those who may open the profile. */
    friendsAudience: text('friends_audience', {
      enum: ['everyone', 'members', 'friends', 'onlyme'],
    })
      .notNull()
      .default('everyone'),
    /** Whether search engines may keep a profile that everyone may open. */
    isIndexed: boolean('is_indexed').notNull().default(true),
    /** Shown in search, the list of members and suggestions. */
    isFindable: boolean('is_findable').notNull().default(true),
    friendRequestsFrom: text('friend_requests_from', {
      enum: ['everyone', 'friends_of_friends', 'nobody'],
    })
      .notNull()
      .default('everyone'),
    /** Who may start a conversation with the member. */
    messagesFrom: text('messages_from', { enum: ['everyone', 'friends'] })
      .notNull()
      .default('everyone'),
    /**
     * Whether the others of a conversation see that the member is writing, and how far the member
     * has read.
     */
    showsTyping: boolean('shows_typing').notNull().default(true),
    showsReadReceipts: boolean('shows_read_receipts').notNull().default(true),
    /** Videos of the feed play without sound while they are seen. */
    autoplaysVideos: boolean('autoplays_videos').notNull().default(false),
    /** The header asks no more to invite people. */
    hidesInviteBanner: boolean('hides_invite_banner').notNull().default(false),
    /** What the feed does not tell of the member by itself (activity-types.rules.ts). */
    hiddenActivityTypes: text('hidden_activity_types')
      .array()
      .notNull()
      .default(sql`'{}'`),
  },
  (table) => [
    // Few rows: the search asks of everybody whether they are one of these.
    index('member_settings_unfindable')
      .on(table.memberId)
      .where(sql`not is_findable`),
    check(
      'member_settings_profile_audience',
      sql`${table.profileAudience} in ('everyone', 'members', 'friends', 'onlyme')`,
    ),
    check(
      'member_settings_friends_audience',
      sql`${table.friendsAudience} in ('everyone', 'members', 'friends', 'onlyme')`,
    ),
    check(
      'member_settings_friend_requests_from',
      sql`${table.friendRequestsFrom} in ('everyone', 'friends_of_friends', 'nobody')`,
    ),
    check('member_settings_messages_from', sql`${table.messagesFrom} in ('everyone', 'friends')`),
  ],
);
