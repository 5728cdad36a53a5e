import { z } from 'zod';
import { comment } from '#domains/comments/comments.schema.ts';
import { feedItem } from '#domains/posts/feed-item.schema.ts';
import { containerTypes, toContainerFilter, wallTypes } from '#lib/container-types.ts';
import { isCalendarDay } from '#lib/dates.ts';
import { cursorField, flagField, idField, itemTypeField, limitField } from '#lib/fields.ts';
import { flag, wireTime } from '#lib/shapes.ts';
import { toSelectedFilter } from './feed-selection.rules.ts';

export const feedPageSize = 20;

const written =
  /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)?)?$/;

function parseTime(text: string): Date | null {
  if (/^\d{9,14}$/.test(text)) return new Date(Number(text) * (text.length > 11 ? 1 : 1000));
  const [, day, clock = '00:00:00', zone = 'Z'] = written.exec(text) ?? [];
  if (!day || !isCalendarDay(day)) return null;
  const time = new Date(`${day}T${clock}${zone}`);
  return Number.isNaN(time.getTime()) ? null : time;
}

/** Accepted: `YYYY-MM-DD HH:MM:SS` UTC, ISO 8601, Unix seconds or milliseconds. */
const timeField = z.union([z.string(), z.number()]).transform((input, context) => {
  const time = parseTime(String(input).trim());
  if (time) return time;
  context.addIssue({ code: 'custom', message: 'Must be a date.' });
  return z.NEVER;
});

export const feedFilters = [
  'all',
  'membership',
  'my_posts',
  'photo',
  'video',
  'link',
  ...containerTypes.map(toContainerFilter),
  'user_saved',
] as const;
export type FeedFilter = (typeof feedFilters)[number];
const filterField = z.enum(feedFilters, 'Please choose one of these.').transform(toSelectedFilter);

export const feedInput = z
  .object({
    /** The last page's maxid; 0 for the newest posts. */
    maxid: cursorField,
    limit: limitField(feedPageSize),
    filter_type: filterField.optional(),
    /** The filter's older name. */
    feed_type: filterField.optional(),
    timeline_start: timeField.optional(),
    timeline_end: timeField.optional(),
    /** The wall of one member, page, group or event. */
    subject_type: itemTypeField(wallTypes).optional(),
    subject_id: idField.optional(),
    /** One post. */
    action_id: idField.optional(),
    /** Only posts with it; with or without its #. */
    hashtag: z.string().trim().max(70, 'This hashtag is too long.').optional(),
    minid: cursorField,
    /** With minid: only how many posts are newer. */
    feed_count_only: flagField.default(0),
    /** 0 leaves out the pinned posts of a page, group or event. */
    pinned: flagField.default(1),
    /** 1 lists who joined a container in `joins`, and not among its posts. */
    joins_apart: flagField.default(0),
  })
  .superRefine((fields, context) => {
    if ((fields.subject_type === undefined) !== (fields.subject_id === undefined)) {
      context.addIssue({
        code: 'custom',
        path: ['subject_type'],
        message: 'Type and id belong together.',
      });
    }
  })
  .transform(
    ({
      filter_type,
      feed_type,
      timeline_start: start,
      timeline_end: end,
      subject_type: type,
      subject_id: id,
      action_id: postId,
      feed_count_only,
      joins_apart,
      ...query
    }) => ({
      ...query,
      filter: filter_type ?? feed_type,
      start,
      end,
      wall: type && id ? { type, id } : undefined,
      postId,
      isOnlyCount: feed_count_only === 1,
      joinsApart: joins_apart === 1 || undefined,
    }),
  );
export type FeedInput = z.input<typeof feedInput>;

export const pinnedInput = z.object({
  subject_type: itemTypeField(containerTypes),
  subject_id: idField,
});
export type PinnedInput = z.input<typeof pinnedInput>;

export const join = z.object({
  /** The post about it. */
  action_id: z.int(),
  user_id: z.int(),
  displayname: z.string(),
  image_icon: z.string(),
  date: wireTime,
  comment_count: z.int(),
  can_delete: flag,
});
export type Join = z.output<typeof join>;

export const feedPage = z.object({
  /** Newest first. */
  data: z.array(feedItem),
  /** At most one per post, the newest top-level comment. */
  comment_preview: z.array(comment),
  /** With joins_apart=1 who joined between these posts, newest first. */
  joins: z.array(join).optional(),
  /** Pass back for the next page; 0 when this one is empty. */
  maxid: z.int(),
  minid: z.int(),
  /** How many posts and joins this page holds; 0 means that there is nothing further. */
  activityCount: z.int(),
});
export type FeedPage = z.output<typeof feedPage>;

/** With feed_count_only=1 the body is a bare number. */
export const feedAnswer = z.union([feedPage, z.int()]);
export type FeedAnswer = z.output<typeof feedAnswer>;
