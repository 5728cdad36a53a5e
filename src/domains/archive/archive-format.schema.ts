import { z } from 'zod';
import { albumTextLength, albumTitleLength } from '#domains/media/albums/albums.rules.ts';
import { cleanAlt } from '#domains/media/alt.rules.ts';
import { altLength, mostPhotos } from '#domains/media/media.rules.ts';
import { postLength } from '#domains/posts/posts.rules.ts';
import { linkField } from '#domains/posts/writing/new-post.schema.ts';
import { textField, toLine } from '#lib/fields.ts';

// What the lists of an archive hold, as far as an account elsewhere takes it in. The export is
// tested against these.

/** Nothing else is read of an archive; where a file is called something else, it is not there. */
const fileName = z.string().regex(/^files\/[\w-]{1,60}\.(webp|mp4|mov|webm)$/);
/** As the database writes it, kept as text: a browser's dates lose a part of it. */
const moment = z.iso.datetime({ offset: true }).refine((text) => text >= '2000', 'too long ago');
const audience = z.enum(['everyone', 'friends', 'onlyme']);
/** What does not fit here any more is cut, not refused. */
const line = (most: number) =>
  z
    .string()
    .nullish()
    .transform((text) => toLine(text ?? '', most));
const alt = z
  .string()
  .nullish()
  .transform((text) => [...cleanAlt(text ?? '')].slice(0, altLength).join(''));

const attachment = z.object({
  type: z.string().max(40),
  file: fileName.nullish(),
  alt,
  title: line(200),
  text: z
    .string()
    .nullish()
    .transform((text) => [...(text ?? '')].slice(0, 1_000).join('')),
  link: linkField.nullish(),
});

export const archivedPost = z.object({
  id: z.int().positive(),
  type: z.string().max(40).default('status'),
  body: textField(postLength),
  audience,
  published: moment,
  edited: moment.nullable(),
  feeling: z.tuple([z.int(), z.int().nullable()]).nullable(),
  /** What it shares, which is not the member's own. */
  shares: z.int().nullable(),
  wall: z.object({ type: z.string().max(40), id: z.int() }),
  can_comment: z.boolean().default(true),
  can_share: z.boolean().default(true),
  attachments: z
    .array(attachment)
    .max(mostPhotos + 1)
    .nullable(),
});
export type ArchivedPost = z.output<typeof archivedPost>;

/** Of what waits for its time. */
export const archivedScheduled = z.object({
  body: textField(postLength),
  audience,
  publish_at: moment,
  feeling: z.tuple([z.int(), z.int().nullable()]).nullish(),
  link: linkField.nullish(),
  attachments: z
    .array(attachment)
    .max(mostPhotos + 1)
    .nullish(),
});
export type ArchivedScheduled = z.output<typeof archivedScheduled>;

export const archivedAlbum = z.object({
  id: z.int().positive(),
  type: z.enum(['profile', 'cover', 'wall']).nullable(),
  title: line(albumTitleLength),
  description: textField(albumTextLength),
  audience,
  /** Archives of before say neither: then what is narrower. */
  comment_audience: audience.optional(),
  is_listed: z.boolean().default(false),
  made: moment,
  photos: z
    .array(
      z.object({
        file: fileName,
        title: line(albumTitleLength),
        caption: z.string().transform((text) => [...text].slice(0, albumTextLength).join('')),
        alt,
        is_cover: z.boolean(),
      }),
    )
    .max(20_000)
    .nullable(),
});
export type ArchivedAlbum = z.output<typeof archivedAlbum>;

const profileAudience = z.enum(['everyone', 'members', 'friends', 'onlyme']);

export const archivedProfile = z.object({
  id: z.int().positive(),
  timezone: z.string().max(60),
  picture: fileName.nullable(),
  cover: fileName.nullable(),
  details: z
    .object({
      gender: z.string().max(20),
      birthdate: z.string().max(10).nullable(),
      about_me: z.string().max(5_000),
      website: z.string().max(2_000),
      location: z.string().max(1_000),
      phone: z.string().max(100),
      audiences: z.record(z.string().max(40), profileAudience),
    })
    .nullable(),
});
export type ArchivedProfile = z.output<typeof archivedProfile>;

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/);

export const archivedChoices = {
  member_settings: z.object({
    profile_audience: profileAudience,
    friends_audience: profileAudience,
    is_indexed: z.boolean(),
    is_findable: z.boolean(),
    friend_requests_from: z.enum(['everyone', 'friends_of_friends', 'nobody']),
    messages_from: z.enum(['everyone', 'friends']),
    shows_typing: z.boolean(),
    shows_read_receipts: z.boolean(),
    autoplays_videos: z.boolean(),
  }),
  /** Hours are on the member's own clock. */
  notification_settings: z
    .object({
      is_push_on: z.boolean(),
      quiet_from: clock.nullable(),
      quiet_to: clock.nullable(),
      paused_until: moment.nullable(),
    })
    .refine(({ quiet_from: from, quiet_to: to }) => (from === null) === (to === null)),
  notification_preferences: z.object({
    type: z.string().max(60),
    in_app: z.boolean(),
    email: z.enum(['at_once', 'daily', 'weekly', 'off']),
    push: z.boolean(),
  }),
};

/** What was chosen about others (muted, hidden) is of no use elsewhere. */
export const archivedSetting = z.union([
  // What the feed does not tell of the member came later than the rest.
  z.object({
    of: z.literal('member_settings'),
    chosen: archivedChoices.member_settings.extend({
      hidden_activity_types: z.array(z.string().max(40)).max(100).default([]),
    }),
  }),
  z.object({
    of: z.literal('notification_settings'),
    chosen: archivedChoices.notification_settings,
  }),
  z.object({
    of: z.literal('notification_preferences'),
    chosen: archivedChoices.notification_preferences,
  }),
  z.object({
    of: z.enum(['notification_mutes', 'story_mutes', 'dismissed_suggestions', 'hidden_items']),
  }),
]);
export type ArchivedSetting = z.output<typeof archivedSetting>;

/** The lists that are read, in this order, and how many of each an archive may have. */
export const readLists = {
  'profile.json': { item: archivedProfile, most: 1 },
  'settings.json': { item: archivedSetting, most: 100_000 },
  'albums.json': { item: archivedAlbum, most: 5_000 },
  'posts.json': { item: archivedPost, most: 100_000 },
  'scheduled-posts.json': { item: archivedScheduled, most: 1_000 },
} as const;
export type ReadList = keyof typeof readLists;
