import type { ProfileAudience } from '#domains/policy/profile-audience.rules.ts';
import { isCalendarDay } from '#lib/dates.ts';

/**
 * The details that a member can fill in, each with its default audience. Nobody sees more than the
 * profile itself allows.
 */
export const details = {
  about_me: {
    section: 'Personal Information',
    label: 'About me',
    audience: 'everyone',
    maxLength: 1_000,
  },
  gender: { section: 'Personal Information', label: 'Gender', audience: 'members', maxLength: 10 },
  birthdate: {
    section: 'Personal Information',
    label: 'Birthday',
    audience: 'friends',
    maxLength: 10,
  },
  location: {
    section: 'Contact Information',
    label: 'Location',
    audience: 'everyone',
    maxLength: 255,
  },
  website: {
    section: 'Contact Information',
    label: 'Website',
    audience: 'everyone',
    maxLength: 255,
  },
  phone: { section: 'Contact Information', label: 'Phone', audience: 'friends', maxLength: 30 },
} as const satisfies Record<
  string,
  { section: string; label: string; audience: ProfileAudience; maxLength: number }
>;

export type DetailName = keyof typeof details;
export const detailNames = Object.keys(details) as DetailName[];
export type DetailValues = Record<DetailName, string>;

export const genders = {
  '': 'Not specified',
  female: 'Female',
  male: 'Male',
  other: 'Other',
} as const;

/** Audience values of the REST interface, with their labels. */
export const wireAudiences = {
  everyone: 'everyone',
  registered: 'members',
  friends: 'friends',
  self: 'onlyme',
} as const satisfies Record<string, ProfileAudience>;
export type WireAudience = keyof typeof wireAudiences;
export const toWireAudience = (audience: ProfileAudience): WireAudience =>
  ({ everyone: 'everyone', members: 'registered', friends: 'friends', onlyme: 'self' } as const)[
    audience
  ];
export const audienceLabels: Record<WireAudience, string> = {
  everyone: 'Everyone',
  registered: 'Members',
  friends: 'Friends',
  self: 'Only me',
};

const youngest = 13;

/** @param today both as YYYY-MM-DD */
export function birthdateProblem(date: string, today: string): string | null {
  if (!isCalendarDay(date) || date < '1900') return 'Please enter a date such as 1990-05-21.';
  if (date > today) return 'This day is still to come.';
  return `${Number(date.slice(0, 4)) + youngest}${date.slice(4)}` > today
    ? `You must be at least ${youngest} years old.`
    : null;
}

/** Adds the protocol: people write `example.org` for their website. */
export const wholeAddress = (website: string): string =>
  /^[^\s/:@]+\.[^\s/:@]{2,}([/?#].*)?$/.test(website) ? `https://${website}` : website;

export function websiteProblem(address: string): string | null {
  const url = URL.canParse(address) && !/\s/.test(address) ? new URL(address) : null;
  const isFine =
    url &&
    /^https?:$/.test(url.protocol) &&
    url.hostname.includes('.') &&
    !url.username &&
    !url.password;
  return isFine ? null : 'Please enter an address such as https://example.org.';
}
