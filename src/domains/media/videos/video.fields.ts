import { audienceEntry } from '#domains/policy/audience.fields.ts';
import { fieldList } from '#lib/field-list.ts';

/** The fields of a video; its file or address is written by hand beside them. */
export const videoFields = fieldList({
  title: { wire: 'title', type: 'line', label: 'Title', max: 100 },
  description: { wire: 'description', type: 'text', label: 'Description', max: 5_000 },
  audience: { ...audienceEntry, wire: 'auth_view', label: 'Who sees it' },
});
