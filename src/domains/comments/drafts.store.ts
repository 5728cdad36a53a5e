import { onStorageChange } from '#lib/browser-storage-changes.ts';
import { appendDraft, getStored, setStored } from '#lib/browser-storage.ts';
import { createDrafts } from '#lib/drafts.ts';
import {
  $draftPhotos,
  dropPhoto,
  followPhoto,
  forgetPhoto,
  liftPhoto,
  returnPhoto,
  type DraftPhoto,
} from './draft-photos.store.ts';

const drafts = createDrafts<string>({ encode: (text) => text, decode: (text) => text });
export const { $drafts } = drafts;
/** Texts being sent; until they have arrived they are still drafts. */
const sending = new Map<string, string>();

/** How the names of all drafts of one thread begin. */
const threadDrafts = (memberId: number, subject: string) => `draft:${memberId}:comment ${subject} `;
export const commentDraft = (memberId: number, subject: string, parentId = 0) =>
  `${threadDrafts(memberId, subject)}${parentId}`;
export const editDraft = (memberId: number, commentId: number) =>
  `draft:${memberId}:edit comment ${commentId}`;

const joined = (first: string | undefined, second: string) =>
  first && second ? `${first}\n${second}` : (first ?? second);
const textOf = (name: string) => drafts.get(name) ?? '';

export function writeDraft(name: string, text: string): void {
  const inFlight = sending.get(name);
  if (inFlight === undefined) return drafts.set(name, text);
  $drafts.setKey(name, text);
  setStored(name, joined(inFlight, text));
}

/**
 * Brings what was kept on the device, and after it what was `typed` before the page woke up. Tells
 * whether there is something.
 */
export function openDraft(name: string, typed = ''): boolean {
  // Only what is there is told: each post of a feed looks, and telling that there is nothing would
  // ask all the others.
  const kept = drafts.get(name) === undefined && drafts.getStored(name);
  if (typed) writeDraft(name, appendDraft(kept || '', typed));
  else if (kept) $drafts.setKey(name, kept);
  return textOf(name) !== '';
}

/**
 * As long as a box is there, it follows what another window makes of the same words: sent there,
 * they are gone here as well. Answers how to stop.
 */
export function followDraft(name: string): () => void {
  const stops = [
    drafts.follow(name, (text) => {
      if (!sending.has(name)) $drafts.setKey(name, text ?? '');
    }),
    followPhoto(name),
  ];
  return () => stops.forEach((stop) => stop());
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
  drafts.set(name, undefined);
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
  if (sending.has(name)) return false;
  const text = textOf(name);
  const photo = liftPhoto(name);
  sending.set(name, text);
  $drafts.setKey(name, '');
  const isSent = await send(text, photo);
  const left = joined(text, textOf(name));
  sending.delete(name);
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
