import { z } from 'zod';
import { friendRow } from '#domains/friends/friends.schema.ts';
import { feedReactions, myReaction } from '#domains/reactions/reactions.schema.ts';
import { flagField, idField, limitField, pageField, textField } from '#lib/fields.ts';
import { flag, formField, menuItem, wireTime } from '#lib/shapes.ts';
import {
  captionLength,
  groupsPageSize,
  storyAudiences,
  type StoryAudience,
} from './stories.rules.ts';

export const browseInput = z.object({
  /** Only that member's stories. */
  user_id: idField.optional(),
  page: pageField(1),
  limit: limitField(groupsPageSize),
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
  /** Caption as native clients send it. */
  body: captionField.optional(),
  /** Other values are refused instead of being treated as everyone. */
  auth_view: z.enum(storyAudiences, 'Please choose one of these.').default('everyone'),
  filedata: notAFile,
  photo: notAFile,
  /** From native clients: both flags together also create a post. */
  is_storyPost: flagField.default(0),
  post_attach: flagField.default(0),
});
export type NewStoryFields = z.output<typeof newStoryInput>;
export interface NewStoryInput {
  filedata: Blob;
  /** Poster of a video. */
  photo?: Blob | undefined;
  description?: string;
  auth_view?: StoryAudience;
}

/** A member with stories in the tray. */
export const storyGroup = z.object({
  owner_id: z.int(),
  /** The oldest unseen story, else the oldest; 0 if there is none. */
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
  /** Extension of the contract: time when the oldest story ends. */
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
  /** 0 unless the viewer is the owner. */
  view_count: z.int(),
  isViewed: flag,
  isSendMessage: flag,
  /** Whether the viewer has muted the owner. */
  isMute: flag,
  privacy: z.enum(storyAudiences),
  gutterMenu: z.array(menuItem),
  /** State of a video: 1 ready, 2 processing, 3 failed. */
  status: z.int(),
  is_like: flag,
  like_count: z.int(),
  feed_reactions: feedReactions,
  my_feed_reaction: myReaction.optional(),
  /** Extension for the web client: available sizes and the placeholder. */
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
