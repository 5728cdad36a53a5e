import { toWire } from '#lib/dates.ts';
import { wireSubject } from '#lib/wire-names.ts';
import { toFeedQuery, type FeedSelection } from './feed-selection.rules.ts';
import type { FeedInput } from './feed.schema.ts';

/** The selection as fields of the call. */
export function toFeedInput(selection: FeedSelection, timeZone: string): FeedInput {
  const { filter } = selection;
  const { start, end, hashtag, pinned, wall, joinsApart } = toFeedQuery(selection, timeZone);
  return {
    ...(filter === 'all' ? {} : { filter_type: filter }),
    ...(hashtag ? { hashtag } : {}),
    ...(wall ? { pinned, ...wireSubject(wall) } : {}),
    ...(joinsApart ? { joins_apart: 1 as const } : {}),
    ...(start && end ? { timeline_start: toWire(start), timeline_end: toWire(end) } : {}),
  };
}
