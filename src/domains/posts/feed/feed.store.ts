import { atom, type ReadableAtom } from 'nanostores';
import type { FeedInput, FeedPage } from '#domains/posts/feed.schema.ts';
import { readFeedPage } from '#domains/posts/posts.calls.ts';
import { RestError } from '#lib/rest.ts';
import { toast } from '#ui/toast.ts';
import { forgetAnswers, readOnce } from './feed-answers.store.ts';
import {
  pagesOf,
  unread,
  withoutDuplicates,
  type FeedPages,
  type FeedStatus,
} from './feed.rules.ts';

const pageSize = 20;

export interface Feed {
  $pages: ReadableAtom<FeedPages>;
  $status: ReadableAtom<FeedStatus>;
  /** How many posts of others are newer than all that were read. */
  $newer: ReadableAtom<number>;
  /**
   * The next page, once at a time and only while there is one; after a failure this tries again.
   */
  loadMore(): Promise<void>;
  /** Another question: clears the list and reads from the start. */
  ask(query: FeedInput): Promise<void>;
  /** Back to how it was left. */
  restore(pages: FeedPages, query?: FeedInput): void;
  /**
   * Looks for newer posts. `known` are the ids of posts that are shown without having been read:
   * the member's own.
   */
  checkNewer(known: number[]): Promise<void>;
  /** Puts newer posts at the head; tells whether they came. */
  showNewer(): Promise<boolean>;
}

/**
 * One for each feed on a screen; made by its island, so the server shares none between visitors.
 */
export function createFeed(served: FeedPages, asked: FeedInput = {}): Feed {
  const $pages = atom(served);
  const $status = atom<FeedStatus>('idle');
  const $newer = atom(0);
  let query = asked;
  // An answer to what is no longer asked comes to nothing.
  let turn = 0;

  function begin(pages: FeedPages, next: FeedInput) {
    turn += 1;
    query = next;
    $newer.set(0);
    $status.set('idle');
    $pages.set(pages);
  }

  async function loadMore() {
    if (!$pages.get().hasMore || $status.get() === 'loading') return;
    const mine = turn;
    $status.set('loading');
    try {
      // A page of nothing but known posts would leave the reader at an end that is none.
      for (
        const known = $pages.get().items.length;
        $pages.get().hasMore && $pages.get().items.length === known;
      ) {
        const { items, maxid, minid } = $pages.get();
        const next = pagesOf(await readOnce({ ...query, maxid, limit: pageSize }));
        if (mine !== turn) return;
        $pages.set({
          ...next,
          minid: minid || next.minid,
          items: withoutDuplicates([...items, ...next.items]),
        });
      }
      $status.set('idle');
    } catch (error) {
      if (mine === turn)
        $status.set(error instanceof RestError && error.code === 'offline' ? 'offline' : 'failed');
    }
  }

  function ask(next: FeedInput) {
    begin(unread, next);
    return loadMore();
  }

  async function checkNewer(known: number[]) {
    const mine = turn;
    const { minid } = $pages.get();
    // Nobody asked for this: without an answer, it was no time to ask.
    const count = await readFeedPage({ ...query, minid, feed_count_only: 1 }).catch(() => null);
    if (mine !== turn || typeof count !== 'number' || minid !== $pages.get().minid) return;
    $newer.set(Math.max(0, count - known.filter((id) => id >= minid).length));
  }

  async function showNewer() {
    const mine = turn;
    const { minid } = $pages.get();
    forgetAnswers();
    try {
      const newer = pagesOf((await readFeedPage({ ...query, minid, limit: pageSize })) as FeedPage);
      if (mine !== turn) return false;
      $newer.set(0);
      const { items, ...rest } = $pages.get();
      // More than a page of them: between those and the known ones some would be missing.
      if (newer.items.length >= pageSize) begin(newer, query);
      else
        $pages.set({
          ...rest,
          minid: newer.minid || minid,
          items: withoutDuplicates([...newer.items, ...items]),
        });
      return true;
    } catch {
      toast.error('Unable to load new posts right now.');
      return false;
    }
  }

  return {
    $pages,
    $status,
    $newer,
    loadMore,
    ask,
    restore: (pages, next = query) => begin(pages, next),
    checkNewer,
    showNewer,
  };
}
