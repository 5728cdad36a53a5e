import { get, post } from '#lib/rest.ts';
import type {
  BrowseVideosInput,
  CategoriesAnswer,
  ManageVideosInput,
  OwnVideosAnswer,
  RateVideoInput,
  RatingAnswer,
  VideoListAnswer,
} from './video-list.schema.ts';

export const browseVideos = get<BrowseVideosInput, VideoListAnswer>('/advancedvideos/browse');
export const manageVideos = get<ManageVideosInput, OwnVideosAnswer>('/advancedvideos/manage');
export const readVideoCategories = get<Record<never, never>, CategoriesAnswer>(
  '/advancedvideos/categories',
);
export const rateVideo = post<RateVideoInput, RatingAnswer>('/advancedvideo/rate/:id');
