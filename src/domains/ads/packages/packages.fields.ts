import { fieldList } from '#lib/field-list.ts';
import { amountField, currencyField } from '#lib/money.ts';

/** The fields of a package for ads. */
export const adPackageFields = fieldList({
  title: { wire: 'title', type: 'line', label: 'Title', max: 64, isRequired: true },
  description: { wire: 'description', type: 'text', label: 'Description', max: 500, rows: 3 },
  price: {
    wire: 'price',
    type: 'line',
    label: 'Price',
    hint: 'Leave it empty if it is free. Ads with a price run once you mark them as paid.',
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
  model: {
    wire: 'model',
    type: 'choice',
    label: 'Counts',
    options: {
      views: ['views', 'Views'],
      clicks: ['clicks', 'Clicks'],
      days: ['days', 'Days'],
    },
    default: 'views',
  },
  amount: { wire: 'limit', type: 'number', label: 'How many', max: 100_000_000, default: 1_000 },
  allowed: {
    wire: 'allowed',
    type: 'choice',
    label: 'For',
    options: {
      all: ['all', 'Pages, groups, events, videos and other websites'],
      own: ['own', 'Pages, groups, events and videos here'],
      websites: ['websites', 'Other websites'],
    },
    default: 'all',
  },
  isApproved: {
    wire: 'auto_approve',
    type: 'flag',
    label: 'Approval',
    values: [false, true],
    labels: ['Moderators approve each ad', 'Ads run at once'],
    default: 0,
  },
  isEnabled: {
    wire: 'enabled',
    type: 'flag',
    label: 'Offered',
    values: [false, true],
    labels: ['No, but ads that have it keep it', 'Yes'],
    default: 1,
  },
});
