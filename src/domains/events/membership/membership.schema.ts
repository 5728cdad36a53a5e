import { z } from 'zod';
import { maxSeats } from '#domains/containers/answers/answers.rules.ts';
import { leaveInput, reasonField } from '#domains/containers/containers.schema.ts';
import { listedPerson, peopleAnswer, peopleInput } from '#domains/containers/kit/kind.schema.ts';
import {
  membershipAnswer,
  requestInput as kitRequestInput,
} from '#domains/containers/kit/membership.schema.ts';
import { maxRequests } from '#domains/containers/kit/requests.schema.ts';
import { counts, membershipNames, rsvp } from '#domains/events/events.schema.ts';
import { flagField, idField, idsField, numberField } from '#lib/fields.ts';
import { flag } from '#lib/shapes.ts';

/** 0 not going, 1 maybe, 2 going. */
export const rsvpField = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^[0-2]$/)
      .transform(Number),
  ])
  .refine((value) => [0, 1, 2].includes(value), 'Please answer with 0, 1 or 2.');

const seatsField = numberField(maxSeats).refine((seats) => seats > 0, 'At least one place.');

const scopeField = z.enum(['this', 'all'], 'Please choose one of these.');

export const answerInput = z.object({
  id: idField,
  rsvp: rsvpField,
  /** Places, with those who come along. */
  seats: seatsField.default(1),
  /** `all`: to all of the series that are to come, and those that follow. */
  scope: scopeField.default('this'),
});
export type AnswerInput = z.input<typeof answerInput>;

export const joinInput = z.object({ id: idField, rsvp: rsvpField.default(2) });
export type JoinInput = z.input<typeof joinInput>;
export const joinedAnswer = membershipAnswer(membershipNames).extend({ rsvp });
export type JoinedAnswer = z.output<typeof joinedAnswer>;

/** The answer counts once the request is approved. */
export const requestInput = kitRequestInput.extend({
  rsvp: rsvpField.default(2),
  seats: seatsField.default(1),
});
export type RequestInput = z.input<typeof requestInput>;

/** Without `user_id` it is the caller's own request. */
export const refuseInput = z.object({
  id: idField,
  user_id: idsField(maxRequests, 0).default([]),
  reason: reasonField,
});

/** `this`: of a series the event alone, by the answer that the caller does not come. */
export const leaveEventInput = leaveInput.extend({ scope: scopeField.default('all') });
export type LeaveEventInput = z.input<typeof leaveEventInput>;

export const answeredAnswer = z.object({
  rsvp,
  /** The caller waits for a place with that number. */
  queue_number: z.int().optional(),
  ...counts.shape,
});
export type AnsweredAnswer = z.output<typeof answeredAnswer>;

export const membersInput = peopleInput.extend({
  /** Guests with that answer to this very event; 3: those who are invited, for hosts. */
  rsvp: z.enum(['', '0', '1', '2', '3'], 'Please choose one of these.').default(''),
  /** 1: those who wait for a seat, in their order. */
  queued: flagField.default(0),
});
export type MembersInput = z.input<typeof membersInput>;

export const membersAnswer = peopleAnswer(
  listedPerson.extend({
    rsvp: rsvp.optional(),
    seats: z.int().optional(),
    queue_number: z.int().optional(),
    is_cohost: flag,
  }),
);
export type MembersAnswer = z.output<typeof membersAnswer>;
