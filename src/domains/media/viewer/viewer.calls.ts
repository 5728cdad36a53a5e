import { get } from '#lib/rest.ts';
import type {
  PhotoAnswer,
  PhotoInput,
  VideoAnswer,
  VideoInput,
  ViewerInput,
  ViewerSet,
} from './viewer.schema.ts';

/** The whole set to step through. Counts a view of the one that was opened, as the two below do. */
export const readViewer = get<ViewerInput, ViewerSet>('/media/viewer');
export const readPhoto = get<PhotoInput, PhotoAnswer>('/albums/photo/view');
export const readVideo = get<VideoInput, VideoAnswer>('/advancedvideo/view/:id');
