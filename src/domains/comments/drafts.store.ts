import { map } from 'nanostores';
import { keep, readKept } from '#lib/kept.ts';
import { $draftPhotos, dropPhoto, type DraftPhoto, forgetPhoto, liftPhoto, returnPhoto } from './draft-photos.store.ts';

/** Words begun and not sent, by the name they are kept under on the device; undefined while nobody has looked. */
export const $drafts = map<Record<string, string | undefined>>({});
/** What is on its way; until it has arrived it is still a draft. */
const flying = new Map<string, string>();

export const commentDraft = (memberId: number, subject: string, parentId = 0) => `draft:${memberId}:comment ${subject} ${parentId}`;
export const editDraft = (memberId: number, commentId: number) => `draft:${memberId}:edit comment ${commentId}`;

const joined = (first: string | undefined, second: string) => (first && second ? `${first}\n${second}` : (first ?? second));
const textOf = (name: string) => $drafts.get()[name] ?? '';

export function writeDraft(name: string, text: string): void {
  $drafts.setKey(name, text);
  keep(name, joined(flying.get(name), text));
}

/** Brings what was kept on the device. Tells whether there was something. */
export function openDraft(name: string): boolean {
  if ($drafts.get()[name] === undefined) $drafts.setKey(name, readKept(name) ?? '');
  return textOf(name) !== '';
}

/** It is done with, sent or given up. */
export function dropDraft(name: string): void {
  $drafts.setKey(name, undefined);
  keep(name, '');
  dropPhoto(name);
}

/** Empties the field at once. A send that fails brings its text back, in front of what was typed meanwhile, and its photo. */
export async function sendDraft(name: string, send: (text: string, photo: DraftPhoto | undefined) => Promise<boolean>): Promise<boolean> {
  if (flying.has(name)) return false;
  const text = textOf(name);
  const photo = liftPhoto(name);
  flying.set(name, text);
  $drafts.setKey(name, '');
  const isSent = await send(text, photo);
  flying.delete(name);
  writeDraft(name, isSent ? textOf(name) : joined(text, textOf(name)));
  if (photo) settlePhoto(name, photo, isSent);
  return isSent;
}

function settlePhoto(name: string, photo: DraftPhoto, isSent: boolean): void {
  const isReplaced = $draftPhotos.get()[name] !== undefined;
  if (!isSent && !isReplaced) return returnPhoto(name, photo);
  URL.revokeObjectURL(photo.address);
  if (!isReplaced) forgetPhoto(name);
}
