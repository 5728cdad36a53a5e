import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

/** By the type that a field expects. */
const types: Record<string, string> = {
  string: 'Must be text.',
  number: 'Must be a number.',
  int: 'Must be a whole number.',
  boolean: 'Must be 0 or 1.',
  date: 'Must be a date.',
  array: 'Must be a list.',
  object: 'Must be an object.',
  record: 'Must be an object.',
};

const formats: Record<string, string> = {
  email: 'Please enter an e-mail address such as you@example.org.',
  url: 'Must be an address such as https://example.org.',
  datetime: 'Must be a time such as 2026-01-31 18:00:00.',
  date: 'Must be a date such as 2026-01-31.',
};

const unfit = 'This value does not fit.';
const missing = 'Please fill in this field.';

function sizeText({ origin }: Issue & { origin?: string }, least: boolean, limit: number): string {
  if (origin === 'string')
    return least ? `At least ${limit} characters.` : `At most ${limit} characters.`;
  if (origin === 'array' || origin === 'set')
    return least ? `Please choose at least ${limit}.` : `Please choose at most ${limit}.`;
  return least ? `Must be at least ${limit}.` : `Must be at most ${limit}.`;
}

/**
 * The text of an issue whose schema has none, in our words: those of the library are for
 * programmers.
 */
export function plainIssue(issue: Issue): string {
  if (issue.input === undefined || issue.input === '') return missing;
  switch (issue.code) {
    case 'invalid_type':
      return types[issue.expected] ?? unfit;
    case 'too_small':
      return sizeText(issue, true, Number(issue.minimum));
    case 'too_big':
      return sizeText(issue, false, Number(issue.maximum));
    case 'invalid_format':
      return formats[issue.format] ?? unfit;
    case 'invalid_value':
      return 'Please choose one of these.';
    default:
      return unfit;
  }
}
