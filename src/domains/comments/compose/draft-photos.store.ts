import { isImage } from '#domains/media/media.rules.ts';
import { createPhotoDrafts } from '#lib/draft-photos.ts';
import { toast } from '#ui/toast.ts';

// A comment takes one photo.

export const photoDrafts = createPhotoDrafts('comment');

export const dropPhoto = (draft: string): void => photoDrafts.remove(draft, photoDrafts.get(draft));

/** Takes the first picture of the chosen, dropped or pasted files; it replaces an earlier one. */
export function choosePhoto(draft: string, files: File[]): void {
  const file = files.find(isImage);
  if (!file || file.type === 'image/svg+xml')
    return void toast.error(
      'This is not a photo. JPEG, PNG, GIF, WebP, AVIF and HEIC can be added.',
    );
  if (files.length > 1) toast.info('You can add one photo to a comment.');
  dropPhoto(draft);
  photoDrafts.add(draft, [file]);
}

/** Loads the stored photo. Returns whether there is one. */
export async function openPhoto(draft: string): Promise<boolean> {
  await photoDrafts.open(draft);
  const photos = photoDrafts.get(draft);
  // One was chosen meanwhile.
  if (photos.length > 1) photoDrafts.remove(draft, photos.slice(0, -1));
  return photos.length > 0;
}
