import { z } from 'zod';
import { cursorField, flagField, idField, limitField, textField } from '#lib/fields.ts';
import { flag, menuItem, userLite, wireTime } from '#lib/shapes.ts';
import { comment } from '#domains/comments/comments.schema.ts';
import { feedReactions, myReaction, reactionField } from '#domains/reactions/reactions.schema.ts';

export const postLength = 1000;
export const feedPageSize = 20;
export const audiences = ['everyone', 'friends', 'onlyme'] as const;
export type Audience = (typeof audiences)[number];

// ---- What is sent to us ----

/** Native clients also say `networks`, which is kept as friends. Anything else is refused, never read as everyone. */
const audienceField = z.enum([...audiences, 'networks'], 'This privacy is not known.').transform((said): Audience => (said === 'networks' ? 'friends' : said));

/** A link: http, https or ftp, no spaces, no name or password in it. */
const linkField = z
  .string()
  .trim()
  .max(2000, 'This link is too long.')
  .refine((uri) => {
    if (uri === '') return true;
    if (!/^(https?|ftp):\/\/[^\s<>"\\]+$/i.test(uri) || !URL.canParse(uri)) return false;
    const url = new URL(uri);
    return url.hostname !== '' && url.username === '' && url.password === '';
  }, 'Please enter a link such as https://example.org.');

/** `5,8,13`: at most 20 ids. */
const taggedField = z
  .union([z.string(), z.int().transform(String), z.array(z.int()).transform((ids) => ids.join(','))])
  .transform((text) => text.split(',').map((id) => id.trim()).filter(Boolean))
  .refine((ids) => ids.every((id) => /^[1-9]\d{0,17}$/.test(id)), 'Must be ids, separated by commas.')
  .transform((ids) => [...new Set(ids.map(Number))])
  .refine((ids) => ids.length <= 20, 'At most 20 people.');

/** JSON text as the contract says, or an object in a JSON body. Only the feeling is used. */
const composerField = z
  .union([z.string(), z.record(z.string(), z.unknown())])
  .transform((said, context): unknown => {
    if (typeof said !== 'string') return said;
    if (said.trim() === '') return {};
    try {
      return JSON.parse(said);
    } catch {
      context.addIssue({ code: 'custom', message: 'Must be JSON.' });
      return z.NEVER;
    }
  })
  .pipe(z.object({ feeling: z.object({ parent: idField, child: idField }).optional() }, 'Must be an object.'))
  .transform(({ feeling }) => feeling);

const isFile = (name: string) => /^(photo|filedata)\d*$/.test(name);

/** Loose only so that a file is refused by name; `createPost` takes the named fields and nothing else. */
export const postInput = z
  .looseObject({
    body: textField(postLength).default(''),
    language: z.string().max(20).optional(),
    auth_view: audienceField.default('everyone'),
    toValues: taggedField.default([]),
    uri: linkField.default(''),
    composer: composerField.optional(),
    type: z.enum(['', 'link', 'photo'], 'This type is not known.').default(''),
    post_attach: flagField.optional(),
    subject_type: z.enum(['user', 'sitepage_page', 'group', 'event'], 'This type is not known.').optional(),
    subject_id: idField.optional(),
    schedule_time: z.literal('', 'Scheduling is not available yet.').optional(),
    video_id: z.literal('', 'Videos are not available yet.').optional(),
  })
  .superRefine((fields, context) => {
    for (const [name, value] of Object.entries(fields)) {
      if (isFile(name) && value !== '') context.addIssue({ code: 'custom', path: [name], message: 'Photos and videos are not available yet.' });
    }
    if ((fields.subject_type === undefined) !== (fields.subject_id === undefined)) {
      context.addIssue({ code: 'custom', path: ['subject_type'], message: 'Type and id belong together.' });
    }
    if (fields.type === 'link' && fields.uri === '') context.addIssue({ code: 'custom', path: ['uri'], message: 'Please add the link.' });
    if (fields.type === 'photo') context.addIssue({ code: 'custom', path: ['photo'], message: 'Photos and videos are not available yet.' });
  });
export interface PostInput {
  body?: string;
  language?: string;
  auth_view?: Audience;
  /** Comma-separated ids of tagged friends. */
  toValues?: string;
  uri?: string;
  /** JSON: `{"feeling": {"parent": 27, "child": 2701}}`. */
  composer?: string;
  type?: 'link' | 'photo' | '';
  post_attach?: 0 | 1;
  subject_type?: string;
  subject_id?: number;
}

/** Accepted: `YYYY-MM-DD HH:MM:SS` UTC, ISO 8601, Unix seconds or milliseconds. */
const momentField = z
  .union([z.string(), z.number()])
  .transform((said, context) => {
    const text = String(said).trim();
    const moment = /^\d{9,14}$/.test(text)
      ? new Date(Number(text) * (text.length > 11 ? 1 : 1000))
      : /^\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/.test(text)
        ? new Date(/(Z|[+-]\d\d:?\d\d)$/.test(text.slice(10)) ? text.replace(' ', 'T') : `${text.replace(' ', 'T')}${text.length === 10 ? 'T00:00:00' : ''}Z`)
        : new Date(Number.NaN);
    if (Number.isNaN(moment.getTime())) {
      context.addIssue({ code: 'custom', message: 'Must be a date.' });
      return z.NEVER;
    }
    return moment;
  });

export const feedFilters = ['all', 'membership', 'my_posts', 'photo', 'video', 'link', 'sitepage', 'group', 'event', 'user_saved'] as const;
export type FeedFilter = (typeof feedFilters)[number];
const filterField = z.enum(feedFilters, 'This filter is not known.');

export const feedInput = z
  .object({
    /** The last page's maxid; 0 for the newest posts. */
    maxid: cursorField,
    limit: limitField(feedPageSize),
    filter_type: filterField.optional(),
    /** The filter's older name. */
    feed_type: filterField.optional(),
    timeline_start: momentField.optional(),
    timeline_end: momentField.optional(),
    /** The wall of one member, page, group or event. */
    subject_type: z.enum(['user', 'sitepage_page', 'group', 'event'], 'This type is not known.').optional(),
    subject_id: idField.optional(),
    /** One post. */
    action_id: idField.optional(),
    minid: cursorField,
    /** With minid: only how many posts are newer. */
    feed_count_only: flagField.default(0),
  })
  .superRefine((fields, context) => {
    if ((fields.subject_type === undefined) !== (fields.subject_id === undefined)) {
      context.addIssue({ code: 'custom', path: ['subject_type'], message: 'Type and id belong together.' });
    }
  });
export type FeedInput = z.input<typeof feedInput>;

/** A post, or a comment on one: the comment wins. */
export const likeInput = z.object({
  action_id: idField.optional(),
  comment_id: idField.optional(),
  reaction: reactionField,
  sendNotification: flagField.optional(),
});
export type LikeInput = z.input<typeof likeInput>;
export const unlikeInput = z.object({ action_id: idField.optional(), comment_id: idField.optional() });
export type UnlikeInput = z.input<typeof unlikeInput>;

export const postIdInput = z.object({ action_id: idField });
export type PostIdInput = z.input<typeof postIdInput>;

/** A post, or a comment on one. */
export const deleteInput = z.object({ action_id: idField.optional(), comment_id: idField.optional() });
export type DeleteInput = z.input<typeof deleteInput>;

export const editInput = z.object({ action_id: idField, body: textField(postLength) });
export type EditInput = z.input<typeof editInput>;

/** One post, or everything of one member. */
export const hideInput = z.object({ id: idField, type: z.enum(['activity_action', 'user'], 'This type is not known.'), hide_report: flagField.optional() });
export type HideInput = z.input<typeof hideInput>;

export const shareInput = z.object({
  type: z.enum(['activity_action', 'album_photo', 'video', 'group', 'event', 'sitepage_page', 'core_link'], 'This type is not known.'),
  id: idField,
  body: textField(postLength).default(''),
});
export type ShareInput = z.input<typeof shareInput>;

// ---- What we answer ----

const size = z.object({ width: z.int(), height: z.int() });
export const attachmentImage = size.extend({ src: z.string(), size });
export type AttachmentImage = z.output<typeof attachmentImage>;

const siteCard = z.object({ title: z.string(), description: z.string(), image: z.string(), url: z.string(), site_name: z.string() });

/** Our own addition for the web client: which widths exist under /media/{id}/{width}.avif and .webp, and what to show before. */
export const pictureSource = size.extend({ id: z.int(), widths: z.array(z.int()), placeholder: z.string(), alt: z.string() });
export type PictureSource = z.output<typeof pictureSource>;

export const attachment = z.object({
  attachment_type: z.enum(['album_photo', 'video', 'core_link', 'activity_action', 'sitepage_page', 'group', 'event']),
  /** 0 on a shared post that the viewer may not see. */
  attachment_id: z.int(),
  photo_id: z.int(),
  album_id: z.int(),
  image_main: attachmentImage.optional(),
  image_medium: attachmentImage.optional(),
  image_normal: attachmentImage.optional(),
  image_profile: attachmentImage.optional(),
  image_icon: attachmentImage.optional(),
  picture: pictureSource.optional(),
  title: z.string(),
  body: z.string(),
  uri: z.string(),
  content_url: z.string(),
  attachment_video_type: z.int().optional(),
  attachment_video_url: z.string().optional(),
  og_data: z.object({ openGraph: siteCard, hybridGraph: siteCard }).optional(),
  /** On shares: the shared post, or nothing when it was deleted or is hidden from the viewer. */
  get shared_post_data(): z.ZodOptional<z.ZodArray<typeof feedItem>> {
    return z.array(feedItem).optional();
  },
  likes_count: z.int(),
  comment_count: z.int(),
  is_like: flag,
  mode: z.literal(1),
});
export type Attachment = z.output<typeof attachment>;

export const postTag = z.object({ tagmap_id: z.int(), tag_type: z.literal('user'), tag_id: z.int(), tag_obj: userLite });
export type PostTag = z.output<typeof postTag>;

export const feeling = z.object({
  parent: z.int(),
  child: z.int(),
  parenttitle: z.string(),
  childtitle: z.string(),
  type: z.string(),
  url: z.string(),
});
export type Feeling = z.output<typeof feeling>;

export const feedAction = z.object({
  action_id: z.int(),
  type: z.string(),
  subject_type: z.string(),
  subject_id: z.int(),
  subjectIformation: z.object({
    subject_id: z.int(),
    displayname: z.string(),
    image: z.string().nullable(),
    image_icon: z.string().nullable(),
    image_profile: z.string().nullable(),
  }),
  object_type: z.string(),
  object_id: z.int(),
  object_image: z.object({ image_profile: z.string().nullable() }),
  feed_icon: z.string().nullable(),
  feed_title: z.string(),
  action_type_body: z.string(),
  action_type_body_params: z.array(z.object({ search: z.string(), type: z.string().optional(), id: z.int().optional(), label: z.string() })),
  body: z.string(),
  date: wireTime,
  modified_date: wireTime,
  /** Unix seconds of `date`. */
  time_value: z.int(),
  privacy: z.enum(audiences),
  privacy_icon: z.enum(audiences),
  attachment_count: z.int(),
  photo_attachment_count: z.int(),
  attachment: z.array(attachment),
  tags: z.array(postTag),
  hashtags: z.array(z.string()),
  comment_count: z.int(),
  /** The sum of feed_reactions. */
  like_count: z.int(),
  /** The author's switches. */
  commentable: flag,
  shareable: flag,
  params: z.object({ feelings: feeling.optional() }),
  share_params_type: z.string().optional(),
  share_params_id: z.int().optional(),
});
export type FeedAction = z.output<typeof feedAction>;

export const feedItem = z.object({
  feed: feedAction,
  is_like: flag,
  can_comment: flag,
  can_share: flag,
  feed_reactions: feedReactions,
  my_feed_reaction: myReaction.optional(),
  /** What the viewer may do under '...'. */
  feed_menus: z.array(menuItem),
  /** The newest comment; the feed sends it in comment_preview instead. */
  comment_data: comment.optional(),
});
export type FeedItem = z.output<typeof feedItem>;

export const feedPage = z.object({
  /** Newest first. */
  data: z.array(feedItem),
  /** At most one per post, the newest top-level comment. */
  comment_preview: z.array(comment),
  /** Pass back for the next page; 0 when this one is empty. */
  maxid: z.int(),
  minid: z.int(),
  /** How many posts this page holds; 0 means that there is nothing further. */
  activityCount: z.int(),
});
export type FeedPage = z.output<typeof feedPage>;

/** With feed_count_only=1 the body is a bare number. */
export const feedAnswer = z.union([feedPage, z.int()]);
export type FeedAnswer = z.output<typeof feedAnswer>;

export const postCreated = z.object({ response: feedItem, data: z.array(feedItem) });
export type PostCreated = z.output<typeof postCreated>;

export const hidden = z.object({ undo: menuItem, hide_all: menuItem });
export type Hidden = z.output<typeof hidden>;

export const shared = z.object({ action_id: z.int() });
export type Shared = z.output<typeof shared>;

const catalogueEntry = { title: z.string(), photo: z.string(), url: z.string() };
export const feelingCatalogue = z.object({
  parent: z.array(z.object({ parent_id: z.int(), tagline: z.string(), ...catalogueEntry })),
  /** By parent_id. */
  child: z.record(z.string(), z.array(z.object({ child_id: z.int(), type: z.string(), ...catalogueEntry }))),
});
export type FeelingCatalogue = z.output<typeof feelingCatalogue>;
