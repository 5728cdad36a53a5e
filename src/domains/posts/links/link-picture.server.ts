import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PictureRow } from '#domains/media/media.views.server.ts';
import { storePhotoFromFile } from '#domains/media/photos.server.ts';
import { HttpError } from '#server/errors.ts';
import { FetchError } from '#server/fetching/guard.ts';
import { guardedFetch, type FetchRules } from '#server/guarded-fetch.ts';
import { log } from '#server/log.ts';
import { workFolder } from '#server/uploads/work-folder.ts';

const picture: FetchRules = {
  types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'],
  maxBytes: 5 * 1024 * 1024,
  whenLonger: 'refuse',
};

/** Smaller ones are icons and counters of visitors. */
const smallest = { width: 100, height: 60 };

/**
 * Copies the picture of a foreign page to our own storage, decoded and encoded again like any
 * upload. Null when there is none to show.
 */
export async function copyPicture(ownerId: number, address: string): Promise<PictureRow | null> {
  const folder = await workFolder();
  try {
    const { body } = await guardedFetch(address, picture);
    const file = join(folder.path, 'picture');
    await writeFile(file, body);
    const copied = await storePhotoFromFile(ownerId, file);
    return copied.width >= smallest.width && copied.height >= smallest.height ? copied : null;
  } catch (error) {
    // Not to be had, or no picture after all: the card does without.
    if (error instanceof FetchError || (error instanceof HttpError && error.status < 500)) {
      log('info', 'picture of a link not copied', {
        fault: error instanceof FetchError ? error.fault : error.code,
      });
      return null;
    }
    throw error;
  } finally {
    await folder.remove();
  }
}
