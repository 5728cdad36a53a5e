import { onStorageChange } from '#lib/browser-storage-changes.ts';
import { getStored, getStoredJson, setStored } from '#lib/browser-storage.ts';
import { contentKey } from '#lib/idempotency-keys.ts';
import { toast } from '#ui/toast.ts';
import { $draft, draftName } from './composer.store.ts';
import { draftFrom, emptyDraft, keptText, type Draft } from './draft.rules.ts';

// A draft is one, in however many windows it is open: what is changed, posted or emptied in one of
// them is so in the others.

const postedName = (memberId: number) => `posted:${memberId}`;
const markOf = (draft: Draft) => contentKey(draft.key, keptText(draft));

/** Leaves word for the other windows, and for a page that is come back to, which words went out. */
export const sayPosted = (memberId: number, draft: Draft): unknown =>
  setStored(postedName(memberId), markOf(draft));

function take(memberId: number, isThere: boolean): void {
  $draft.set(
    isThere
      ? draftFrom(getStoredJson(draftName(memberId)))
      : { ...emptyDraft, privacy: $draft.get().privacy },
  );
  const { photos, video } = $draft.get();
  if (photos.length > 0 || video)
    void import('./files.store.ts').then(({ showFiles }) => showFiles(memberId));
}

/** Now, or when somebody looks at this window again: a notice stays for a few seconds only. */
function whenSeen(say: () => void): void {
  if (!document.hidden) return say();
  document.addEventListener('visibilitychange', say, { once: true });
}

/** Answers how to stop. */
export function followOtherWindows(memberId: number): () => void {
  const [name, posted] = [draftName(memberId), postedName(memberId)];
  const isPosted = (mark: string) =>
    mark !== '' && $draft.get().key !== '' && mark === markOf($draft.get());
  const empty = () => {
    take(memberId, false);
    whenSeen(() => toast.info('This draft was posted from another window.'));
  };
  const stop = onStorageChange((changed, text, before) => {
    if (changed === posted && isPosted(text)) empty();
    // What this window holds and the other one never saw stays here.
    else if (changed === name && before === keptText($draft.get())) take(memberId, text !== '');
  });
  // Kept by the browser behind another page, it heard nothing.
  const comeBack = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    const kept = getStored(name) ?? '';
    if (isPosted(getStored(posted) ?? '')) empty();
    else if (kept && kept !== keptText($draft.get())) take(memberId, true);
  };
  addEventListener('pageshow', comeBack);
  return () => {
    stop();
    removeEventListener('pageshow', comeBack);
  };
}
