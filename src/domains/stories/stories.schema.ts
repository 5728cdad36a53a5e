import { z } from 'zod';
import { friendRow } from '#domains/friends/friends.schema.ts';
import { feedReactions, myReaction } from '#domains/reactions/reactions.schema.ts';
import { flagField, idField, limitField, pageField, textField } from '#lib/fields.ts';
import { flag, formField, menuItem, wireTime } from '#lib/shapes.ts';
import {
  captionLength,
  groupsAtOnce,
  storyAudiences,
  type StoryAudience,
} from './stories.rules.ts';

export const browseInput = z.object({
  /** Only that member's. */
  user_id: idField.optional(),
  page: pageField(1),
  limit: limitField(groupsAtOnce),
});
export type BrowseInput = z.input<typeof browseInput>;

export const storyIdInput = z.object({ id: idField });
export type StoryIdInput = z.input<typeof storyIdInput>;

export const muteInput = z.object({ id: idField, mute: flagField.default(1) });
export type MuteInput = z.input<typeof muteInput>;

export const viewersInput = z.object({ id: idField, page: pageField(1), limit: limitField(20) });
export type ViewersInput = z.input<typeof viewersInput>;

const captionField = textField(captionLength).transform((text) => text.replace(/\s+/g, ' '));
const notAFile = z.literal('', 'Please send this as a file.').optional();

export const newStoryInput = z.object({
  description: captionField.optional(),
  /** As native clients say it. */
  body: captionField.optional(),
  /** Anything else is refused, never read as everyone. */
  auth_view: z.enum(storyAudiences, 'This privacy is not known.').default('everyone'),
  filedata: notAFile,
  photo: notAFile,
  /** Native clients: both together also make a post of it. */
  is_storyPost: flagField.default(0),
  post_attach: flagField.default(0),
});
export type NewStoryFields = z.output<typeof newStoryInput>;
export interface NewStoryInput {
  filedata: Blob;
  /** The still of a video. */
  photo?: Blob | undefined;
  description?: string;
  auth_view?: StoryAudience;
}

/** Who has stories, as the strip shows them. */
export const storyGroup = z.object({
  owner_id: z.int(),
  /** The oldest that the viewer has not seen, else the oldest; 0 for none. */
  story_id: z.int(),
  total_stories: z.int(),
  owner_title: z.string(),
  owner_image_icon: z.string(),
  owner_image_profile: z.string(),
  image_profile: z.string(),
  create_date: wireTime.nullable(),
  videoUrl: z.string(),
  isViewed: flag,
  isMute: flag,
  /** Our own addition: when the oldest of them ends. */
  next_end: wireTime.nullable(),
});
export type StoryGroup = z.output<typeof storyGroup>;

export const storyGroups = z.object({
  response: z.array(storyGroup),
  totalItemCount: z.int(),
  muteStoryCount: z.int(),
});
export type StoryGroups = z.output<typeof storyGroups>;

export const storyItem = z.object({
  story_id: z.int(),
  owner_id: z.int(),
  /** `jpg` is a photo, anything else a video. */
  code: z.string(),
  videoUrl: z.string(),
  image: z.string(),
  owner_title: z.string(),
  owner_image_icon: z.string(),
  owner_image_profile: z.string(),
  description: z.string(),
  create_date: wireTime,
  duration: z.int(),
  /** For the owner only. */
  view_count: z.int(),
  isViewed: flag,
  isSendMessage: flag,
  /** By the viewer: the owner's stories. */
  isMute: flag,
  privacy: z.enum(storyAudiences),
  gutterMenu: z.array(menuItem),
  /** Of a video: 1 plays, 2 is being prepared, 3 could not be. */
  status: z.int(),
  is_like: flag,
  like_count: z.int(),
  feed_reactions: feedReactions,
  my_feed_reaction: myReaction.optional(),
  /** Our own addition for the web client: which sizes exist, and what to show before they come. */
  picture: z
    .object({
      id: z.int(),
      width: z.int(),
      height: z.int(),
      widths: z.array(z.int()),
      placeholder: z.string(),
      alt: z.string(),
    })
    .optional(),
});
export type StoryItem = z.output<typeof storyItem>;

export const storyItems = z.object({ response: z.array(storyItem) });
export type StoryItems = z.output<typeof storyItems>;

export const storyForm = z.object({
  response: z.array(formField),
  feed_post_menu: z.array(menuItem),
});
export type StoryForm = z.output<typeof storyForm>;

export const storyViewers = z.object({ totalItemCount: z.int(), response: z.array(friendRow) });
export type StoryViewers = z.output<typeof storyViewers>;
