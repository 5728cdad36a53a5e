import { z } from 'zod';
import { fromWireType, toWireType, type ItemType, type WireType } from './wire-names.ts';

// Fields of calls. Queries and forms bring text, JSON brings numbers; lists and objects fit
// neither.

const digits = /^\d{1,18}$/;

/**
 * An id as a number or up to 18 digits; 0 is no id. Ids beyond 2^53 name nothing and stay unequal
 * to every row.
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
  'Must be a number.',
);

const whole = (least: number, most: number) =>
  z
    .union([z.int(), z.string().regex(digits).transform(Number)], 'Must be a number.')
    .pipe(z.int().min(least).max(most));

/** maxid and the like: 0 means from the newest. */
export const cursorField = whole(0, Number.MAX_SAFE_INTEGER).default(0);
export const pageField = (first: 0 | 1) =>
  whole(0, 1_000_000)
    .transform((page) => Math.max(first, page))
    .default(first);
export const limitField = (start: number, most = 50) =>
  whole(1, 1_000)
    .transform((limit) => Math.min(limit, most))
    .default(start);

/** 0 or 1. */
export const flagField = z.union(
  [z.literal([0, 1]), z.literal(['0', '1']).transform(Number), z.boolean().transform(Number)],
  'Must be 0 or 1.',
);

// Control characters but newline and tab; the database cannot hold NUL at all.
// eslint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
// Direction overrides would let a name rewrite the line around it.
const overrides = /[\u202a-\u202e\u2066-\u2069]/g;
const lineEnds = /\r\n?|[\u2028\u2029]/g;
// Tabs, and all that Unicode lets end a line or a paragraph.
// eslint-disable-next-line no-control-regex
const separators = /[\t-\r\u001c-\u001f\u0085\u2028\u2029]+/g;
// Blanks of all kinds, and characters that are drawn as nothing or as a blank (braille, a musical
// sign).
const visible = /[^\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800\u{1d159}]/u;

/** Whether there is anything to see. */
export const isVisible = (text: string): boolean => visible.test(text);

/** Several lines as one. */
export const asOneLine = (text: string): string => text.replace(separators, ' ');

/**
 * Composed Unicode, Unix line ends, no control characters, no blank edges.
 * Text of nothing but invisible characters is empty.
 */
export function cleanText(text: string): string {
  const clean = text.normalize('NFC').replace(lineEnds, '\n').replace(controls, '').trim();
  return isVisible(clean) ? clean : '';
}

/** How long people find a text: code points, as the database counts. */
export const lengthOf = (text: string) => [...text].length;

/** Text of several lines, cleaned, of at most `most` characters. */
export const textField = (most: number, tooLong = `At most ${most} characters.`) =>
  z
    .string()
    .transform(cleanText)
    .refine((text) => lengthOf(text) <= most, tooLong);

/** JSON text, as forms carry it, or a value in a JSON body; empty text is an empty object. */
export const jsonField = z
  .union([z.string(), z.record(z.string(), z.unknown())], 'Must be JSON.')
  .transform((said, context): unknown => {
    if (typeof said !== 'string') return said;
    if (said.trim() === '') return {};
    try {
      return JSON.parse(said);
    } catch {
      context.addIssue({ code: 'custom', message: 'Must be JSON.' });
      return z.NEVER;
    }
  });

/** One line without direction overrides. */
const cleanLine = (text: string) => cleanText(asOneLine(text).replace(overrides, ''));

/** What stands in an address as one line, cut where a field would refuse it. */
export const lineOf = (text: string, most: number) => [...cleanLine(text)].slice(0, most).join('');

/** A name or title: one line, no direction overrides. */
export const lineField = (most: number) =>
  z
    .string()
    .transform(cleanLine)
    .refine((text) => lengthOf(text) <= most, `At most ${most} characters.`);

/** One of these kinds of items by its name in the interface. Becomes our name of it. */
export const itemTypeField = <const Type extends ItemType>(
  types: readonly Type[],
  unknown = 'This type is not known.',
) => wireTypeEnum(types, unknown).transform((wire) => fromWireType(wire) as Type);

/** The same in an answer. */
export const wireTypeEnum = <const Type extends ItemType>(
  types: readonly Type[],
  unknown?: string,
) => z.enum(types.map(toWireType) as WireType<Type>[], unknown);
