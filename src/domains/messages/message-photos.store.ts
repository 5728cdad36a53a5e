import { map } from 'nanostores';
import {
  moved,
  photoProblem,
  type DraftPhoto,
  type FileLimits,
} from '#domains/posts/composer/draft.rules.ts';
import { getStoredFile, removeStoredFile, storeFile } from '#lib/browser-files.ts';
import { onStorageChange } from '#lib/browser-storage-changes.ts';
import { getStoredJson, setStored } from '#lib/browser-storage.ts';
import { randomKey } from '#lib/idempotency-keys.ts';
import { toast } from '#ui/toast.ts';
import { mostPhotos } from './messages.rules.ts';

// Photos chosen for messages that have not arrived yet. Their list is kept beside the words of the
// draft, their files in the browser's database, so that both outlive the page.

/** By the name of the draft, in their order. */
export const $photos = map<Record<string, DraftPhoto[] | undefined>>({});
/** By the id of a photo: an address to show it from, as long as the page lives. */
export const $previews = map<Record<string, string | undefined>>({});

const files = new Map<string, File>();
/** Apart from the composer's, which sweeps what is below its own name. */
const listName = (draft: string) => `photos of ${draft}`;
const fileName = (id: string) => `message photo ${id}`;
const photosOf = (draft: string) => $photos.get()[draft] ?? [];

const keptList = (photos: DraftPhoto[]) => (photos.length ? JSON.stringify(photos) : '');

function change(draft: string, photos: DraftPhoto[]): void {
  $photos.setKey(draft, photos);
  setStored(listName(draft), keptList(photos));
}

/**
 * Photos that another window has sent or removed are gone from the box here as well; their files
 * are that window's to forget. Answers how to stop.
 */
export const followPhotos = (draft: string): (() => void) =>
  onStorageChange(
    (name, list, before) =>
      name === listName(draft) &&
      !list &&
      before === keptList(photosOf(draft)) &&
      $photos.setKey(draft, []),
  );

function show(id: string, file: File): void {
  files.set(id, file);
  if (!$previews.get()[id]) $previews.setKey(id, URL.createObjectURL(file));
}

/** Takes those files that can be photos of this message, and says why the others cannot. */
export function choosePhotos(
  draft: string,
  chosen: File[],
  limits: Pick<FileLimits, 'imageMegabytes'>,
): void {
  const problems = chosen.map((file) => photoProblem(file, limits));
  const fit = chosen.filter((_, index) => problems[index] === null);
  const taken = fit
    .slice(0, mostPhotos - photosOf(draft).length)
    .map((file) => ({ file, photo: { id: randomKey(), name: file.name, alt: '' } }));
  for (const problem of new Set([
    ...problems,
    taken.length < fit.length ? `A message takes at most ${mostPhotos} photos.` : null,
  ]))
    if (problem) toast.error(problem);
  if (!taken.length) return;
  change(draft, [...photosOf(draft), ...taken.map(({ photo }) => photo)]);
  for (const { file, photo } of taken) {
    show(photo.id, file);
    void storeFile(fileName(photo.id), file);
  }
}

export const describePhoto = (draft: string, id: string, alt: string): void =>
  change(
    draft,
    photosOf(draft).map((photo) => (photo.id === id ? { ...photo, alt } : photo)),
  );
export const movePhoto = (draft: string, id: string, by: number): void =>
  change(
    draft,
    moved(
      photosOf(draft),
      photosOf(draft).findIndex((photo) => photo.id === id),
      by,
    ),
  );

export function removePhotos(draft: string, photos: Array<Pick<DraftPhoto, 'id'>>): void {
  change(
    draft,
    photosOf(draft).filter(({ id }) => !photos.some((one) => one.id === id)),
  );
  forgetPhotos(photos);
}

/** They have arrived, or were given up: nothing of them stays on this device. */
export function forgetPhotos(photos: Array<Pick<DraftPhoto, 'id'>>): void {
  for (const { id } of photos) {
    files.delete(id);
    const address = $previews.get()[id];
    if (address) URL.revokeObjectURL(address);
    $previews.setKey(id, undefined);
    void removeStoredFile(fileName(id));
  }
}

/** Takes them out of the draft, to be sent; their files stay. */
export function takePhotos(draft: string): DraftPhoto[] {
  const photos = photosOf(draft);
  change(draft, []);
  return photos;
}

/** Puts them back, in front of what was chosen meanwhile. */
export const returnPhotos = (draft: string, photos: DraftPhoto[]): void => {
  if (photos.length) change(draft, [...photos, ...photosOf(draft)]);
};

async function findFile(id: string): Promise<File | undefined> {
  const known = files.get(id) ?? (await getStoredFile<File>(fileName(id)));
  if (known) show(id, known);
  return known;
}

/** Brings what was kept on the device. */
export async function openPhotos(draft: string): Promise<void> {
  if ($photos.get()[draft]) return;
  const kept = getStoredJson<DraftPhoto[]>(listName(draft)) ?? [];
  if (!kept.length) return;
  const found = await Promise.all(kept.map(({ id }) => findFile(id)));
  const there = kept.filter((_, index) => found[index]);
  if (there.length < kept.length)
    toast.warning(
      'Some photos of your message are no longer on this device. Please add them again.',
    );
  change(draft, [...there, ...photosOf(draft)]);
}

/** In the fields in which they are sent, or null when the browser has lost one. */
export async function fieldsOf(
  photos: DraftPhoto[],
): Promise<Record<`filedata${number}`, Blob> | null> {
  const found = await Promise.all(photos.map(({ id }) => findFile(id)));
  if (found.some((file) => !file)) return null;
  return Object.fromEntries(
    photos.flatMap(({ alt }, index) => [
      [`filedata${index}`, found[index]!],
      ...(alt.trim() ? [[`alt${index}`, alt.trim()]] : []),
    ]),
  ) as Record<`filedata${number}`, Blob>;
}
