import { cleanText, lengthOf } from '#lib/fields.ts';
import { altLength } from './media.rules.ts';

/** The reason why an alt text is invalid, or null. */
export const altProblem = (alt: string): string | null =>
  lengthOf(alt) > altLength ? `At most ${altLength} characters.` : null;

/** Normalizes to one line. */
export const cleanAlt = (alt: string): string => cleanText(alt).replace(/\s+/g, ' ');
