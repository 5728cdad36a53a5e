import { get } from '#lib/rest.ts';
import type {
  LightboxInput,
  LightboxSet,
  PhotoAnswer,
  PhotoInput,
  VideoAnswer,
  VideoInput,
} from './lightbox.schema.ts';

/** The whole set to step through. Like the two calls below, counts a view of the opened item. */
export const readLightbox = get<LightboxInput, LightboxSet>('/media/viewer');
export const readPhoto = get<PhotoInput, PhotoAnswer>('/albums/photo/view');
export const readVideo = get<VideoInput, VideoAnswer>('/advancedvideo/view/:id');
