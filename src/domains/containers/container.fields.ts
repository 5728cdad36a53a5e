import { fieldList } from '#lib/field-list.ts';

/** Fields that kinds of containers have alike. */
export const sharedFields = fieldList({
  location: { wire: 'location', type: 'line', label: 'Location', max: 200 },
  isListed: {
    wire: 'search',
    type: 'flag',
    label: 'Show it in lists and search results',
    values: [false, true],
    default: 1,
    isOfContainer: true,
  },
  joinPolicy: {
    wire: 'approval',
    type: 'flag',
    label: 'Joining needs approval',
    values: ['open', 'approval'],
    default: 0,
    isOfContainer: true,
  },
});
