import { fieldList } from '#lib/field-list.ts';
import { websiteField } from '#lib/fields.ts';

/** Text of an advertiser that moderators approve. */
export const adFields = fieldList({
  title: { wire: 'cads_title', type: 'line', label: 'Title', max: 50 },
  body: { wire: 'cads_body', type: 'text', label: 'Text', max: 135, rows: 3 },
  url: {
    wire: 'cads_url',
    type: 'line',
    label: 'Address',
    hint: 'Where the ad leads, for example https://example.org/sale.',
    max: 500,
    input: websiteField,
  },
  payer: {
    wire: 'sponsored_by',
    type: 'line',
    label: 'Who pays for it',
    hint: 'Everyone can see this name next to the ad and in the public ad library.',
    max: 100,
    isRequired: true,
  },
  location: {
    wire: 'target_location',
    type: 'line',
    label: 'Only for members in',
    hint: 'A town or region, as members write it in their profile. Leave it empty for everywhere.',
    max: 64,
  },
  categoryId: {
    wire: 'target_category',
    type: 'number',
    label: 'Only for members who like pages in',
    max: 1_000_000,
    default: 0,
  },
  minAge: {
    wire: 'target_min_age',
    type: 'number',
    label: 'From age',
    hint: '18 to 120, 0 for all. Members without a birthday, and all under 18, are left out.',
    max: 120,
    default: 0,
  },
  maxAge: { wire: 'target_max_age', type: 'number', label: 'To age', max: 120, default: 0 },
});
