import { z } from 'zod';
import type { ProfileAudience } from '#domains/policy/profile-audience.rules.ts';
import { isCalendarDay } from '#lib/dates.ts';
import { fieldList, toWireValue } from '#lib/field-list.ts';
import { cleanText, lineField } from '#lib/fields.ts';
import { websiteProblem, wholeAddress } from './details.rules.ts';

/** The names of a member, with which the form begins. */
export const nameFields = fieldList({
  first: { wire: 'first_name', type: 'line', label: 'First name', max: 50, isRequired: true },
  last: { wire: 'last_name', type: 'line', label: 'Last name', max: 50, isRequired: true },
  username: {
    wire: 'username',
    type: 'line',
    label: 'Username',
    hint: 'Letters, digits, dots and underscores.',
    max: 40,
    isRequired: true,
  },
});

const dateProblem = 'Please enter a date such as 1990-05-21.';

/**
 * The details that a member can fill in, by the names of their columns, each with its default
 * audience. Nobody sees more than the profile itself allows.
 */
export const details = fieldList({
  about_me: {
    wire: 'about_me',
    type: 'text',
    label: 'About me',
    hint: 'Up to 1000 characters.',
    max: 1_000,
    section: 'Personal Information',
    audience: 'everyone',
  },
  gender: {
    wire: 'gender',
    type: 'choice',
    label: 'Gender',
    options: {
      '': ['', 'Not specified'],
      female: ['female', 'Female'],
      male: ['male', 'Male'],
      other: ['other', 'Other'],
    },
    default: '',
    max: 10,
    section: 'Personal Information',
    audience: 'members',
  },
  birthdate: {
    wire: 'birthdate',
    type: 'date',
    label: 'Birthday',
    max: 10,
    input: z
      .string()
      .transform(cleanText)
      .refine((date) => date === '' || isCalendarDay(date), dateProblem),
    section: 'Personal Information',
    audience: 'friends',
  },
  location: {
    wire: 'location',
    type: 'line',
    label: 'Location',
    max: 255,
    section: 'Contact Information',
    audience: 'everyone',
  },
  website: {
    wire: 'website',
    type: 'line',
    label: 'Website',
    max: 255,
    input: lineField(255)
      .transform(wholeAddress)
      .superRefine((text, context) => {
        const message = text && websiteProblem(text);
        if (message) context.addIssue({ code: 'custom', message });
      }),
    section: 'Contact Information',
    audience: 'everyone',
  },
  phone: {
    wire: 'phone',
    type: 'line',
    label: 'Phone',
    max: 30,
    section: 'Contact Information',
    audience: 'friends',
  },
});

export type DetailName = keyof typeof details;
export const detailNames = Object.keys(details) as DetailName[];
export type DetailValues = Record<DetailName, string>;

const audienceEntry = {
  type: 'choice',
  options: {
    everyone: ['everyone', 'Everyone'],
    registered: ['members', 'Members'],
    friends: ['friends', 'Friends'],
    self: ['onlyme', 'Only me'],
  } satisfies Record<string, readonly [ProfileAudience, string]>,
  unknown: 'Choose who may see this.',
  default: 'everyone',
} as const;
type AudienceEntry<Name extends DetailName> = typeof audienceEntry & {
  wire: `${Name}_privacy`;
  label: string;
};

/** The audience of each detail, which is a field beside it. */
export const audienceFields = Object.fromEntries(
  detailNames.map((name) => [
    name,
    { ...audienceEntry, wire: `${name}_privacy`, label: `Who sees this: ${details[name].label}` },
  ]),
) as { [Name in DetailName]: AudienceEntry<Name> };

export const toWireAudience = (audience: ProfileAudience): string =>
  String(toWireValue(audienceFields.about_me, audience));
