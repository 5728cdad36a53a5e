import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  smallint,
  pgTable,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core';
import { answers } from '#domains/containers/answers/answers.rules.ts';
import { categoriesTable, containers } from '#domains/containers/containers.table.ts';
import { members } from '#domains/members/members.table.ts';
import { timestamptz, tsvector } from '#server/columns.ts';
import { fieldChecks, fieldColumns } from '#server/field-columns.ts';
import { eventFields, eventWallFields } from './events.fields.ts';
import { eventStatuses, messageAudiences } from './events.rules.ts';

const id = (name: string) => bigint(name, { mode: 'number' });
/** A time as clocks show it, without a zone. */
const wallTime = (name: string) => timestamp(name, { mode: 'string' });

/** Categories of events; the migration fills in those of the contract. */
export const eventCategories = categoriesTable('event_categories');

/** Settings that events of a series share; pictures, members and rights are in `containers`. */
export const eventWalls = pgTable(
  'event_walls',
  {
    id: id('id').primaryKey(),
    type: text()
      .notNull()
      .generatedAlwaysAs(sql`'event'`),
    /** Null: none. */
    categoryId: integer('category_id').references(() => eventCategories.id),
    ...fieldColumns(eventWallFields),
    /** Before the series was deleted: calendars have its cancelled dates for a while. */
    wasListed: boolean('was_listed').notNull().default(false),
  },
  (table) => [
    foreignKey({
      columns: [table.type, table.id],
      foreignColumns: [containers.type, containers.id],
    }).onDelete('cascade'),
    index('event_walls_category').on(table.categoryId),
    ...fieldChecks('event_walls', eventWallFields),
  ],
);

/** A rule by which a wall gets events; a change of the future ends it, and makes another. */
export const eventSeries = pgTable(
  'event_series',
  {
    id: id('id').primaryKey().generatedByDefaultAsIdentity(),
    wallId: id('wall_id')
      .notNull()
      .references(() => eventWalls.id, { onDelete: 'cascade' }),
    /** As `writeRule` writes it (#lib/recurrence-rule.ts). */
    rule: text().notNull(),
    startsLocal: wallTime('starts_local').notNull(),
    timezone: text().notNull(),
    /** Up to this wall time, not included, its events have rows. */
    madeTo: wallTime('made_to').notNull(),
    /** Its rule makes no more. */
    isEnded: boolean('is_ended').notNull().default(false),
    /** When its host was asked whether it still takes place. */
    lastCheckAt: timestamptz('last_check_at'),
  },
  (table) => [
    index('event_series_wall').on(table.wallId),
    index('event_series_made')
      .on(table.madeTo)
      .where(sql`not is_ended`),
  ],
);

