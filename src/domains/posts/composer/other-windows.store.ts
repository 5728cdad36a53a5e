import { toast } from '#ui/toast.ts';
import { $draft, draftName, drafts } from './composer.store.ts';
import { emptyDraft, fileIds, type Draft } from './draft.rules.ts';

// All windows share one draft: changing, posting or emptying it in one does so in the others.

/** Records the posted draft for other windows and for pages restored later. */
export const recordPosted = (memberId: number, draft: Draft): void =>
  drafts.markSent(draftName(memberId), draft);

/** Runs now or when the window is visible again: toasts stay for a few seconds only. */
function whenSeen(show: () => void): void {
  if (!document.hidden) return show();
  document.addEventListener('visibilitychange', show, { once: true });
}

/** Returns the function that stops it. */
export const followOtherWindows = (memberId: number): (() => void) =>
  drafts.follow(
    draftName(memberId),
    (draft = { ...emptyDraft, privacy: $draft.get().privacy }) => {
      $draft.set(draft);
      if (fileIds(draft).length)
        void import('./files.store.ts').then(({ showFiles }) => showFiles(memberId));
    },
    () => whenSeen(() => toast.info('This draft was posted from another window.')),
  );
