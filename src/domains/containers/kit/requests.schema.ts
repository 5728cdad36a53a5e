import { z } from 'zod';
import { idField, limitField, lineField, pageField } from '#lib/fields.ts';
import { flag, wireTime } from '#lib/shapes.ts';

/** Requests on one page of the list, and in one decision. */
export const maxRequests = 100;

export const requestsInput = z.object({
  id: idField,
  page: pageField(1),
  limit: limitField(20, maxRequests),
  search: lineField(100).default(''),
});
export type RequestsInput = z.input<typeof requestsInput>;

export const pendingRequest = z.object({
  member_id: z.int(),
  user_id: z.int(),
  displayname: z.string(),
  photo_url: z.string(),
  request_date: wireTime,
  /** Empty where the kind does not show it. */
  email: z.string(),
  /** Days since the account was created, friends in common with the viewer, and earlier refusals. */
  account_days: z.int(),
  mutual_friends: z.int(),
  was_refused: flag,
  /** To the questions of the container, as they were asked. */
  answers: z.array(z.object({ question: z.string(), answer: z.string() })),
  /** Places that they ask for with an answer, with those who come along. */
  seats: z.int().optional(),
});
export type PendingRequest = z.output<typeof pendingRequest>;
export const requestsAnswer = z.object({
  pending_requests: z.array(pendingRequest),
  page: z.int(),
  limit: z.int(),
  total: z.int(),
});
export type RequestsAnswer = z.output<typeof requestsAnswer>;
