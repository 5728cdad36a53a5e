import { toPerson, type PersonModel } from '#domains/friends/friends.model.ts';
import type { ReactionName } from '#domains/reactions/reactions.rules.ts';
import type { StoryAudience } from './stories.rules.ts';
import type {
  NewStoryInput,
  StoryGroup,
  StoryGroups,
  StoryItem,
  StoryItems,
  StoryViewers,
} from './stories.schema.ts';

interface OwnerModel {
  id: number;
  name: string;
  image: string;
}

/** A member with stories in the tray. */
export interface StoryGroupModel {
  owner: OwnerModel;
  /** The oldest unseen story, else the oldest; 0 if there is none. */
  storyId: number;
  total: number;
  isViewed: boolean;
  isMuted: boolean;
  /** Wire time of the newest story. */
  createdAt: string | null;
  /** Wire time at which the oldest story ends. */
  nextEnd: string | null;
}

/** A page of the tray. */
export interface TrayPage {
  groups: StoryGroupModel[];
  /** Groups on all pages. */
  total: number;
}

/** A story as components and stores hold it. */
export interface StoryModel {
  id: number;
  owner: OwnerModel;
  isPhoto: boolean;
  /** Empty for photos and for videos that cannot be played yet. */
  videoUrl: string;
  /** The photo, or the still of the video. */
  picture?: StoryItem['picture'];
  caption: string;
  /** Wire time. */
  createdAt: string;
  /** How long it is shown. */
  seconds: number;
  /** 0 unless the viewer is the owner. */
  viewCount: number;
  likeCount: number;
  reaction: ReactionName | 'none';
  isViewed: boolean;
  /** Whether the viewer has muted the owner. */
  isMuted: boolean;
  canAnswer: boolean;
  audience: StoryAudience;
  /** State of a video: 1 ready, 2 processing, 3 failed. */
  status: number;
}

const toOwner = (wire: StoryGroup | StoryItem): OwnerModel => ({
  id: wire.owner_id,
  name: wire.owner_title,
  image: wire.owner_image_icon,
});

export const toStoryGroup = (wire: StoryGroup): StoryGroupModel => ({
  owner: toOwner(wire),
  storyId: wire.story_id,
  total: wire.total_stories,
  isViewed: wire.isViewed === 1,
  isMuted: wire.isMute === 1,
  createdAt: wire.create_date,
  nextEnd: wire.next_end,
});

export const toTrayPage = (answer: StoryGroups): TrayPage => ({
  groups: answer.response.map(toStoryGroup),
  total: answer.totalItemCount,
});

export const toStory = (wire: StoryItem): StoryModel => ({
  id: wire.story_id,
  owner: toOwner(wire),
  isPhoto: wire.code === 'jpg',
  videoUrl: wire.videoUrl,
  ...(wire.picture ? { picture: wire.picture } : {}),
  caption: wire.description,
  createdAt: wire.create_date,
  seconds: wire.duration,
  viewCount: wire.view_count,
  likeCount: wire.like_count,
  reaction: wire.my_feed_reaction?.reaction ?? 'none',
  isViewed: wire.isViewed === 1,
  isMuted: wire.isMute === 1,
  canAnswer: wire.isSendMessage === 1,
  audience: wire.privacy,
  status: wire.status,
});

export const toStories = ({ response }: StoryItems): StoryModel[] => response.map(toStory);

/** A page of the members who have seen a story. */
export const toViewers = (answer: StoryViewers): { people: PersonModel[]; total: number } => ({
  people: answer.response.map(toPerson),
  total: answer.totalItemCount,
});

interface StoryDraft {
  file: File;
  /** The still of a video. */
  poster: Blob | undefined;
  caption: string;
  audience: StoryAudience;
}

export const toStoryFields = ({ file, poster, caption, audience }: StoryDraft): NewStoryInput => ({
  description: caption,
  auth_view: audience,
  ...(poster ? { photo: poster } : {}),
  filedata: file,
});
