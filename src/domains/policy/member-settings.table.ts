import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { members } from '#domains/members/members.table.ts';
import { defaultProfileAudience } from '#domains/policy/profile-audience.rules.ts';

/** Settings of members. Members without a row have the defaults, so read with `coalesce`. */
export const memberSettings = pgTable(
  'member_settings',
  {
    memberId: bigint('member_id', { mode: 'number' })
      .primaryKey()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** Audience of the profile. */
    profileAudience: text('profile_audience', {
      enum: ['everyone', 'members', 'friends', 'onlyme'],
    })
      .notNull()
      .default(defaultProfileAudience),
    /** Audience of the friend list, within that of the profile. */
    friendsAudience: text('friends_audience', {
      enum: ['everyone', 'members', 'friends', 'onlyme'],
    })
      .notNull()
      .default('everyone'),
    /** Whether search engines may index a public profile. */
    isIndexed: boolean('is_indexed').notNull().default(true),
    /** Listed in search, the member list and suggestions. */
    isFindable: boolean('is_findable').notNull().default(true),
    friendRequestsFrom: text('friend_requests_from', {
      enum: ['everyone', 'friends_of_friends', 'nobody'],
    })
      .notNull()
      .default('everyone'),
    /** Members who may start a conversation with the member: all or friends. */
    messagesFrom: text('messages_from', { enum: ['everyone', 'friends'] })
      .notNull()
      .default('everyone'),
    /** Members who may write on the wall, besides its owner. */
    wallPostsFrom: text('wall_posts_from', { enum: ['members', 'friends', 'onlyme'] })
      .notNull()
      .default('friends'),
    /** Whether other participants see typing indicators and read receipts of the member. */
    showsTyping: boolean('shows_typing').notNull().default(true),
    showsReadReceipts: boolean('shows_read_receipts').notNull().default(true),
    /** Whether visible videos in the feed play automatically without sound. */
    autoplaysVideos: boolean('autoplays_videos').notNull().default(false),
    /** Whether the invitation banner of the header is hidden. */
    hidesInviteBanner: boolean('hides_invite_banner').notNull().default(false),
    /** Activity types not shared automatically (`setting` of their definitions). */
    hiddenActivityTypes: text('hidden_activity_types')
      .array()
      .notNull()
      .default(sql`'{}'`),
  },
  (table) => [
    // Partial index: search excludes these few rows.
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
    check(
      'member_settings_wall_posts_from',
      sql`${table.wallPostsFrom} in ('members', 'friends', 'onlyme')`,
    ),
    check('member_settings_messages_from', sql`${table.messagesFrom} in ('everyone', 'friends')`),
  ],
);
