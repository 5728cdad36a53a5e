import { lineField } from '#lib/fields.ts';

export const emailField = lineField(254).refine(
  (text) => text === '' || /^[^\s@]+@[^\s@]+$/.test(text),
  'Must be an e-mail address.',
);
