import { z } from 'zod';
import { findZone } from '#lib/zone-names.ts';
import { emailProblem, usernameProblem } from './members.rules.ts';

const issueFrom =
  (problem: (text: string) => string | null) => (text: string, context: z.RefinementCtx) => {
    const message = problem(text);
    if (message) context.addIssue({ code: 'custom', message });
  };

/** One address as a string: a list, or the field sent twice, is refused. */
export const emailField = z
  .string('Please enter one e-mail address.')
  .trim()
  .superRefine(issueFrom(emailProblem));
export const usernameField = z.string().trim().superRefine(issueFrom(usernameProblem));

export const languageField = z
  .string()
  .regex(/^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})?$/, 'This is not a language code such as en.');
export const timezoneField = z
  .string()
  .max(64)
  .transform((text, context) => {
    const zone = findZone(text);
    if (!zone) context.addIssue('Please choose a time zone from the list.');
    return zone ?? '';
  });
