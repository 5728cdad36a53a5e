import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import { containers } from '#domains/containers/containers.table.ts';
import { members } from '#domains/members/members.table.ts';
import type { RichText } from '#lib/rich-text.ts';
import { timestamptz } from '#server/columns.ts';
import { fieldColumns } from '#server/field-columns.ts';
import { pageFields } from './sitepages.fields.ts';

const id = (name: string) => bigint(name, { mode: 'number' });

/** Categories of community pages, at most three levels deep. */
export const pageCategories = pgTable(
  'page_categories',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    parentId: integer('parent_id').references((): AnyPgColumn => pageCategories.id),
    title: text().notNull(),
    position: integer().notNull().default(0),
    /** Its own id after those of its ancestors, such as `/1/12/`; written by a trigger. */
    path: text().notNull().default(''),
    /** Listed pages of this very category, without those below it; written by triggers. */
    pageCount: integer('page_count').notNull().default(0),
  },
  (table) => [
    uniqueIndex('page_categories_path').on(sql`${table.path} text_pattern_ops`),
    index('page_categories_parent').on(table.parentId),
    check('page_categories_depth', sql`${table.path} ~ '^/([0-9]+/){1,3}$'`),
    check('page_categories_title', sql`char_length(${table.title}) between 1 and 64`),
  ],
);

/** Plans for pages. One of them is the default, which every page falls back to. */
export const pagePackages = pgTable(
  'page_packages',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    title: text().notNull(),
    description: text().notNull().default(''),
    /** In the smallest unit of the currency. */
    price: integer().notNull().default(0),
    currency: text().notNull().default('EUR'),
    /** Null: without end. */
    days: integer(),
    features: text().array().notNull().default([]),
    /** Pages that one member may own with it. */
    quota: integer().notNull().default(20),
    isDefault: boolean('is_default').notNull().default(false),
    isEnabled: boolean('is_enabled').notNull().default(true),
    /** Whether moderators of the site approve its pages before others see them. */
    needsApproval: boolean('needs_approval').notNull().default(false),
  },
  (table) => [
    uniqueIndex('page_packages_default')
      .on(table.isDefault)
      .where(sql`is_default`),
  ],
);

/** The details of a community page; title, pictures and rights are in `containers`. */
export const sitepages = pgTable(
  'sitepages',
  {
    id: id('id').primaryKey(),
    type: text()
      .notNull()
      .generatedAlwaysAs(sql`'page'`),
    ...fieldColumns(pageFields),
    overview: jsonb().$type<RichText>(),
    categoryId: integer('category_id')
      .notNull()
      .references(() => pageCategories.id),
    /** By day, Monday first, as `parseHours` writes them; empty without any. */
    openingHours: text('opening_hours').array().notNull().default([]),
    /** When the website named the page as its own; another website is not verified. */
    websiteVerifiedAt: timestamptz('website_verified_at'),
    tags: text().array().notNull().default([]),
    /** Tabs that staff has switched off. */
    hiddenApps: text('hidden_apps').array().notNull().default([]),
    /** Tabs that can be switched off, in the order of the staff; others come after them. */
    appOrder: text('app_order').array().notNull().default([]),
    packageId: integer('package_id')
      .notNull()
      .references(() => pagePackages.id),
    /** Null: without end. */
    packageUntil: timestamptz('package_until'),
    /** Whether the owner was notified that it ends soon. */
    isPackageReminded: boolean('is_package_reminded').notNull().default(false),
    isFeatured: boolean('is_featured').notNull().default(false),
    isSponsored: boolean('is_sponsored').notNull().default(false),
    declinedReason: text('declined_reason').notNull().default(''),
    /** Since when it waits for the approval of the site; else null. */
    submittedAt: timestamptz('submitted_at'),
    modifiedAt: timestamptz('modified_at').notNull().defaultNow(),
    /** Whether the feed has announced it. */
    isAnnounced: boolean('is_announced').notNull().default(false),
    /** The counters are written by triggers. */
    likeCount: integer('like_count').notNull().default(0),
    reviewCount: integer('review_count').notNull().default(0),
    ratingSum: integer('rating_sum').notNull().default(0),
    /** Members gained in the last 30 days; written every hour (trending.server.ts). */
    recentJoins: integer('recent_joins').notNull().default(0),
  },
  (table) => [
    foreignKey({
      columns: [table.type, table.id],
      foreignColumns: [containers.type, containers.id],
    }).onDelete('cascade'),
    index('sitepages_category').on(table.categoryId),
    index('sitepages_package').on(table.packageId),
    index('sitepages_package_end')
      .on(table.packageUntil)
      .where(sql`package_until is not null`),
    index('sitepages_submitted')
      .on(table.submittedAt, table.id)
      .where(sql`submitted_at is not null`),
    // Orders of the list of pages, and a trigram index for its search by location (in a migration).
    index('sitepages_trending').on(table.recentJoins, table.id),
    index('sitepages_likes').on(table.likeCount, table.id),
    index('sitepages_rating').on(table.reviewCount, table.ratingSum, table.id),
    index('sitepages_modified').on(table.modifiedAt, table.id),
  ],
);

/** One review per member and page. */
export const pageReviews = pgTable(
  'page_reviews',
  {
    id: id('id').primaryKey().generatedByDefaultAsIdentity(),
    pageId: id('page_id')
      .notNull()
      .references(() => sitepages.id, { onDelete: 'cascade' }),
    authorId: id('author_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    rating: smallint().notNull(),
    title: text().notNull(),
    body: text().notNull(),
    pros: text().notNull().default(''),
    cons: text().notNull().default(''),
    isRecommended: boolean('is_recommended').notNull().default(false),
    isFeatured: boolean('is_featured').notNull().default(false),
    /** Waits for a moderator of the site: neither listed nor counted. */
    needsApproval: boolean('needs_approval').notNull().default(false),
    /** The answer of the page, in its name. */
    answer: text().notNull().default(''),
    answeredAt: timestamptz('answered_at'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    modifiedAt: timestamptz('modified_at').notNull().defaultNow(),
  },
  (table) => [
    unique('page_reviews_once').on(table.pageId, table.authorId),
    index('page_reviews_newest').on(table.pageId, table.createdAt, table.id),
    index('page_reviews_author').on(table.authorId),
    index('page_reviews_unapproved')
      .on(table.pageId)
      .where(sql`needs_approval`),
    check('page_reviews_rating', sql`${table.rating} between 1 and 5`),
  ],
);

/** Admins whom the page shows on its front. */
export const pageFeaturedAdmins = pgTable(
  'page_featured_admins',
  {
    pageId: id('page_id')
      .notNull()
      .references(() => sitepages.id, { onDelete: 'cascade' }),
    memberId: id('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.pageId, table.memberId] }),
    index('page_featured_admins_member').on(table.memberId),
  ],
);

/** Which notices of a page a member of its staff gets; without a row, those of the site's settings. */
export const pageNotificationSettings = pgTable(
  'page_notification_settings',
  {
    pageId: id('page_id')
      .notNull()
      .references(() => sitepages.id, { onDelete: 'cascade' }),
    memberId: id('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    isNotified: boolean('is_notified').notNull().default(true),
    isMailed: boolean('is_mailed').notNull().default(true),
    /** Actions that notify. */
    actions: text().array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.pageId, table.memberId] }),
    index('page_notification_settings_member').on(table.memberId),
  ],
);
