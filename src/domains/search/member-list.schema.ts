import { z } from 'zod';
import { friendRow } from '#domains/friends/friends.schema.ts';
import { flagField, limitField, lineField, pageField } from '#lib/fields.ts';

export const membersInput = z.object({
  /** Part of a name. */
  displayname: lineField(100).default(''),
  has_photo: flagField.default(0),
  /** Friends who are here now. */
  is_online: flagField.default(0),
  page: pageField(1),
  limit: limitField(20, 100),
});
export type MembersInput = z.input<typeof membersInput>;

/** At most 1,000 are counted. */
export const peopleFound = z.object({
  page: z.int(),
  totalItemCount: z.int(),
  response: z.array(friendRow),
});
export type PeopleFound = z.output<typeof peopleFound>;

/** The parts of the site by their names in the API. */
export const modules = [
  'advancedactivity',
  'album',
  'video',
  'sitereaction',
  'nestedcomment',
] as const;
export const modulesAnswer = z.array(z.enum(modules));
export type ModulesAnswer = z.output<typeof modulesAnswer>;
