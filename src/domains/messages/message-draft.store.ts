import { $drafts, openDraft, writeDraft } from '#domains/comments/drafts.store.ts';
import type { DraftPhoto } from '#domains/posts/composer/draft.rules.ts';
import { getStored } from '#lib/browser-storage.ts';
import { removePhotos, returnPhotos } from './message-photos.store.ts';

// What is begun in the box under a conversation, and comes back there when it could not be sent.

export interface Begun {
  conversationId: number;
  body: string;
  photos?: DraftPhoto[];
}

export const messageDraft = (memberId: number, conversationId: number) =>
  `draft:${memberId}:message ${conversationId}`;

/** Text and photos go back into their box, in front of what came there meanwhile. */
export function restore(memberId: number, { conversationId, body, photos = [] }: Begun): void {
  const draft = messageDraft(memberId, conversationId);
  const typed = getStored(draft) ?? $drafts.get()[draft];
  writeDraft(draft, typed && body ? `${body}\n${typed}` : body || (typed ?? ''));
  returnPhotos(draft, photos);
}

/** It had arrived all the same: what of it stands in its box unchanged goes out of there. */
export function unrestore(memberId: number, { conversationId, body, photos = [] }: Begun): void {
  const draft = messageDraft(memberId, conversationId);
  openDraft(draft);
  const typed = $drafts.get()[draft] ?? '';
  if (body && (typed === body || typed.startsWith(`${body}\n`)))
    writeDraft(draft, typed.slice(body.length + 1));
  removePhotos(draft, photos);
}
