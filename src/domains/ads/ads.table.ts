import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { adPackageFields } from '#domains/ads/packages/packages.fields.ts';
import { members } from '#domains/members/members.table.ts';
import { timestamptz } from '#server/columns.ts';
import { fieldChecks, fieldColumns } from '#server/field-columns.ts';
import { adFields } from './ads.fields.ts';
import { adModels, adStates, ignoredReasons, versionStates } from './ads.rules.ts';

const id = (name: string) => bigint(name, { mode: 'number' });
const memberId = (name: string) => id(name).references(() => members.id, { onDelete: 'set null' });
const oneOf = (column: string, words: readonly string[]) =>
  sql.raw(`${column} in (${words.map((word) => `'${word}'`).join(', ')})`);

/** Settings of administrators for all ads; the migration writes the only row. */
export const adSettings = pgTable(
  'ad_settings',
  {
    id: smallint().primaryKey().default(1),
    areOn: boolean('are_on').notNull().default(true),
    /** Printed on receipts: name, address and tax number of the host. */
    receiptLines: text('receipt_lines').notNull().default(''),
    /** The number of the last receipt. */
    lastReceipt: integer('last_receipt').notNull().default(0),
  },
  (table) => [check('ad_settings_one', sql`${table.id} = 1`)],
);

/** Offers to advertisers; ads copy what they bought. */
export const adPackages = pgTable(
  'ad_packages',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    ...fieldColumns(adPackageFields),
    /** In the smallest unit of the currency. */
    price: integer().notNull().default(0),
    currency: text().notNull().default('EUR'),
  },
  () => fieldChecks('ad_packages', adPackageFields),
);

export const adCampaigns = pgTable(
  'ad_campaigns',
  {
    id: id('id').primaryKey().generatedByDefaultAsIdentity(),
    /** The account; null once it is deleted. */
    ownerId: memberId('owner_id'),
    name: text().notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** Its ads have ended with it, and its owner does not see it any more. */
    deletedAt: timestamptz('deleted_at'),
  },
  (table) => [
    index('ad_campaigns_owner').on(table.ownerId, table.id),
    check('ad_campaigns_name', sql`char_length(${table.name}) between 1 and 100`),
  ],
);

/** An ad with what was bought and how much of it is used; text and picture are in its versions. */
export const ads = pgTable(
  'ads',
  {
    id: id('id').primaryKey().generatedByDefaultAsIdentity(),
    campaignId: id('campaign_id')
      .notNull()
      .references(() => adCampaigns.id),
    ownerId: memberId('owner_id'),
    packageId: integer('package_id')
      .notNull()
      .references(() => adPackages.id),
    /** A page, group, event or video; null: the address of the version. */
    subjectType: text('subject_type'),
    subjectId: id('subject_id'),
    /** Path of the subject; '' for other addresses. */
    subjectPath: text('subject_path').notNull().default(''),
    model: text({ enum: adModels }).notNull(),
    /** Views, clicks or days. */
    bought: integer().notNull(),
    /** Billed views or clicks. */
    used: integer().notNull().default(0),
    /** Views and clicks after the budget's end, which nobody pays. */
    unbilled: integer().notNull().default(0),
    price: integer().notNull().default(0),
    currency: text().notNull(),
    /** Null: it has a price, and nobody has paid it. */
    paidAt: timestamptz('paid_at'),
    /** Views or clicks a day; null: as many as there are. */
    dailyLimit: integer('daily_limit'),
    startsAt: timestamptz('starts_at').notNull(),
    /** Null: until what was bought is used. */
    endsAt: timestamptz('ends_at'),
    state: text({ enum: adStates }).notNull().default('pending'),
    /** The approved one, which runs while a newer one waits. */
    liveVersion: integer('live_version'),
    newestVersion: integer('newest_version').notNull().default(1),
    /** The host's own, for when nothing else runs. */
    isHouse: boolean('is_house').notNull().default(false),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    finishedAt: timestamptz('finished_at'),
    /** Its owner does not see it any more. */
    deletedAt: timestamptz('deleted_at'),
    /** Moderators took its text and picture out of the library. */
    isRemoved: boolean('is_removed').notNull().default(false),
    /** The library has it for a year from this day on. */
    lastShownOn: date('last_shown_on', { mode: 'string' }),
  },
  (table) => [
    index('ads_campaign').on(table.campaignId, table.id),
    index('ads_owner').on(table.ownerId, table.id),
    index('ads_running')
      .on(table.startsAt)
      .where(sql`state = 'active'`),
    index('ads_shown').on(table.lastShownOn, table.id),
    index('ads_subject').on(table.subjectType, table.subjectId),
    check('ads_subject', sql`(${table.subjectType} is null) = (${table.subjectId} is null)`),
    check('ads_state', oneOf('state', adStates)),
    check('ads_model', oneOf('model', adModels)),
    check('ads_bought', sql`${table.bought} > 0 and ${table.used} >= 0`),
    check('ads_used', sql`${table.used} <= ${table.bought} or ${table.model} = 'days'`),
    check('ads_period', sql`${table.endsAt} is null or ${table.endsAt} > ${table.startsAt}`),
  ],
);

