import {
  moved,
  photoProblem,
  type DraftPhoto,
  type FileLimits,
} from '#domains/posts/composer/draft.rules.ts';
import { createDraftFiles, createDrafts } from '#lib/drafts.ts';
import { randomKey } from '#lib/idempotency-keys.ts';
import { toast } from '#ui/toast.ts';
import { mostPhotos } from './messages.rules.ts';

// Photos chosen for messages that have not arrived yet. Their list is kept beside the words of the
// draft, their files in the browser's database, so that both outlive the page.

const drafts = createDrafts<DraftPhoto[]>({
  // Apart from the composer's, which sweeps what is below its own name.
  storageName: (draft) => `photos of ${draft}`,
  encode: (photos) => (photos.length ? JSON.stringify(photos) : ''),
  decode: parsePhotos,
});
const files = createDraftFiles((id) => `message photo ${id}`);
/** By the name of the draft, in their order. */
export const $photos = drafts.$drafts;
export const { $previews } = files;

const photosOf = (draft: string) => drafts.get(draft) ?? [];
const change = drafts.set;

function parsePhotos(text: string): DraftPhoto[] | undefined {
  try {
    return JSON.parse(text) as DraftPhoto[];
  } catch {
    return undefined;
  }
}

/**
 * Photos that another window has sent or removed are gone from the box here as well; their files
 * are that window's to forget. Answers how to stop.
 */
export const followPhotos = (draft: string): (() => void) =>
  drafts.follow(draft, (photos) => !photos && $photos.setKey(draft, []));

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
  for (const { file, photo } of taken) void files.store(photo.id, file);
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
export const forgetPhotos = (photos: Array<Pick<DraftPhoto, 'id'>>): unknown =>
  files.remove(photos.map(({ id }) => id));

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

/** Brings what was kept on the device. */
export async function openPhotos(draft: string): Promise<void> {
  if ($photos.get()[draft]) return;
  const kept = drafts.getStored(draft) ?? [];
  if (!kept.length) return;
  const found = await Promise.all(kept.map(({ id }) => files.find(id)));
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
  const found = await Promise.all(photos.map(({ id }) => files.find(id)));
  if (found.some((file) => !file)) return null;
  return Object.fromEntries(
    photos.flatMap(({ alt }, index) => [
      [`filedata${index}`, found[index]!],
      ...(alt.trim() ? [[`alt${index}`, alt.trim()]] : []),
    ]),
  ) as Record<`filedata${number}`, Blob>;
}
