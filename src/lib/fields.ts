import { z } from 'zod';
import { isId } from './url-numbers.ts';
import { aliasesOf, fromWireType, toWireType, type ItemType, type WireType } from './wire-names.ts';

/** For calls without input. */
export const noInput = z.object({});

// Input fields of REST calls. Queries and forms carry text, JSON carries numbers; lists and objects
// fit neither.

const digits = /^\d{1,18}$/;
const missing = 'Please fill in this field.';

/**
 * An id as a number or up to 18 digits; 0 is no id. Ids beyond 2^53 lose precision and match no
 * row.
 */
export const idField = z.union(
  [
    z.int().positive(),
    z
      .string()
      .regex(digits)
      .transform(Number)
      .refine((id) => id > 0),
  ],
  { error: ({ input }) => (input === '' ? missing : 'Must be a number.') },
);

/** Ids separated by commas, each once. */
export const idsField = (max: number, min = 1) =>
  z
    .union([z.string(), z.int().transform(String)])
    .transform((text) =>
      text
        .split(',')
        .map((id) => id.trim())
        .filter(Boolean),
    )
    .refine((ids) => ids.every(isId), 'Must be ids, separated by commas.')
    .transform((ids) => [...new Set(ids.map(Number))])
    .refine((ids) => ids.length >= min, 'Please choose somebody.')
    .refine((ids) => ids.length <= max, `You can choose up to ${max} people.`);

const wholeNumber = (min: number, max: number) =>
  z
    .union(
      [
        z.int(),
        z
          .string()
          .regex(/^-?\d{1,18}$/)
          .transform(Number),
      ],
      'Must be a number.',
    )
    .pipe(z.int().min(min).max(max));

/** A whole number from 0 on, as people type it. */
export const numberField = (max: number) =>
  z
    .union(
      [
        z.int(),
        z
          .string()
          .regex(/^-?\d{1,6}$/)
          .transform(Number),
      ],
      'Must be a number.',
    )
    .refine((number) => number >= 0 && number <= max, `Must be between 0 and ${max}.`);

/** Cursors such as maxid: 0 starts with the newest. */
export const cursorField = wholeNumber(0, Number.MAX_SAFE_INTEGER).default(0);
export const pageField = (first: 0 | 1) =>
  wholeNumber(0, 1_000_000)
    .transform((page) => Math.max(first, page))
    .default(first);
export const limitField = (defaultLimit: number, maxLimit = 50) =>
  wholeNumber(1, 1_000)
    .transform((limit) => Math.min(limit, maxLimit))
    .default(defaultLimit);

/** 0 or 1. */
export const flagField = z.union(
  [z.literal([0, 1]), z.literal(['0', '1']).transform(Number), z.boolean().transform(Number)],
  'Must be 0 or 1.',
);

// Control characters except newline and tab; the database cannot store NUL at all.
// eslint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
// Direction overrides would let a name reorder the line around it.
const overrides = /[\u202a-\u202e\u2066-\u2069]/g;
const lineEnds = /\r\n?|[\u2028\u2029]/g;
// Tabs, and every character that ends a line or a paragraph in Unicode.
// eslint-disable-next-line no-control-regex
const separators = /[\t-\r\u001c-\u001f\u0085\u2028\u2029]+/g;
// Matches anything but whitespace and characters that are drawn as nothing or as a blank (braille,
// a musical sign).
const visible = /[^\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800\u{1d159}]/u;

/** Whether the text has a visible character. */
export const isVisible = (text: string): boolean => visible.test(text);

/** Joins several lines into one. */
export const asOneLine = (text: string): string => text.replace(separators, ' ');

/**
 * Normalizes to composed Unicode and Unix line ends, removes control characters and trims. Text
 * without a visible character becomes empty.
 */
export function cleanText(text: string): string {
  const clean = text.normalize('NFC').replace(lineEnds, '\n').replace(controls, '').trim();
  return isVisible(clean) ? clean : '';
}

/** Length in code points, as the database counts. */
export const lengthOf = (text: string) => [...text].length;

/** Multi-line text, cleaned. */
export const textField = (maxLength: number, tooLong = `At most ${maxLength} characters.`) =>
  z
    .string()
    .transform(cleanText)
    .refine((text) => lengthOf(text) <= maxLength, tooLong);

/** The caller's own password, entered again; the longest that is hashed is 128. */
export const passwordField = z
  .string('Please enter your password.')
  .max(1_000, 'At most 128 characters.');

/** A JSON text, as forms carry it, or a value in a JSON body; empty text is an empty object. */
export const jsonField = z
  .union([z.string(), z.record(z.string(), z.unknown())], 'Must be JSON.')
  .transform((input, context): unknown => {
    if (typeof input !== 'string') return input;
    if (input.trim() === '') return {};
    try {
      return JSON.parse(input);
    } catch {
      context.addIssue({ code: 'custom', message: 'Must be JSON.' });
      return z.NEVER;
    }
  });

/** One line without direction overrides. */
const cleanLine = (text: string) => cleanText(asOneLine(text).replace(overrides, ''));

/** Text from a URL as one line, cut at the length that a field would accept. */
export const toLine = (text: string, maxLength: number) =>
  [...cleanLine(text)].slice(0, maxLength).join('');

/** A name or title: one line, no direction overrides. */
export const lineField = (maxLength: number) =>
  z
    .string()
    .transform(cleanLine)
    .refine((text) => lengthOf(text) <= maxLength, `At most ${maxLength} characters.`);

/** Such as `www.hearth.example/about`, as people type it. */
const withoutScheme = /^[^\s/:@]+\.[^\s/:@.]+(?::\d+)?(?:[/?#]|$)/;

/** The address of a website, also without its scheme. */
export const websiteField = lineField(500)
  .transform((text) => (withoutScheme.test(text) ? `https://${text}` : text))
  .refine((text) => {
    if (text === '') return true;
    const url = URL.parse(text);
    return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password;
  }, 'Must be an address such as https://example.org.');

/** An item type by its name in the REST interface, converted to our name. */
export const itemTypeField = <const Type extends ItemType>(
  types: readonly Type[],
  unknown = 'Please choose one of these.',
) =>
  z
    .enum([...types.map(toWireType), ...aliasesOf(types)] as WireType<Type>[], unknown)
    .transform((wire) => fromWireType(wire) as Type);

/** An item type by its name in the REST interface, for responses. */
export const wireTypeEnum = <const Type extends ItemType>(
  types: readonly Type[],
  unknown?: string,
) => z.enum(types.map(toWireType) as WireType<Type>[], unknown);
