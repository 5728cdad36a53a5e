import { atom, map } from 'nanostores';
import { appendDraft } from '#lib/browser-storage.ts';
import { createDraftFiles, createDrafts } from '#lib/drafts.ts';
import { adoptIdempotencyKey, contentKey, randomKey } from '#lib/idempotency-keys.ts';
import { emptyDraft, fileIds, isBegun, keptText, parseDraft, type Draft } from './draft.rules.ts';

/** The draft of this page's composer. */
export const $draft = map<Draft>(emptyDraft);
export const $isPosting = atom(false);
/** Percent uploaded while posting, 100 without files; 0 otherwise. */
export const $progress = atom(0);
/** Files are being uploaded, which can still be cancelled. */
export const $isUploading = atom(false);

/** Names where the composer of this page posts to, as 'group 3'; '' for the member's own feed. */
let target = '';
const ofTarget = (name: string) => (target ? `${name} ${target}` : name);

export const draftName = (memberId: number) => ofTarget(`draft:${memberId}:post`);

export const drafts = createDrafts<Draft>({
  encode: keptText,
  decode: parseDraft,
  $page: $draft,
  sentMark: {
    storageName: (draft) => draft.replace(/^draft(:\d+):post/, 'posted$1'),
    encode: (draft) => draft.key && contentKey(draft.key, keptText(draft)),
  },
});

// Each target has a prefix of its own, since pruning deletes what else is below it.
export const draftFiles = createDraftFiles((id, memberId: number) =>
  target ? `draft of ${target}:${memberId}:${id}` : `draft:${memberId}:${id}`,
);
export const { $previews } = draftFiles;

/** The content of a draft without its key. */
export const draftContent = (draft: Draft): string => JSON.stringify({ ...draft, key: '' });

/**
 * Restores the member's draft of this device and appends text that was typed before hydration.
 * @param key of the rendered form: the typed text may have been sent with it already
 * @param postsTo names the target, which has a draft of its own
 */
export function restoreDraft(memberId: number, typed: string, key = '', postsTo?: string): void {
  target = postsTo ?? '';
  const draft = drafts.getStored(draftName(memberId)) ?? emptyDraft;
  if (typed) {
    changeDraft(memberId, { ...draft, body: appendDraft(draft.body, typed) });
    if (key && !isBegun(draft))
      adoptIdempotencyKey(draftName(memberId), draftContent($draft.get()), key);
  }
  // Stored by an older version of this page.
  else if (isBegun(draft) && !draft.key) changeDraft(memberId, draft);
  else $draft.set(draft);
  if (fileIds(draft).length)
    void import('./files.store.ts').then(({ restoreFiles }) => restoreFiles(memberId));
}

export function changeDraft(memberId: number, changes: Partial<Draft>): void {
  const changed = { ...$draft.get(), ...changes };
  const draft = isBegun(changed) && !changed.key ? { ...changed, key: randomKey() } : changed;
  drafts.set(draftName(memberId), draft);
}

/** Called after posting. The audience stays. */
export function clearDraft(memberId: number): void {
  const draft = $draft.get();
  void draftFiles.remove(fileIds(draft), memberId);
  changeDraft(memberId, { ...emptyDraft, privacy: draft.privacy });
}
