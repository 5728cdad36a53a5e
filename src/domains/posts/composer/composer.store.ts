import { atom, map } from 'nanostores';
import { appendDraft, getStoredJson, setStored } from '#lib/browser-storage.ts';
import { adoptIdempotencyKey, randomKey } from '#lib/idempotency-keys.ts';
import { announce, toast } from '#ui/toast.ts';
import { draftFiles } from './draft-files.store.ts';
import {
  draftFrom,
  emptyDraft,
  isBegun,
  keptText,
  moved,
  type Draft,
  type DraftPhoto,
} from './draft.rules.ts';

export const $draft = map<Draft>(emptyDraft);
export const $isPosting = atom(false);
/** 100 from the start of posting, or the percent of its files that have left; 0 at its end. */
export const $progress = atom(0);
/** Files are leaving: it can still be called off. */
export const $isUploading = atom(false);

export const draftName = (memberId: number) => `draft:${memberId}:post`;

/** The content of a draft, whichever its key. */
export const draftContent = (draft: Draft): string => JSON.stringify({ ...draft, key: '' });

/**
 * Brings back what this member had begun on this device. Words typed before this page woke up
 * follow it.
 * @param key of the form that the server drew: the typed words may have been sent with it already
 */
export function restoreDraft(memberId: number, typed: string, key = ''): void {
  const draft = draftFrom(getStoredJson(draftName(memberId)));
  if (typed) {
    changeDraft(memberId, { ...draft, body: appendDraft(draft.body, typed) });
    if (key && !isBegun(draft))
      adoptIdempotencyKey(draftName(memberId), draftContent($draft.get()), key);
  }
  // Kept by an older version of this page.
  else if (isBegun(draft) && !draft.key) changeDraft(memberId, draft);
  else $draft.set(draft);
  if (draft.photos.length > 0 || draft.video)
    void import('./files.store.ts').then(({ restoreFiles }) => restoreFiles(memberId));
}

export function changeDraft(memberId: number, changes: Partial<Draft>): void {
  const changed = { ...$draft.get(), ...changes };
  const draft = isBegun(changed) && !changed.key ? { ...changed, key: randomKey() } : changed;
  $draft.set(draft);
  setStored(draftName(memberId), keptText(draft));
}

/** After it went out. The privacy stays chosen. */
export function clearDraft(memberId: number): void {
  const { photos, video, privacy } = $draft.get();
  void draftFiles.remove(
    [...photos, ...(video ? [video] : [])].map(({ id }) => id),
    memberId,
  );
  changeDraft(memberId, { ...emptyDraft, privacy });
}

export function removeVideo(memberId: number): void {
  const { video } = $draft.get();
  if (video) void draftFiles.remove([video.id], memberId);
  changeDraft(memberId, { video: null });
}

export function removePhotos(memberId: number, ids: string[]): void {
  void draftFiles.remove(ids, memberId);
  changeDraft(memberId, { photos: $draft.get().photos.filter(({ id }) => !ids.includes(id)) });
}

export function describePhoto(memberId: number, id: string, alt: string): void {
  changeDraft(memberId, {
    photos: $draft.get().photos.map((photo) => (photo.id === id ? { ...photo, alt } : photo)),
  });
}

export function movePhoto(memberId: number, id: string, by: number): void {
  const { photos } = $draft.get();
  const next: DraftPhoto[] = moved(
    photos,
    photos.findIndex((photo) => photo.id === id),
    by,
  );
  changeDraft(memberId, { photos: next });
  announce(`Photo ${next.findIndex((photo) => photo.id === id) + 1} of ${next.length}`);
}

/** Says each problem once. */
export const complain = (problems: (string | null)[]): void => {
  for (const problem of new Set(problems)) if (problem) toast.error(problem);
};
