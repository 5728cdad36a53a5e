import { z } from 'zod';
import { fieldList } from '#lib/field-list.ts';
import { textField } from '#lib/fields.ts';
import { amountField, currencyField } from '#lib/money.ts';

const daysField = z
  .string()
  .trim()
  .regex(/^([1-9]\d{0,3})?$/, 'Must be a number of days, or empty.')
  .transform((text) => (text === '' ? null : Number(text)));
const quotaField = z
  .string()
  .trim()
  .regex(/^[1-9]\d{0,3}$/, 'Must be a number from 1 on.')
  .transform(Number);
const linesField = textField(1_000).transform((text) =>
  text.split('\n').flatMap((line) => line.trim() || []),
);

/** The fields of a package for pages. */
export const packageFields = fieldList({
  title: { wire: 'title', type: 'line', label: 'Title', max: 64, isRequired: true },
  price: {
    wire: 'price',
    type: 'line',
    label: 'Price',
    hint: 'Leave it empty if it is free. Members cannot choose a package with a price: this site takes no payments.',
    max: 9,
    input: amountField,
  },
  currency: {
    wire: 'currency',
    type: 'line',
    label: 'Currency',
    max: 3,
    input: currencyField,
    default: 'EUR',
  },
  days: {
    wire: 'days',
    type: 'line',
    label: 'Days',
    hint: 'Leave it empty for no time limit.',
    max: 4,
    input: daysField,
  },
  quota: {
    wire: 'quota',
    type: 'line',
    label: 'Pages',
    hint: 'How many pages one member can own.',
    max: 4,
    input: quotaField,
    default: 20,
  },
  description: { wire: 'description', type: 'text', label: 'Description', max: 500, rows: 3 },
  features: {
    wire: 'features',
    type: 'text',
    label: 'Features',
    hint: 'One per line.',
    max: 1_000,
    rows: 3,
    input: linesField,
  },
  needsApproval: {
    wire: 'needs_approval',
    type: 'flag',
    label: 'Approval',
    values: [false, true],
    labels: ['Pages are open at once', 'Moderators approve each page'],
    default: 0,
  },
  isEnabled: {
    wire: 'enabled',
    type: 'flag',
    label: 'Offered',
    values: [false, true],
    labels: ['No, but pages that have it keep it', 'Yes'],
    default: 1,
  },
});

/** Values that a form leaves out. */
export const packageDefaults = {
  description: '',
  price: 0,
  currency: 'EUR',
  days: null,
  features: [],
  quota: 20,
  needsApproval: false,
  isEnabled: true,
};
