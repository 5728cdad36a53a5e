import { z } from 'zod';
import { viewInput as containerViewInput } from '#domains/containers/containers.schema.ts';
import {
  oneAnswer,
  plainContainer,
  toMembershipNames,
} from '#domains/containers/kit/kind.schema.ts';
import { flagField } from '#lib/fields.ts';
import { flag, formField, wireTime } from '#lib/shapes.ts';
import { eventStatuses } from './events.rules.ts';

/** Stored in `posts.type`, and sent to clients. */
export const eventCreatedType = 'event_create';

/** The field that may hold the id with which a path ends. */
export const idName = 'event_id';

export const membershipNames = toMembershipNames('cohost');
export type MembershipName = (typeof membershipNames)[number];

/** 0 not going, 1 maybe, 2 going or waiting for a place, 3 invited and without an answer. */
export const rsvp = z.literal([0, 1, 2, 3]);
export type Rsvp = z.output<typeof rsvp>;

/** `YYYY-MM-DD HH:MM:SS` as clocks of the zone of the event show it. */
const wallTime = z.string();

export const counts = z.object({
  get_attending_count: z.int(),
  get_maybe_count: z.int(),
  get_not_attending_count: z.int(),
  get_awaiting_reply_count: z.int(),
  /** Members who wait for a place, and do not count as attending. */
  get_waiting_count: z.int(),
});

export const event = plainContainer.extend({
  event_id: z.int(),
  parent_type: z.enum(['user', 'group', 'sitepage_page']),
  parent_id: z.int(),
  /** Title of the group or page in which it lies, for those who read that. */
  parent_title: z.string(),
  /** UTC. */
  starttime: wireTime,
  endtime: wireTime,
  starttime_local: wallTime,
  endtime_local: wallTime,
  timezone: z.string(),
  all_day: flag,
  status: z.enum(eventStatuses),
  status_reason: z.string(),
  /** UTC, before it was moved; else empty. */
  previous_starttime: z.string(),
  /** 0: it takes place once. */
  series_id: z.int(),
  host: z.string(),
  /** Only for those who are going. */
  online_url: z.string(),
  ticket_url: z.string(),
  /** 0: as many as come. */
  capacity: z.int(),
  /** Null: any number. */
  seats_left: z.int().nullable(),
  waiting_list: flag,
  owner_image: z.string(),
  membership: z.enum(membershipNames),
  isJoined: flag,
  /** Absent without an answer or invitation. */
  rsvp: rsvp.optional(),
  /** Places of the caller's answer, with those who come along. */
  seats: z.int().optional(),
  /** The caller waits for a place with that number. */
  queue_number: z.int().optional(),
  ...counts.shape,
  guests_hidden: flag,
  mail_answers: flag,
});
export type Event = z.output<typeof event>;

export const viewInput = containerViewInput.extend({
  /** 1: the answer has `profile_rsvp_form`. */
  profile_rsvp: flagField.default(0),
});
export type ViewInput = z.input<typeof viewInput>;

export const eventAnswer = oneAnswer(event).extend({
  /** The caller's answer, and the fields with which to change it. */
  profile_rsvp_value: rsvp.optional(),
  profile_rsvp_form: z.array(formField).optional(),
});
export type EventAnswer = z.output<typeof eventAnswer>;
