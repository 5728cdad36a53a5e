import { z } from 'zod';
import { friendRow } from '#domains/friends/friends.schema.ts';
import { containerTypes, toContainerFilter } from '#lib/container-types.ts';
import { flagField, limitField, lineField, pageField } from '#lib/fields.ts';

export const membersInput = z
  .object({
    /** Part of a name. */
    displayname: lineField(100).default(''),
    has_photo: flagField.default(0),
    /** Only friends who are online. */
    is_online: flagField.default(0),
    page: pageField(1),
    limit: limitField(20, 100),
  })
  .transform(({ displayname: name, has_photo, is_online, ...range }) => ({
    name,
    hasPhoto: has_photo === 1,
    isOnline: is_online === 1,
    ...range,
  }));
export type MembersInput = z.input<typeof membersInput>;

/** Counts at most 1,000. */
export const peopleFound = z.object({
  page: z.int(),
  totalItemCount: z.int(),
  response: z.array(friendRow),
});
export type PeopleFound = z.output<typeof peopleFound>;

/** API modules of this site; each kind of container that it has is one more. */
export const modules = [
  'advancedactivity',
  'album',
  'video',
  'sitereaction',
  'nestedcomment',
] as const;
/** Absent while the host has them switched off. */
export const adsModule = 'communityad';
export const modulesAnswer = z.array(
  z.enum([...modules, ...containerTypes.map(toContainerFilter), adsModule]),
);
export type ModulesAnswer = z.output<typeof modulesAnswer>;