/** Text, picture, address and audience as they were submitted; never changed after that. */
export const adVersions = pgTable(
  'ad_versions',
  {
    adId: id('ad_id')
      .notNull()
      .references(() => ads.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    ...fieldColumns(adFields),
    /** A public picture; null: that of the subject, or none. */
    picture: text(),
    state: text({ enum: versionStates }).notNull().default('pending'),
    /** Why it was rejected. */
    reason: text().notNull().default(''),
    submittedAt: timestamptz('submitted_at').notNull().defaultNow(),
    decidedBy: memberId('decided_by'),
    decidedAt: timestamptz('decided_at'),
  },
  (table) => [
    primaryKey({ columns: [table.adId, table.version] }),
    index('ad_versions_picture').on(table.picture),
    index('ad_versions_pending')
      .on(table.submittedAt)
      .where(sql`state = 'pending'`),
    check('ad_versions_state', oneOf('state', versionStates)),
  ],
);

/** How often a member was shown an ad, and what the member did with it. */
export const adMarks = pgTable(
  'ad_marks',
  {
    memberId: id('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    adId: id('ad_id')
      .notNull()
      .references(() => ads.id, { onDelete: 'cascade' }),
    /** Deliveries that counted, one an hour. */
    views: integer().notNull().default(0),
    servedAt: timestamptz('served_at'),
    /** When a delivery counted last. */
    countedAt: timestamptz('counted_at'),
    seenAt: timestamptz('seen_at'),
    /** Deliveries of that day, for the most that a member sees of an ad. */
    day: date({ mode: 'string' }),
    dayViews: integer('day_views').notNull().default(0),
    clickedAt: timestamptz('clicked_at'),
    hiddenAt: timestamptz('hidden_at'),
    /** Hidden as misleading: no ad of its campaign is shown to the member. */
    hidesCampaign: boolean('hides_campaign').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.adId] }),
    index('ad_marks_ad').on(table.adId),
  ],
);

/** Why members hid ads, for the moderators. */
export const adHides = pgTable(
  'ad_hides',
  {
    adId: id('ad_id')
      .notNull()
      .references(() => ads.id, { onDelete: 'cascade' }),
    memberId: id('member_id')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    reason: text().notNull(),
    description: text().notNull().default(''),
    hiddenAt: timestamptz('hidden_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.adId, table.memberId] }),
    index('ad_hides_member').on(table.memberId),
  ],
);

/** Kept for 25 months. */
export const adDailyStats = pgTable(
  'ad_daily_stats',
  {
    adId: id('ad_id')
      .notNull()
      .references(() => ads.id, { onDelete: 'cascade' }),
    day: date({ mode: 'string' }).notNull(),
    served: integer().notNull().default(0),
    seen: integer().notNull().default(0),
    clicks: integer().notNull().default(0),
    /** Clicks that did not count, for whatever reason. */
    ignored: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.adId, table.day] })],
);

/** Why clicks did not count: for the staff, for 90 days. */
export const adIgnoredClicks = pgTable(
  'ad_ignored_clicks',
  {
    id: id('id').primaryKey().generatedByDefaultAsIdentity(),
    adId: id('ad_id')
      .notNull()
      .references(() => ads.id, { onDelete: 'cascade' }),
    memberId: memberId('member_id'),
    reason: text({ enum: ignoredReasons }).notNull(),
    clickedAt: timestamptz('clicked_at').notNull(),
  },
  (table) => [
    index('ad_ignored_clicks_time').on(table.clickedAt),
    index('ad_ignored_clicks_ad').on(table.adId),
  ],
);

/** How many placements each hour had, from which the share of an hour of the week is expected. */
export const adTraffic = pgTable('ad_traffic', {
  hour: timestamptz('hour').primaryKey(),
  placements: integer().notNull().default(0),
});

/** Never changed or deleted; a second one cancels it. */
export const adReceipts = pgTable(
  'ad_receipts',
  {
    number: integer().primaryKey(),
    adId: id('ad_id').references(() => ads.id, { onDelete: 'set null' }),
    payer: text().notNull(),
    title: text().notNull(),
    /** In the smallest unit of the currency; negative: cancels another. */
    amount: integer().notNull(),
    currency: text().notNull(),
    startsAt: timestamptz('starts_at').notNull(),
    endsAt: timestamptz('ends_at'),
    /** Those of the host when it was given. */
    hostLines: text('host_lines').notNull(),
    cancels: integer(),
    givenAt: timestamptz('given_at').notNull(),
  },
  (table) => [
    index('ad_receipts_ad').on(table.adId),
    uniqueIndex('ad_receipts_cancels').on(table.cancels),
    foreignKey({ columns: [table.cancels], foreignColumns: [table.number] }),
  ],
);
