import { z } from 'zod';
import { albumTextLength, albumTitleLength } from '#domains/albums/albums.rules.ts';
import { cleanAlt } from '#domains/media/alt-fields.ts';
import { altLength, maxPhotos } from '#domains/media/media.rules.ts';
import { postLength } from '#domains/posts/posts.rules.ts';
import { linkField } from '#domains/posts/writing/new-post.schema.ts';
import { textField, toLine } from '#lib/fields.ts';

// The lists of an archive, as far as another account imports them. The export is tested against
// these schemas.

/** Only these file names are read; a file with another name does not exist. */
const fileName = z.string().regex(/^files\/[\w-]{1,60}\.(webp|mp4|mov|webm)$/);
/** As the database writes it, kept as text: a JavaScript date would lose precision. */
const timestampField = z.iso
  .datetime({ offset: true })
  .refine((text) => text >= '2000', 'too long ago');
const audience = z.enum(['everyone', 'friends', 'onlyme']);
/** The wall or container of a post. */
const wall = z.object({ type: z.string().max(40), id: z.int() });
/** Too long a text is cut, not refused. */
const line = (max: number) =>
  z
    .string()
    .nullish()
    .transform((text) => toLine(text ?? '', max));
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
  /** Posts in pages, groups and events are for those who read these. */
  audience: z.enum([...audience.options, 'container']),
  published: timestampField,
  edited: timestampField.nullable(),
  feeling: z.tuple([z.int(), z.int().nullable()]).nullable(),
  /** Id of the shared item, which is not the member's own. */
  shares: z.int().nullable(),
  wall,
  can_comment: z.boolean().default(true),
  can_share: z.boolean().default(true),
  is_paid: z.boolean().default(false),
  attachments: z
    .array(attachment)
    .max(maxPhotos + 1)
    .nullable(),
});
export type ArchivedPost = z.output<typeof archivedPost>;

/** A scheduled post. In older archives it does not say where it was to be published. */
export const archivedScheduled = z.object({
  wall: wall.optional(),
  body: textField(postLength),
  audience,
  is_paid: z.boolean().default(false),
  publish_at: timestampField,
  feeling: z.tuple([z.int(), z.int().nullable()]).nullish(),
  link: linkField.nullish(),
  attachments: z
    .array(attachment)
    .max(maxPhotos + 1)
    .nullish(),
});
export type ArchivedScheduled = z.output<typeof archivedScheduled>;

export const archivedAlbum = z.object({
  id: z.int().positive(),
  type: z.enum(['profile', 'cover', 'wall']).nullable(),
  title: line(albumTitleLength),
  description: textField(albumTextLength),
  audience,
  /** Older archives have neither field: then the narrower audience applies. */
  comment_audience: audience.optional(),
  is_listed: z.boolean().default(false),
  made: timestampField,
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
    // Older archives have none.
    mentions_from: z.enum(['everyone', 'friends']).default('friends'),
    shows_typing: z.boolean(),
    shows_read_receipts: z.boolean(),
    autoplays_videos: z.boolean(),
  }),
  /** Quiet hours are in the member's timezone. */
  notification_settings: z
    .object({
      is_push_on: z.boolean(),
      quiet_from: clock.nullable(),
      quiet_to: clock.nullable(),
      paused_until: timestampField.nullable(),
    })
    .refine(({ quiet_from: from, quiet_to: to }) => (from === null) === (to === null)),
  notification_preferences: z.object({
    type: z.string().max(60),
    in_app: z.boolean(),
    email: z.enum(['at_once', 'daily', 'weekly', 'off']),
    push: z.boolean(),
  }),
};

/** Choices about others (muted, hidden) are of no use in another account. */
export const archivedSetting = z.union([
  // This field was added later than the rest.
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

/** The lists that are read, in this order, and how many items of each an archive may have. */
export const readLists = {
  'profile.json': { item: archivedProfile, maxItems: 1 },
  'settings.json': { item: archivedSetting, maxItems: 100_000 },
  'albums.json': { item: archivedAlbum, maxItems: 5_000 },
  'posts.json': { item: archivedPost, maxItems: 100_000 },
  'scheduled-posts.json': { item: archivedScheduled, maxItems: 1_000 },
} as const;
export type ReadList = keyof typeof readLists;
