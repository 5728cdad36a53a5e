import { hashtagKey } from '#domains/posts/hashtags.ts';
import type { PostModel } from '#domains/posts/posts.model.ts';
import {
  containerNames,
  containerTypes,
  isContainerType,
  toContainerFilter,
  type ContainerFilter,
  type ContainerType,
  type WallType,
} from '#lib/container-types.ts';
import { isMonth, monthEnd, monthLabel, monthStart, toMonth } from '#lib/months.ts';
import { capitalize } from '#lib/text.ts';
import type { ItemType } from '#lib/wire-names.ts';
import type { FeedFilter } from './feed.schema.ts';

/** Filters of the news feed, kept in its address so that they can be linked and returned to. */
export interface FeedSelection {
  filter: FeedFilter;
  /** Months, inclusive; both or neither. */
  from: string | null;
  to: string | null;
  /** Without its #, or empty. */
  hashtag: string;
  /** Shows the posts of one profile instead of the home feed. */
  wall?: Wall;
}

export interface Wall {
  type: WallType;
  id: number;
  /** Address of its screen. */
  path: string;
}

export const firstMonth = '2018-11';

export interface HomeFilter {
  filter: FeedFilter;
  label: string;
  /** Explains why the feed may be empty. */
  hint?: string;
}

/** The filters that can have posts today. */
export const homeFilters: HomeFilter[] = [
  { filter: 'all', label: 'All' },
  { filter: 'membership', label: 'Friends', hint: 'Your friends have not posted anything yet.' },
  ...containerTypes.map((type) => {
    const { mediaFolder: area } = containerNames[type];
    const hint = `Your ${area} have no posts yet.`;
    return { filter: toContainerFilter(type), label: capitalize(area), hint };
  }),
  { filter: 'my_posts', label: 'My posts', hint: 'You have not posted anything yet.' },
  { filter: 'photo', label: 'Photos', hint: 'Nobody has posted photos yet.' },
  { filter: 'video', label: 'Videos', hint: 'Nobody has posted a video yet.' },
  { filter: 'link', label: 'Links', hint: 'Nobody has posted a link yet.' },
  {
    filter: 'user_saved',
    label: 'Saved',
    hint: 'You have not saved any posts. Save Post is in the menu of every post.',
  },
];

export const everything: FeedSelection = { filter: 'all', from: null, to: null, hashtag: '' };

/** Reads the address. Unknown values are ignored instead of failing the screen. */
export function selectionFrom(query: URLSearchParams, now: Date, timeZone: string): FeedSelection {
  const filter = homeFilters.find((one) => one.filter === query.get('filter'))?.filter ?? 'all';
  const hashtag = (query.get('hashtag') ?? '').trim().replace(/^#/, '').slice(0, 60);
  return {
    filter,
    hashtag,
    ...(query.has('from') || query.has('to')
      ? toSpan(query.get('from'), query.get('to'), toMonth(now, timeZone))
      : { from: null, to: null }),
  };
}

/** Null for the whole span from the first month to this one, which is no restriction. */
export function toSpan(
  from: string | null,
  to: string | null,
  thisMonth: string,
): Pick<FeedSelection, 'from' | 'to'> {
  const within = (month: string | null, otherwise: string) =>
    month && isMonth(month) && month >= firstMonth && month <= thisMonth ? month : otherwise;
  const span = { from: within(from, firstMonth), to: within(to, thisMonth) };
  const isChoice = span.from <= span.to && (span.from > firstMonth || span.to < thisMonth);
  return isChoice ? span : { from: null, to: null };
}

export function toAddress({ filter, from, to, hashtag, wall }: FeedSelection): string {
  const query = new URLSearchParams({
    ...(filter === 'all' ? {} : { filter }),
    ...(from && to ? { from, to } : {}),
    ...(hashtag ? { hashtag } : {}),
  });
  const path = wall?.path ?? '/home';
  return query.size ? `${path}?${query}` : path;
}

/** A filter in our words. */
export type SelectedFilter = Exclude<FeedFilter, ContainerFilter> | ContainerType;
export const toSelectedFilter = (filter: FeedFilter): SelectedFilter =>
  containerTypes.find((type) => toContainerFilter(type) === filter) ??
  (filter as Exclude<FeedFilter, ContainerFilter>);

/** The selection as a query of the server function. */
export const toFeedQuery = (
  { filter, from, to, hashtag, wall }: FeedSelection,
  timeZone: string,
) => ({
  ...(filter === 'all' ? {} : { filter: toSelectedFilter(filter) }),
  ...(from && to ? { start: monthStart(from, timeZone), end: monthEnd(to, timeZone) } : {}),
  ...(hashtag ? { hashtag } : {}),
  // The screen shows pinned posts above.
  ...(wall ? { pinned: 0 as const, wall: { type: wall.type, id: wall.id } } : {}),
  ...(wall && isContainerType(wall.type) ? { joinsApart: true } : {}),
});

/** Whether new posts of others could appear in it. */
export const mayGrow = ({ filter, to }: FeedSelection, thisMonth: string): boolean =>
  filter !== 'my_posts' && filter !== 'user_saved' && (to === null || to === thisMonth);

const kinds: Partial<Record<FeedFilter, ItemType>> = {
  photo: 'photo',
  video: 'video',
  link: 'link',
};

/** Whether a post that the member has just written belongs to this feed. */
export function includesNewPost(
  { filter, to, hashtag, wall }: FeedSelection,
  post: PostModel,
  thisMonth: string,
): boolean {
  if (wall && (post.wall.type !== wall.type || post.wall.id !== wall.id)) return false;
  if (to !== null && to !== thisMonth) return false;
  if (hashtag && !post.hashtags.some((tag) => hashtagKey(tag) === hashtagKey(hashtag)))
    return false;
  const kind = kinds[filter];
  if (kind) return post.attachments.some(({ type }) => type === kind);
  const selected = toSelectedFilter(filter);
  return filter === 'all' || filter === 'my_posts' || selected === post.wall.type;
}

/** 'March 2019', or 'November 2018 to March 2019'. */
export const spanLabel = (from: string, to: string): string =>
  from === to ? monthLabel(from) : `${monthLabel(from)} to ${monthLabel(to)}`;

/** The text of every empty feed. */
export const emptyText = 'No posts here yet...';

/** A sentence after `emptyText` that names the restriction. */
export function emptyHint({ filter, from, to, hashtag }: FeedSelection): string | undefined {
  if (hashtag) return `No posts with #${hashtag} that you can see.`;
  if (from && to) return `There is no post from ${spanLabel(from, to)}.`;
  return homeFilters.find((one) => one.filter === filter)?.hint;
}
