import { z } from 'zod';
import { optionalId } from '#domains/containers/containers.schema.ts';
import { listAnswer } from '#domains/containers/kit/kind.schema.ts';
import { event } from '#domains/events/events.schema.ts';
import { limitField, lineField, pageField } from '#lib/fields.ts';

/** Which events a list has, by the clock of the database. */
export const eventFilters = ['future', 'ongoing', 'past', 'all'] as const;
export type EventFilter = (typeof eventFilters)[number];

/** Orders by their names in the interface; absent: by their start, past ones the latest first, own ones those to come. */
const orders = {
  '': 'start',
  'starttime ASC': 'earliest',
  starttime: 'earliest',
  'creation_date DESC': 'newest',
  creation_date: 'newest',
  'member_count DESC': 'guests',
  member_count: 'guests',
} as const;
export type EventOrder = (typeof orders)[keyof typeof orders];

export const browseInput = z.object({
  filter: z
    .enum(['', ...eventFilters], 'Please choose one of these.')
    .default('future')
    .transform((filter) => filter || 'future'),
  search_text: lineField(100).default(''),
  location: lineField(100).default(''),
  category_id: optionalId.default(0),
  order: z
    .enum(Object.keys(orders) as Array<keyof typeof orders>, 'Please choose one of these.')
    .default('')
    .transform((order): EventOrder => orders[order]),
  /** Events that this member owns. */
  user_id: optionalId.default(0),
  parent_type: z.enum(['', 'group', 'sitepage_page'], 'Please choose one of these.').default(''),
  parent_id: optionalId.default(0),
  page: pageField(1),
  limit: limitField(20),
});
export type BrowseInput = z.input<typeof browseInput>;

export const manageInput = browseInput.pick({
  search_text: true,
  category_id: true,
  order: true,
  page: true,
  limit: true,
});
export type ManageInput = z.input<typeof manageInput>;

/** Its total is at most 1,000, of a search 200: more are not counted. */
export const eventsAnswer = listAnswer(event);
export type EventsAnswer = z.output<typeof eventsAnswer>;
