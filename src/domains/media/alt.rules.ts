import { cleanText, lengthOf } from '#lib/fields.ts';
import { altLength } from './media.rules.ts';

/** Why an alt text cannot be kept, or null. */
export const altProblem = (alt: string): string | null =>
  lengthOf(alt) > altLength ? `At most ${altLength} characters.` : null;

/** As it is kept: one line. */
export const cleanAlt = (alt: string): string => cleanText(alt).replace(/\s+/g, ' ');
