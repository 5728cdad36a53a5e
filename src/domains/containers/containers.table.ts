import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { ItemAnswer } from '#domains/containers/answers/answers.rules.ts';
import type { JoinAnswer } from '#domains/containers/membership/join-questions.rules.ts';
import { members } from '#domains/members/members.table.ts';
import { bytea, timestamptz } from '#server/columns.ts';
import {
  containerStates,
  joinPolicies,
  membershipStates,
  postPolicies,
  visibilities,
} from './container-access.rules.ts';

const id = (name: string) => bigint(name, { mode: 'number' });
const oneOf = (values: readonly string[]) =>
  sql.raw(values.map((value) => `'${value}'`).join(', '));

/**
 * Community pages, groups and events: everything that posts, memberships and rights need to know of
 * them. Their own details lie in a table of each kind with the same key. The wall of a member is a
 * container as well, but its row is the member.
 */
export const containers = pgTable(
  'containers',
  {
    /** The item type of its kind (container-kinds.server.ts). */
    type: text().notNull(),
    id: id('id').notNull().generatedByDefaultAsIdentity(),
    /**
     * Null: in custody of the site. `restrict` makes the deletion of an account fail that forgot
     * to settle the succession (ownership.server.ts).
     */
    ownerId: id('owner_id').references(() => members.id, { onDelete: 'restrict' }),
    /**
     * The container in which it lies, such as the group of an event: who may read it is the narrower
     * of both. A parent lies in none itself.
     */
    parentType: text('parent_type'),
    parentId: id('parent_id'),
    title: text().notNull(),
    /** File names under /media/public, as of members; null without. */
    avatar: text(),
    cover: text(),
    state: text({ enum: containerStates }).notNull().default('open'),
    /** Audience of the posts; friends are those of the owner. */
    visibility: text({ enum: visibilities }).notNull().default('everyone'),
    /** Found by search and in lists. For members only and not listed: secret. */
    isListed: boolean('is_listed').notNull().default(true),
    joinPolicy: text('join_policy', { enum: joinPolicies }).notNull().default('open'),
    postPolicy: text('post_policy', { enum: postPolicies }).notNull().default('members'),
    /** The readers who may comment and react. */
    commentPolicy: text('comment_policy', { enum: ['readers', 'members', 'staff'] })
      .notNull()
      .default('readers'),
    invitePolicy: text('invite_policy', { enum: ['members', 'staff'] })
      .notNull()
      .default('members'),
    /** Narrows the members that the kind lets add photos. */
    photoPolicy: text('photo_policy', { enum: ['members', 'staff'] })
      .notNull()
      .default('members'),
    /** The first posts of a new member that wait for approval. */
    newcomerPosts: smallint('newcomer_posts').notNull().default(0),
    /** Posts with a lower sort key stay the members': they were written under a narrower visibility. */
    publicFrom: id('public_from'),
    /** Written by triggers (containers.triggers.sql), compared nightly. */
    memberCount: integer('member_count').notNull().default(0),
    followerCount: integer('follower_count').notNull().default(0),
    requestCount: integer('request_count').notNull().default(0),
    postCount: integer('post_count').notNull().default(0),
    /** The newest post, also after its deletion: a member who has read up to it is up to date. */
    newestSortKey: id('newest_sort_key'),
    /** Asked of whoever requests membership; at most three. */
    joinQuestions: jsonb('join_questions').$type<string[]>().notNull().default([]),
    /** A new one shows its owner what to do next, until they are done or dismiss it. */
    showsSetup: boolean('shows_setup').notNull().default(false),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    archivedAt: timestamptz('archived_at'),
    /** By moderators of the site: only they open it again. */
    isArchivedBySite: boolean('is_archived_by_site').notNull().default(false),
    /** In custody, which archives it: the state that a new owner has it in again. */
    stateBeforeCustody: text('state_before_custody', { enum: containerStates }),
    /** When the visibility was last widened: once in 30 days. */
    widenedAt: timestamptz('widened_at'),
    version: integer().notNull().default(1),
  },
  (table) => [
    primaryKey({ columns: [table.type, table.id] }),
    index('containers_newest')
      .on(table.type, table.createdAt, table.id)
      .where(sql`state = 'open' and is_listed`),
    index('containers_largest')
      .on(table.type, table.memberCount, table.id)
      .where(sql`state = 'open' and is_listed`),
    // As `foldedWords` compares titles, and as the list of pages is ordered.
    index('containers_titles')
      .on(
        table.type,
        sql`(' ' || translate(folded(title), '-''’', '   '))`,
        table.id.desc().nullsFirst(),
      )
      .where(sql`state = 'open' and is_listed`),
    index('containers_owner').on(table.ownerId),
    index('containers_parent')
      .on(table.parentType, table.parentId, table.type, table.id)
      .where(sql`parent_id is not null`),
    foreignKey({
      columns: [table.parentType, table.parentId],
      foreignColumns: [table.type, table.id],
    }),
    check('containers_parent', sql`(${table.parentType} is null) = (${table.parentId} is null)`),
    // Each request for a public picture looks up its container.
    index('containers_avatar')
      .on(table.avatar)
      .where(sql`avatar is not null`),
    index('containers_cover')
      .on(table.cover)
      .where(sql`cover is not null`),
    check(
      'containers_join_questions',
      sql`
        jsonb_typeof(${table.joinQuestions}) = 'array'
        and jsonb_array_length(${table.joinQuestions}) <= 3`,
    ),
    check('containers_state', sql`${table.state} in (${oneOf(containerStates)})`),
    check('containers_visibility', sql`${table.visibility} in (${oneOf(visibilities)})`),
    check('containers_join_policy', sql`${table.joinPolicy} in (${oneOf(joinPolicies)})`),
    check('containers_post_policy', sql`${table.postPolicy} in (${oneOf(postPolicies)})`),
    check('containers_title', sql`char_length(${table.title}) between 1 and 128`),
    // Without an owner nobody can open it again but the site.
    check(
      'containers_custody',
      sql`${table.ownerId} is not null or ${table.state} in ('archived', 'removed', 'declined', 'deleted')`,
    ),
  ],
);