/** One event, or one of a series: its number is that of the interface and of its address. */
export const events = pgTable(
  'events',
  {
    /** That of its wall, or one that no container has (`nextItemId`). */
    id: id('id').primaryKey(),
    type: text()
      .notNull()
      .generatedAlwaysAs(sql`'event'`),
    wallId: id('wall_id')
      .notNull()
      .references(() => eventWalls.id, { onDelete: 'cascade' }),
    seriesId: id('series_id').references(() => eventSeries.id),
    /** When the rule has it, also after it was moved. */
    originalLocal: wallTime('original_local'),
    ...fieldColumns(eventFields),
    startsLocal: wallTime('starts_local').notNull(),
    endsLocal: wallTime('ends_local').notNull(),
    timezone: text().notNull(),
    isAllDay: boolean('is_all_day').notNull().default(false),
    /** Made from the three above. */
    startsAt: timestamptz('starts_at').notNull(),
    endsAt: timestamptz('ends_at').notNull(),
    status: text({ enum: eventStatuses }).notNull().default('scheduled'),
    /** Why it was cancelled or postponed. */
    statusReason: text('status_reason').notNull().default(''),
    cancelledAt: timestamptz('cancelled_at'),
    /** Before it was moved. */
    previousStartsAt: timestamptz('previous_starts_at'),
    movedAt: timestamptz('moved_at'),
    /** Counts its changes, for calendars. */
    sequence: integer().notNull().default(0),
    /** Changed by itself: changes of its series leave it as it is. */
    isDetached: boolean('is_detached').notNull().default(false),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    modifiedAt: timestamptz('modified_at').notNull().defaultNow(),
    /** Both written by a trigger; the category is that of the wall. */
    categoryId: integer('category_id').references(() => eventCategories.id),
    words: tsvector('words').notNull().default(''),
  },
  (table) => [
    unique('events_occurrence').on(table.seriesId, table.originalLocal),
    index('events_wall').on(table.wallId, table.startsAt),
    // Also what is going on is read by it alone, which passes what has begun before.
    index('events_start').on(table.startsAt, table.endsAt, table.id),
    index('events_category').on(table.categoryId, table.startsAt, table.endsAt, table.id),
    index('events_series_start')
      .on(table.seriesId, table.startsAt)
      .where(sql`series_id is not null`),
    index('events_long')
      .on(table.startsAt)
      .where(sql`ends_local - starts_local > interval '24 hours'`),
    index('events_newest').on(table.createdAt, table.id),
    index('events_words').using('gin', table.words),
    check('events_times', sql`${table.startsAt} < ${table.endsAt}`),
    check(
      'events_status',
      sql.raw(`"events"."status" in (${eventStatuses.map((one) => `'${one}'`).join(', ')})`),
    ),
    check('events_series', sql`(${table.seriesId} is null) = (${table.originalLocal} is null)`),
  ],
);

const eventId = () =>
  id('event_id')
    .notNull()
    .references(() => events.id, { onDelete: 'cascade' });
const memberId = (name: string) => id(name).references(() => members.id, { onDelete: 'cascade' });

/** An answer to all events of a series, which those that the job adds get, too. */
export const eventSeriesAnswers = pgTable(
  'event_series_answers',
  {
    wallId: id('wall_id')
      .notNull()
      .references(() => eventWalls.id, { onDelete: 'cascade' }),
    memberId: memberId('member_id').notNull(),
    answer: text({ enum: answers }).notNull(),
    seats: smallint().notNull().default(1),
    answeredAt: timestamptz('answered_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.wallId, table.memberId] }),
    index('event_series_answers_member').on(table.memberId),
    check('event_series_answers_answer', sql`${table.answer} in ('going', 'maybe', 'declined')`),
  ],
);

/** A reminder that was sent; one that is moved has another start, and another reminder. */
export const eventReminders = pgTable(
  'event_reminders',
  {
    eventId: eventId(),
    memberId: memberId('member_id').notNull(),
    startsAt: timestamptz('starts_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.memberId, table.startsAt] }),
    index('event_reminders_member').on(table.memberId),
  ],
);

/**
 * Members whose answer has ended since the date is on another day. Changes notify them like those who
 * come, until they answer again.
 */
export const eventReconfirmations = pgTable(
  'event_reconfirmations',
  {
    eventId: eventId(),
    memberId: memberId('member_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.memberId] }),
    index('event_reconfirmations_member').on(table.memberId),
  ],
);

/** Messages to guests: of its hosts, and of the site about changes. Notices quote them. */
export const eventMessages = pgTable(
  'event_messages',
  {
    id: id('id').primaryKey().generatedByDefaultAsIdentity(),
    /** Null: it was deleted, which the message says. */
    eventId: id('event_id').references(() => events.id, { onDelete: 'cascade' }),
    /** Null: the site says what has changed. */
    authorId: memberId('author_id'),
    /** Guests with that answer. */
    audience: text({ enum: messageAudiences }).notNull(),
    body: text().notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('event_messages_event').on(table.eventId, table.createdAt),
    index('event_messages_author').on(table.authorId),
  ],
);
