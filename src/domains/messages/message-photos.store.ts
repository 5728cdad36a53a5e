import {
  moved,
  photoProblem,
  type DraftPhoto,
  type FileLimits,
} from '#domains/posts/composer/draft.rules.ts';
import { createDraftFiles, createDrafts } from '#lib/drafts.ts';
import { randomKey } from '#lib/idempotency-keys.ts';
import { toast } from '#ui/toast.ts';
import { maxPhotos } from './messages.rules.ts';

// Photos chosen for messages not sent yet. The list is stored beside the draft's text and the files
// in IndexedDB, so that both survive a reload.

const drafts = createDrafts<DraftPhoto[]>({
  // Not below the composer's prefix, whose cleanup would delete it.
  storageName: (draft) => `photos of ${draft}`,
  encode: (photos) => (photos.length ? JSON.stringify(photos) : ''),
  decode: parsePhotos,
});
const files = createDraftFiles((id) => `message photo ${id}`);
/** Photos by draft name, in order. */
export const $photos = drafts.$drafts;
export const { $previews } = files;

const getPhotos = (draft: string) => drafts.get(draft) ?? [];
const change = drafts.set;

function parsePhotos(text: string): DraftPhoto[] | undefined {
  try {
    return JSON.parse(text) as DraftPhoto[];
  } catch {
    return undefined;
  }
}

/**
 * Removes photos that another window has sent or removed; that window deletes their files. Returns
 * a function that stops it.
 */
export const followPhotos = (draft: string): (() => void) =>
  drafts.follow(draft, (photos) => !photos && $photos.setKey(draft, []));

/** Adds the files that can be photos of this message and shows why the others cannot. */
export function choosePhotos(
  draft: string,
  chosen: File[],
  limits: Pick<FileLimits, 'imageMegabytes'>,
): void {
  const problems = chosen.map((file) => photoProblem(file, limits));
  const valid = chosen.filter((_, index) => problems[index] === null);
  const added = valid
    .slice(0, maxPhotos - getPhotos(draft).length)
    .map((file) => ({ file, photo: { id: randomKey(), name: file.name, alt: '' } }));
  for (const problem of new Set([
    ...problems,
    added.length < valid.length ? `A message takes at most ${maxPhotos} photos.` : null,
  ]))
    if (problem) toast.error(problem);
  if (!added.length) return;
  change(draft, [...getPhotos(draft), ...added.map(({ photo }) => photo)]);
  for (const { file, photo } of added) void files.store(photo.id, file);
}

export const describePhoto = (draft: string, id: string, alt: string): void =>
  change(
    draft,
    getPhotos(draft).map((photo) => (photo.id === id ? { ...photo, alt } : photo)),
  );
export const movePhoto = (draft: string, id: string, by: number): void =>
  change(
    draft,
    moved(
      getPhotos(draft),
      getPhotos(draft).findIndex((photo) => photo.id === id),
      by,
    ),
  );

export function removePhotos(draft: string, photos: Array<Pick<DraftPhoto, 'id'>>): void {
  change(
    draft,
    getPhotos(draft).filter(({ id }) => !photos.some((one) => one.id === id)),
  );
  forgetPhotos(photos);
}

/** Deletes sent or discarded photos from this device. */
export const forgetPhotos = (photos: Array<Pick<DraftPhoto, 'id'>>): unknown =>
  files.remove(photos.map(({ id }) => id));

/** Removes the photos from the draft to send them; keeps their files. */
export function detachPhotos(draft: string): DraftPhoto[] {
  const photos = getPhotos(draft);
  change(draft, []);
  return photos;
}

/** Puts the photos back, before any chosen meanwhile. */
export const reattachPhotos = (draft: string, photos: DraftPhoto[]): void => {
  if (photos.length) change(draft, [...photos, ...getPhotos(draft)]);
};

/** Restores the photos stored on the device. */
export async function openPhotos(draft: string): Promise<void> {
  if ($photos.get()[draft]) return;
  const stored = drafts.getStored(draft) ?? [];
  if (!stored.length) return;
  const found = await Promise.all(stored.map(({ id }) => files.find(id)));
  const available = stored.filter((_, index) => found[index]);
  if (available.length < stored.length)
    toast.warning(
      'Some photos of your message are no longer on this device. Please add them again.',
    );
  change(draft, [...available, ...getPhotos(draft)]);
}

/** Form fields for the upload, or null when the browser has lost a file. */
export async function toUploadFields(
  photos: DraftPhoto[],
): Promise<Record<`filedata${number}`, Blob> | null> {
  const found = await Promise.all(photos.map(({ id }) => files.find(id)));
  if (found.some((file) => !file)) return null;
  return Object.fromEntries(
    photos.flatMap(({ alt }, index) => [
      [`filedata${index}`, found[index]!],
      ...(alt.trim() ? [[`alt${index}`, alt.trim()]] : []),
    ]),
  ) as Record<`filedata${number}`, Blob>;
}
