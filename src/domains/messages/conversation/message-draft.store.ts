import { $drafts, openDraft, writeDraft } from '#domains/comments/compose/drafts.store.ts';
import { getStored } from '#lib/browser-storage.ts';
import type { DraftPhoto } from '#lib/draft-photos.ts';
import { reattachPhotos, removePhotos } from './message-photos.store.ts';

// Unsent text and photos of a conversation, put back into its input when sending fails.

export interface UnsentMessage {
  conversationId: number;
  body: string;
  photos?: DraftPhoto[];
}

export const messageDraft = (memberId: number, conversationId: number) =>
  `draft:${memberId}:message ${conversationId}`;

/** Puts text and photos back into the input, before anything typed meanwhile. */
export function restoreDraft(
  memberId: number,
  { conversationId, body, photos = [] }: UnsentMessage,
): void {
  const draft = messageDraft(memberId, conversationId);
  const typed = getStored(draft) ?? $drafts.get()[draft];
  writeDraft(draft, typed && body ? `${body}\n${typed}` : body || (typed ?? ''));
  reattachPhotos(draft, photos);
}

/**
 * Removes the restored content again, as far as it is unchanged, because the message had arrived
 * after all.
 */
export function undoRestore(
  memberId: number,
  { conversationId, body, photos = [] }: UnsentMessage,
): void {
  const draft = messageDraft(memberId, conversationId);
  openDraft(draft);
  const typed = $drafts.get()[draft] ?? '';
  if (body && (typed === body || typed.startsWith(`${body}\n`)))
    writeDraft(draft, typed.slice(body.length + 1));
  removePhotos(draft, photos);
}
