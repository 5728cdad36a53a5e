import { atom, type ReadableAtom } from 'nanostores';
import { pagesOf, withoutDuplicates, type FeedPages } from './feed.rules.ts';
import { readFeedPage } from './posts.calls.ts';
import type { FeedInput, FeedPage } from './feed.schema.ts';

export type FeedStatus = 'idle' | 'loading' | 'failed';

export interface Feed {
  $pages: ReadableAtom<FeedPages>;
  $status: ReadableAtom<FeedStatus>;
  /** The next page, once at a time and only while there is one; after a failure this tries again. */
  loadMore(): Promise<void>;
  /** Back to how it was left. */
  restore(pages: FeedPages): void;
}

const sameAnswer = 60_000;
const remembered = new Map<string, { at: number; page: Promise<FeedPage> }>();

/** The same question within 60 seconds gets the same answer. */
function readOnce(query: FeedInput): Promise<FeedPage> {
  const key = JSON.stringify(query);
  const known = remembered.get(key);
  if (known && Date.now() - known.at < sameAnswer) return known.page;
  const page = readFeedPage(query) as Promise<FeedPage>;
  remembered.set(key, { at: Date.now(), page });
  page.catch(() => remembered.delete(key));
  return page;
}

/** After a change of the member's own: the next question is asked anew. */
export const forgetAnswers = (): void => remembered.clear();

/** One for each feed on a screen; made by its island, so the server shares none between visitors. */
export function createFeed(served: FeedPages, query: FeedInput = {}): Feed {
  const $pages = atom(served);
  const $status = atom<FeedStatus>('idle');

  async function loadMore() {
    if (!$pages.get().hasMore || $status.get() === 'loading') return;
    $status.set('loading');
    try {
      // A page of nothing but known posts would leave the reader at an end that is none.
      for (const known = $pages.get().items.length; $pages.get().hasMore && $pages.get().items.length === known; ) {
        const { items, maxid } = $pages.get();
        const next = pagesOf(await readOnce({ ...query, maxid, limit: 20 }));
        $pages.set({ ...next, items: withoutDuplicates([...items, ...next.items]) });
      }
      $status.set('idle');
    } catch {
      $status.set('failed');
    }
  }

  return { $pages, $status, loadMore, restore: (pages) => $pages.set(pages) };
}
