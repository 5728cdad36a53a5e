import { del, get, post } from '#lib/rest.ts';
import type {
  BrowseInput,
  MuteInput,
  NewStoryInput,
  StoryForm,
  StoryGroups,
  StoryIdInput,
  StoryItems,
  StoryViewers,
  ViewersInput,
} from './stories.schema.ts';

export const browseStories = get<BrowseInput, StoryGroups>('/advancedactivity/stories/browse');
/** All active stories of that story's owner. */
export const readStory = get<StoryIdInput, StoryItems>('/advancedactivity/story/view/:id');
export const readStoryForm = get<Record<never, never>, StoryForm>(
  '/advancedactivity/stories/create',
);
export const createStory = post<NewStoryInput, StoryItems>('/advancedactivity/stories/create');
export const deleteStory = del<StoryIdInput, void>('/advancedactivity/story/delete/:id');
/** Marks the story as seen by the member. */
export const markStorySeen = post<StoryIdInput, void>('/advancedactivity/story/viewer-count/:id');
export const listStoryViewers = get<ViewersInput, StoryViewers>(
  '/advancedactivity/story/get-viewer/:id',
);
/** Mutes the owner of that story. */
export const muteStories = post<MuteInput, void>('/advancedactivity/story/mute/:id');
