import type { z } from 'zod';
import { cleanText, lengthOf } from '#lib/fields.ts';
import { altLength } from './media.rules.ts';

/** Alt texts by the number of their file; `alt` belongs to a file without a number. */
export type AltTexts = Record<string, string>;

const isAlt = (name: string) => /^alt\d{0,3}$/.test(name);

/** Reads and checks the alt fields of a form: alt0 for filedata0, and so on. */
export function toAltTexts(fields: Record<string, unknown>, context: z.RefinementCtx): AltTexts {
  const alts: AltTexts = {};
  for (const [name, value] of Object.entries(fields)) {
    if (!isAlt(name)) continue;
    const problem = typeof value === 'string' ? altProblem(cleanAlt(value)) : 'Must be text.';
    if (problem) context.addIssue({ code: 'custom', path: [name], message: problem });
    else alts[name.slice('alt'.length)] = value as string;
  }
  return alts;
}

/** Whether a field takes files. */
export const isFileField = (name: string): boolean => /^(photo|filedata)\d*$/.test(name);

/** Refuses a text in a field for files. */
export function refuseTexts(fields: Record<string, unknown>, context: z.RefinementCtx): void {
  for (const [name, value] of Object.entries(fields)) {
    if (isFileField(name) && value !== '')
      context.addIssue({ code: 'custom', path: [name], message: 'Please send this as a file.' });
  }
}

/** The reason why an alt text is invalid, or null. */
export const altProblem = (alt: string): string | null =>
  lengthOf(alt) > altLength ? `At most ${altLength} characters.` : null;

/** Normalizes to one line. */
export const cleanAlt = (alt: string): string => cleanText(alt).replace(/\s+/g, ' ');
