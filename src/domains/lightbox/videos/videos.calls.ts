import type {
  DeleteVideoInput,
  EditVideoInput,
  VideoForm,
} from '#domains/media/videos/video-changes.schema.ts';
import { del, get, post, put } from '#lib/rest.ts';
import type {
  BrowseVideosInput,
  CategoriesAnswer,
  ContainerVideosInput,
  ManageVideosInput,
  OwnVideosAnswer,
  RateVideoInput,
  RatingAnswer,
  VideoListAnswer,
} from './video-list.schema.ts';

export const browseVideos = get<BrowseVideosInput, VideoListAnswer>('/advancedvideos/browse');
export const manageVideos = get<ManageVideosInput, OwnVideosAnswer>('/advancedvideos/manage');
export const listContainerVideos = get<ContainerVideosInput, VideoListAnswer>(
  '/advancedvideos/index',
);
export const readVideoCategories = get<Record<never, never>, CategoriesAnswer>(
  '/advancedvideos/categories',
);
export const rateVideo = post<RateVideoInput, RatingAnswer>('/advancedvideo/rate/:id');

export const readVideoForm = get<Record<never, never>, VideoForm>('/advancedvideos/create');
export const editVideo = post<EditVideoInput, void>('/advancedvideo/edit/:id');
export const putVideo = put<EditVideoInput, void>('/videos/edit/:id');
export const deleteVideo = del<DeleteVideoInput, void>('/advancedvideo/delete/:id');
