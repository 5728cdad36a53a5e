import { maxPhotos } from '#domains/messages/messages.rules.ts';
import { moved, photoProblem, type FileLimits } from '#domains/posts/composer/draft.rules.ts';
import {
  createPhotoDrafts,
  photoFields,
  type DraftFile,
  type DraftPhoto,
  type PhotoFields,
} from '#lib/draft-photos.ts';
import { toast } from '#ui/toast.ts';

const drafts = createPhotoDrafts('message');
const { get, set, files } = drafts;
export const { $photos, describe: describePhoto, remove: removePhotos } = drafts;
export const { follow: followPhotos } = drafts;
export const { $previews } = files;

/** Adds the files that can be photos of this message and shows why the others cannot. */
export function choosePhotos(
  draft: string,
  chosen: File[],
  limits: Pick<FileLimits, 'imageMegabytes'>,
): void {
  const problems = chosen.map((file) => photoProblem(file, limits));
  const valid = chosen.filter((_, index) => problems[index] === null);
  const added = valid.slice(0, maxPhotos - get(draft).length);
  for (const problem of new Set([
    ...problems,
    added.length < valid.length ? `You can add up to ${maxPhotos} photos to a message.` : null,
  ]))
    if (problem) toast.error(problem);
  if (added.length) drafts.add(draft, added);
}

export function movePhoto(draft: string, id: string, by: number): void {
  const photos = get(draft);
  const index = photos.findIndex((photo) => photo.id === id);
  set(draft, moved(photos, index, by));
}

/** Deletes sent or discarded photos from this device. */
export const forgetPhotos = (photos: DraftFile[]): unknown =>
  files.remove(photos.map(({ id }) => id));

/** Removes the photos from the draft to send them; keeps their files. */
export function detachPhotos(draft: string): DraftPhoto[] {
  const photos = get(draft);
  set(draft, []);
  return photos;
}

/** Puts the photos back, before any chosen meanwhile. */
export const reattachPhotos = (draft: string, photos: DraftPhoto[]): void => {
  if (photos.length) set(draft, [...photos, ...get(draft)]);
};

/** Restores the photos stored on the device. */
export async function openPhotos(draft: string): Promise<void> {
  if (await drafts.open(draft))
    toast.warning(
      'Some photos of your message are no longer on this device. Please add them again.',
    );
}

/** Form fields for the upload, or null when the browser has lost a file. */
export const toUploadFields = async (photos: DraftPhoto[]): Promise<PhotoFields | null> =>
  photoFields(
    photos,
    await files.findAll(
      photos.map(({ id }) => id),
      1,
    ),
  );
