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
/** All stories of the owner of that one. */
export const readStory = get<StoryIdInput, StoryItems>('/advancedactivity/story/view/:id');
export const readStoryForm = get<Record<never, never>, StoryForm>(
  '/advancedactivity/stories/create',
);
export const createStory = post<NewStoryInput, StoryItems>('/advancedactivity/stories/create');
export const deleteStory = del<StoryIdInput, void>('/advancedactivity/story/delete/:id');
/** The member has seen it. */
export const markStorySeen = post<StoryIdInput, void>('/advancedactivity/story/viewer-count/:id');
export const listStoryViewers = get<ViewersInput, StoryViewers>(
  '/advancedactivity/story/get-viewer/:id',
);
/** The owner of that story. */
export const muteStories = post<MuteInput, void>('/advancedactivity/story/mute/:id');
