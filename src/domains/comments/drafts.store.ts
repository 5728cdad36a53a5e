import { map } from 'nanostores';
import { onStorageChange } from '#lib/browser-storage-changes.ts';
import { appendDraft, getStored, setStored } from '#lib/browser-storage.ts';
import {
  $draftPhotos,
  dropPhoto,
  forgetPhoto,
  forgetPhotoSentElsewhere,
  liftPhoto,
  returnPhoto,
  type DraftPhoto,
} from './draft-photos.store.ts';

/**
 * Words begun and not sent, by the name they are kept under on the device; undefined where nothing
 * was begun, or nobody has looked.
 */
export const $drafts = map<Record<string, string | undefined>>({});
/** What is on its way; until it has arrived it is still a draft. */
const flying = new Map<string, string>();

/** How the names of all drafts of one thread begin. */
const threadDrafts = (memberId: number, subject: string) => `draft:${memberId}:comment ${subject} `;
export const commentDraft = (memberId: number, subject: string, parentId = 0) =>
  `${threadDrafts(memberId, subject)}${parentId}`;
export const editDraft = (memberId: number, commentId: number) =>
  `draft:${memberId}:edit comment ${commentId}`;

const joined = (first: string | undefined, second: string) =>
  first && second ? `${first}\n${second}` : (first ?? second);
const textOf = (name: string) => $drafts.get()[name] ?? '';

export function writeDraft(name: string, text: string): void {
  $drafts.setKey(name, text);
  setStored(name, joined(flying.get(name), text));
}

/**
 * Brings what was kept on the device, and after it what was `typed` before the page woke up. Tells
 * whether there is something.
 */
export function openDraft(name: string, typed = ''): boolean {
  // Only what is there is told: each post of a feed looks, and telling that there is nothing would
  // ask all the others.
  const kept = $drafts.get()[name] === undefined && getStored(name);
  if (typed) writeDraft(name, appendDraft(kept || '', typed));
  else if (kept) $drafts.setKey(name, kept);
  return textOf(name) !== '';
}

/**
 * As long as a box is there, it follows what another window makes of the same words: sent there,
 * they are gone here as well. Answers how to stop.
 */
export function followDraft(name: string): () => void {
  return onStorageChange((changed, text, before) => {
    if (changed === name && !flying.has(name) && before === textOf(name))
      $drafts.setKey(name, text);
    else forgetPhotoSentElsewhere(name, changed, text, before);
  });
}

/**
 * Calls `look` when words of this thread were sent from another window of the member, whom no
 * stream tells of what they did. Answers how to stop.
 */
export const onSentElsewhere = (
  memberId: number,
  subject: string,
  look: () => void,
): (() => void) =>
  onStorageChange(
    (name, text) => text === '' && name.startsWith(threadDrafts(memberId, subject)) && look(),
  );

/** It is done with, sent or given up. */
export function dropDraft(name: string): void {
  $drafts.setKey(name, undefined);
  setStored(name, '');
  dropPhoto(name);
}

/**
 * Empties the field at once. A send that fails brings its text back, in front of what was typed
 * meanwhile, and its photo.
 */
export async function sendDraft(
  name: string,
  send: (text: string, photo: DraftPhoto | undefined) => Promise<boolean>,
): Promise<boolean> {
  if (flying.has(name)) return false;
  const text = textOf(name);
  const photo = liftPhoto(name);
  flying.set(name, text);
  $drafts.setKey(name, '');
  const isSent = await send(text, photo);
  const left = joined(text, textOf(name));
  flying.delete(name);
  const next = isSent ? textOf(name) : left;
  // Where another window went on with these words meanwhile, its are kept.
  if ((getStored(name) ?? '') === left) writeDraft(name, next);
  else $drafts.setKey(name, next);
  if (photo) settlePhoto(name, photo, isSent);
  return isSent;
}

function settlePhoto(name: string, photo: DraftPhoto, isSent: boolean): void {
  const isReplaced = $draftPhotos.get()[name] !== undefined;
  if (!isSent && !isReplaced) return returnPhoto(name, photo);
  URL.revokeObjectURL(photo.address);
  if (!isReplaced) forgetPhoto(name);
}
