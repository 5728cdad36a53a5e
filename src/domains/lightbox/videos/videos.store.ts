import { toRating, type RatingModel } from '#domains/lightbox/lightbox.model.ts';
import type { VideoWords } from '#domains/media/videos/video.rules.ts';
import { RestError } from '#lib/rest.ts';
import { toastOnNextScreen } from '#ui/flash-toast.ts';
import { toast } from '#ui/toast.ts';
import {
  deleteVideo as deleteCall,
  editVideo as editCall,
  rateVideo as rateCall,
} from './videos.calls.ts';

const fail = (error: unknown, otherwise: string): false => {
  const isRefused = error instanceof RestError && error.status > 0 && error.status < 500;
  toast.error(isRefused ? error.message : otherwise);
  return false;
};

/** Saves changed fields; absent ones stay unchanged. */
export async function editVideo(id: number, words: Partial<VideoWords>): Promise<boolean> {
  try {
    await editCall({ id, ...words });
    toast.success('Video updated');
    return true;
  } catch (error) {
    return fail(error, 'The video could not be changed. Please try again.');
  }
}

/** @param path of the screen to show afterwards */
export async function deleteVideo(id: number, path: string): Promise<boolean> {
  try {
    await deleteCall({ id });
    toastOnNextScreen('Video deleted');
    if (location.pathname + location.search === path) location.reload();
    else location.assign(path);
    return true;
  } catch (error) {
    return fail(error, 'The video could not be deleted. Please try again.');
  }
}

/** Rates somebody else's video, from 1 to 5. Undefined if it is refused. */
export async function rateVideo(id: number, rating: number): Promise<RatingModel | undefined> {
  try {
    return toRating(await rateCall({ id, rating }));
  } catch (error) {
    fail(error, 'Your rating could not be saved. Please try again.');
    return undefined;
  }
}