const containerKey = () => ({
  type: text().notNull(),
  id: id('id').notNull(),
});
const containerReference = (table: { type: never; id: never }) =>
  foreignKey({
    columns: [table.type, table.id],
    foreignColumns: [containers.type, containers.id],
  }).onDelete('cascade');

/**
 * One row per member and container: request, invitation, membership, ban, role, following and
 * notification level. One row, so that what happens at the same time is serialized.
 */
export const memberships = pgTable(
  'memberships',
  {
    ...containerKey(),
    memberId: id('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    state: text({ enum: membershipStates }).notNull().default('none'),
    /** 0 member, 10 moderator, 20 admin, 30 owner; 0 unless the state is `member`. */
    role: smallint().notNull().default(0),
    /** A text beside the name, such as "Treasurer". */
    title: text().notNull().default(''),
    isFollowing: boolean('is_following').notNull().default(false),
    /** 0 none, 1 highlights, 2 all. */
    notify: smallint().notNull().default(1),
    isShownInFeed: boolean('is_shown_in_feed').notNull().default(true),
    invitedBy: id('invited_by').references(() => members.id, { onDelete: 'set null' }),
    /** The questions as they were asked, with the answers. */
    answers: jsonb().$type<JoinAnswer[]>(),
    /** Answers to items that were given with the request, by the number of the item. */
    itemAnswers: jsonb('item_answers').$type<Record<string, ItemAnswer>>(),
    /** Time of the request or invitation. */
    requestedAt: timestamptz('requested_at'),
    joinedAt: timestamptz('joined_at'),
    refusedAt: timestamptz('refused_at'),
    /** Removed by staff: joins again only by approval for 30 days. */
    removedAt: timestamptz('removed_at'),
    bannedUntil: timestamptz('banned_until'),
    bannedBy: id('banned_by').references(() => members.id, { onDelete: 'set null' }),
    /** Reason of a ban, for staff, or of a refusal, for who asked. */
    reason: text().notNull().default(''),
    /** The banned member reads the reason, too. */
    showsReason: boolean('shows_reason').notNull().default(false),
    /** Published posts in the member's own name, up to 100: new members' posts may wait first. */
    publishedPosts: smallint('published_posts').notNull().default(0),
    /** Posts up to this sort key were read. */
    lastReadSortKey: id('last_read_sort_key'),
    /** When the member volunteered to own the container, which is in custody. */
    volunteeredAt: timestamptz('volunteered_at'),
  },
  (table) => [
    primaryKey({ columns: [table.type, table.id, table.memberId] }),
    containerReference(table as never),
    index('memberships_mine')
      .on(table.memberId, table.type, table.id)
      .where(sql`state = 'member' or is_following`),
    index('memberships_member').on(table.memberId),
    index('memberships_pending')
      .on(table.type, table.id, table.requestedAt, table.memberId)
      .where(sql`state in ('requested', 'invited')`),
    index('memberships_joined')
      .on(table.type, table.id, table.joinedAt, table.memberId)
      .where(sql`state = 'member'`),
    index('memberships_staff')
      .on(table.type, table.id, table.role)
      .where(sql`role > 0`),
    index('memberships_banned')
      .on(table.type, table.id)
      .where(sql`state = 'banned'`),
    index('memberships_volunteers')
      .on(table.type, table.id, table.volunteeredAt)
      .where(sql`volunteered_at is not null`),
    uniqueIndex('memberships_owner')
      .on(table.type, table.id)
      .where(sql`role = 30`),
    check('memberships_state', sql`${table.state} in (${oneOf(membershipStates)})`),
    check('memberships_role', sql`${table.role} in (0, 10, 20, 30)`),
    check('memberships_role_of_member', sql`${table.role} = 0 or ${table.state} = 'member'`),
    check('memberships_notify', sql`${table.notify} between 0 and 2`),
  ],
);

/** Changes of roles, bans, settings and ownership; kept for a year, read by its admins. */
export const containerAuditLog = pgTable(
  'container_audit_log',
  {
    entryId: id('entry_id').primaryKey().generatedAlwaysAsIdentity(),
    ...containerKey(),
    actorId: id('actor_id').references(() => members.id, { onDelete: 'set null' }),
    action: text().notNull(),
    targetId: id('target_id').references(() => members.id, { onDelete: 'set null' }),
    details: jsonb().$type<Record<string, unknown>>(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    containerReference(table as never),
    index('container_audit_log_newest').on(table.type, table.id, table.entryId),
    index('container_audit_log_created').on(table.createdAt),
  ],
);

/**
 * An owner's offer to hand a container over, in custody the site's; valid for a week, and ended by
 * a trigger when the owner changes.
 */
export const ownershipOffers = pgTable(
  'ownership_offers',
  {
    ...containerKey(),
    recipientId: id('recipient_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    offeredAt: timestamptz('offered_at').notNull().defaultNow(),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.type, table.id] }),
    containerReference(table as never),
    index('ownership_offers_recipient').on(table.recipientId),
  ],
);

/** Links that let members join; the token itself is shown once and not stored. */
export const inviteLinks = pgTable(
  'container_invite_links',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    /** Names the link to those who may revoke it. */
    linkId: id('link_id').notNull().generatedAlwaysAsIdentity().unique(),
    ...containerKey(),
    creatorId: id('creator_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** Null: any number of times. */
    usesLeft: integer('uses_left'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    expiresAt: timestamptz('expires_at').notNull(),
    revokedAt: timestamptz('revoked_at'),
  },
  (table) => [
    containerReference(table as never),
    index('container_invite_links_container').on(table.type, table.id),
  ],
);

/**
 * Names in addresses. Old ones redirect, and are never given to another container: they have no
 * foreign key, so that they outlive one that is deleted and old links lead nowhere else.
 */
export const containerSlugs = pgTable(
  'container_slugs',
  {
    slug: text().primaryKey(),
    /** The same for all slugs that look alike (slugs.rules.ts). */
    skeleton: text().notNull(),
    ...containerKey(),
    isCurrent: boolean('is_current').notNull().default(true),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('container_slugs_current')
      .on(table.type, table.id)
      .where(sql`is_current`),
    index('container_slugs_container').on(table.type, table.id),
    index('container_slugs_skeleton').on(table.skeleton),
  ],
);

const counter = (name: string) => integer(name).notNull().default(0);

/**
 * Totals that many members write at once, apart from the row that joins and changes lock. The row
 * exists from the creation of the container on.
 */
export const containerTotals = pgTable(
  'container_totals',
  {
    ...containerKey(),
    /** By members, each once a day; those of the last 25 months also by day. */
    views: counter('views'),
    /** On its posts, by active members. */
    comments: counter('comments'),
  },
  (table) => [
    primaryKey({ columns: [table.type, table.id] }),
    containerReference(table as never),
    index('container_totals_views').on(table.type, table.views, table.id),
  ],
);

/** Per day in UTC, by the same triggers that keep the counters; kept for 25 months. */
export const containerDailyStats = pgTable(
  'container_daily_stats',
  {
    ...containerKey(),
    day: date({ mode: 'string' }).notNull(),
    views: counter('views'),
    viewers: counter('viewers'),
    /** Pages delivered to visitors, without identity. */
    visitorViews: counter('visitor_views'),
    posts: counter('posts'),
    likes: counter('likes'),
    comments: counter('comments'),
    joins: counter('joins'),
    leaves: counter('leaves'),
    follows: counter('follows'),
    unfollows: counter('unfollows'),
  },
  (table) => [
    primaryKey({ columns: [table.type, table.id, table.day] }),
    containerReference(table as never),
    index('container_daily_stats_day').on(table.day),
  ],
);

/** The last day on which a member viewed a container: a day counts each viewer once. */
export const containerViewers = pgTable(
  'container_viewers',
  {
    ...containerKey(),
    memberId: id('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    day: date({ mode: 'string' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.type, table.id, table.memberId] }),
    containerReference(table as never),
    index('container_viewers_member').on(table.memberId),
    index('container_viewers_day').on(table.day),
  ],
);

/** The table of the categories of a kind that has one level of them. */
export const categoriesTable = (name: string) =>
  pgTable(
    name,
    {
      id: integer().primaryKey().generatedByDefaultAsIdentity(),
      title: text().notNull(),
      position: integer().notNull().default(0),
    },
    (table) => [check(`${name}_title`, sql`char_length(${table.title}) between 1 and 64`)],
  );
