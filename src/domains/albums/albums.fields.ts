import { audienceEntry } from '#domains/policy/audience.fields.ts';
import { fieldList } from '#lib/field-list.ts';
import { albumTextLength, albumTitleLength } from './albums.rules.ts';

/** The fields of an album; its photos and cover are written by hand beside them. */
export const albumFields = fieldList({
  title: { wire: 'title', type: 'line', label: 'Title', max: albumTitleLength },
  description: { wire: 'description', type: 'text', label: 'Description', max: albumTextLength },
  audience: { ...audienceEntry, wire: 'auth_view', label: 'Who sees it' },
  commentAudience: { ...audienceEntry, wire: 'auth_comment', label: 'Who can comment' },
  isListed: {
    wire: 'search',
    type: 'flag',
    label: 'Show it in the list of all albums',
    values: [false, true],
    default: 1,
  },
});
