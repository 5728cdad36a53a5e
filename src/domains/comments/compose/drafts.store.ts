import { onStorageChange } from '#lib/browser-storage-changes.ts';
import { appendDraft, getStored, setStored } from '#lib/browser-storage.ts';
import type { DraftPhoto } from '#lib/draft-photos.ts';
import { createDrafts } from '#lib/drafts.ts';
import { toast } from '#ui/toast.ts';
import { dropPhoto, photoDrafts } from './draft-photos.store.ts';

/** A photo that is being sent. */
export interface SentPhoto extends DraftPhoto {
  file: File;
  /** Object URL of the preview, valid as long as the page. */
  address: string;
}

const drafts = createDrafts<string>({ encode: (text) => text, decode: (text) => text });
export const { $drafts } = drafts;
/** Texts being sent; they stay stored until the server has them. */
const sending = new Map<string, string>();

/** Common prefix of the names of all drafts of one thread. */
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
 * Loads the stored draft and appends the text `typed` before hydration. Returns whether there is
 * any.
 */
export function openDraft(name: string, typed = ''): boolean {
  // Sets the store only if there is something: every post of a feed looks, and each change would
  // render all the others.
  const kept = drafts.get(name) === undefined && drafts.getStored(name);
  if (typed) writeDraft(name, appendDraft(kept || '', typed));
  else if (kept) $drafts.setKey(name, kept);
  return textOf(name) !== '';
}

/**
 * Follows changes of the same draft in other windows: text sent there is removed here. Returns an
 * unsubscribe function.
 */
export function followDraft(name: string): () => void {
  const stops = [
    drafts.follow(name, (text) => {
      if (!sending.has(name)) $drafts.setKey(name, text ?? '');
    }),
    photoDrafts.follow(name),
  ];
  return () => stops.forEach((stop) => stop());
}

/**
 * Calls `look` when another window of the member has sent a comment in this thread: the live stream
 * does not report the member's own changes. Returns an unsubscribe function.
 */
export const onSentElsewhere = (
  memberId: number,
  subject: string,
  look: () => void,
): (() => void) =>
  onStorageChange(
    (name, text) => text === '' && name.startsWith(threadDrafts(memberId, subject)) && look(),
  );

/** Removes a draft that was sent or discarded. */
export function clearDraft(name: string): void {
  drafts.set(name, undefined);
  dropPhoto(name);
}

/**
 * Empties the field at once. If sending fails, the text is put back in front of what was typed
 * meanwhile, and so is the photo.
 */
export async function sendDraft(
  name: string,
  send: (text: string, photo: SentPhoto | undefined) => Promise<boolean>,
): Promise<boolean> {
  if (sending.has(name)) return false;
  const text = textOf(name);
  const [photo] = photoDrafts.get(name);
  // Text and photo stay stored until the server has them.
  sending.set(name, text);
  $drafts.setKey(name, '');
  if (photo) photoDrafts.$photos.setKey(name, []);
  const isSent = await (photo ? sendWithPhoto(text, photo, send) : send(text, undefined));
  const left = joined(text, textOf(name));
  sending.delete(name);
  const next = isSent ? textOf(name) : left;
  // If another window has continued the same draft, its text stays stored.
  if ((getStored(name) ?? '') === left) writeDraft(name, next);
  else $drafts.setKey(name, next);
  if (photo) settlePhoto(name, photo, isSent);
  return isSent;
}

async function sendWithPhoto(
  text: string,
  photo: DraftPhoto,
  send: (text: string, photo: SentPhoto) => Promise<boolean>,
): Promise<boolean> {
  const { files } = photoDrafts;
  const file = await files.find(photo.id);
  if (file) return send(text, { ...photo, file, address: files.$previews.get()[photo.id]! });
  toast.error('The photo of this comment is no longer on this device. Please add it again.');
  return false;
}

/** A photo chosen meanwhile replaces this one. */
function settlePhoto(name: string, photo: DraftPhoto, isSent: boolean): void {
  const isReplaced = photoDrafts.get(name).length > 0;
  if (isSent || isReplaced) photoDrafts.remove(name, [photo]);
  else photoDrafts.set(name, [photo]);
}
