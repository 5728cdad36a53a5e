import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { containers, memberships } from '#domains/containers/containers.table.ts';
import { timestamptz } from '#server/columns.ts';
import { answers } from './answers.rules.ts';

const id = (name: string) => bigint(name, { mode: 'number' });
const counter = (name: string) => integer(name).notNull().default(0);

/**
 * An item of a container to which its members answer, such as an occurrence of an event, with its
 * places. Its key has the kind, since numbers of items are those of the kind.
 */
export const containerSeats = pgTable(
  'container_seats',
  {
    type: text().notNull(),
    itemId: id('item_id').notNull(),
    /** The container whose members answer; the item itself unless several share one. */
    id: id('id').notNull(),
    /** Null: any number. */
    capacity: integer(),
    /** Whoever finds no place gets a number; without a queue they are refused. */
    hasQueue: boolean('has_queue').notNull().default(true),
    /** Whoever waits for fewer places may get them before somebody who finds too few. */
    maySmallerPass: boolean('may_smaller_pass').notNull().default(false),
    /** From then on answers stay as they are, also those of who leaves; null: never. */
    closesAt: timestamptz('closes_at'),
    /** Members by answer, those in the queue apart; written by `settle_seats`. */
    going: counter('going'),
    maybe: counter('maybe'),
    declined: counter('declined'),
    queued: counter('queued'),
    /** Places taken: a member may come with others. */
    taken: counter('taken'),
  },
  (table) => [
    primaryKey({ columns: [table.type, table.itemId] }),
    foreignKey({
      name: 'container_seats_container_fk',
      columns: [table.type, table.id],
      foreignColumns: [containers.type, containers.id],
    }).onDelete('cascade'),
    index('container_seats_container').on(table.type, table.id),
    check('container_seats_capacity', sql`${table.capacity} > 0`),
  ],
);

/**
 * Somebody without an account who answers by mail. Counts nothing until the address is confirmed, and
 * is deleted with all that it has (`pruneMailGuests`).
 */
export const containerMailGuests = pgTable(
  'container_mail_guests',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    type: text().notNull(),
    itemId: id('item_id').notNull(),
    name: text().notNull(),
    email: text().notNull(),
    seats: smallint().notNull().default(1),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    confirmedAt: timestamptz('confirmed_at'),
    remindedAt: timestamptz('reminded_at'),
    /** Was confirmed once; the answer has ended, and the guest is asked for another. */
    reconfirmationSentAt: timestamptz('reconfirmation_sent_at'),
  },
  (table) => [
    uniqueIndex('container_mail_guests_email').on(
      table.type,
      table.itemId,
      sql`lower(${table.email})`,
    ),
    foreignKey({
      name: 'container_mail_guests_seats_fk',
      columns: [table.type, table.itemId],
      foreignColumns: [containerSeats.type, containerSeats.itemId],
    }).onDelete('cascade'),
    index('container_mail_guests_created')
      .on(table.createdAt)
      .where(sql`confirmed_at is null`),
  ],
);

/** The answer of a member, which ends with the membership (`endAnswers`), or of a guest by mail. */
export const containerAnswers = pgTable(
  'container_answers',
  {
    type: text().notNull(),
    itemId: id('item_id').notNull(),
    id: id('id').notNull(),
    key: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Null: of a guest by mail. */
    memberId: id('member_id'),
    guestId: id('guest_id').references(() => containerMailGuests.id, { onDelete: 'cascade' }),
    answer: text({ enum: answers }).notNull(),
    seats: smallint().notNull().default(1),
    /** Waits for places; the lowest comes first. */
    queueNo: id('queue_no'),
    answeredAt: timestamptz('answered_at').notNull().defaultNow(),
    /** When a place became free for the member. */
    promotedAt: timestamptz('promoted_at'),
  },
  (table) => [
    unique('container_answers_member').on(table.type, table.itemId, table.memberId),
    unique('container_answers_guest').on(table.guestId),
    foreignKey({
      name: 'container_answers_seats_fk',
      columns: [table.type, table.itemId],
      foreignColumns: [containerSeats.type, containerSeats.itemId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'container_answers_membership_fk',
      columns: [table.type, table.id, table.memberId],
      foreignColumns: [memberships.type, memberships.id, memberships.memberId],
    }).onDelete('cascade'),
    index('container_answers_queue')
      .on(table.type, table.itemId, table.queueNo)
      .where(sql`queue_no is not null`),
    index('container_answers_membership').on(table.memberId, table.type, table.id),
    check('container_answers_one', sql`(${table.memberId} is null) <> (${table.guestId} is null)`),
    check('container_answers_answer', sql`${table.answer} in ('going', 'maybe', 'declined')`),
    check('container_answers_seats', sql`${table.seats} between 1 and 20`),
    check('container_answers_queue', sql`${table.queueNo} is null or ${table.answer} = 'going'`),
  ],
);
