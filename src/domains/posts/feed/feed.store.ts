import { atom, type ReadableAtom } from 'nanostores';
import { readFeedPage } from '#domains/posts/posts.calls.ts';
import { RestError } from '#lib/rest.ts';
import { toast } from '#ui/toast.ts';
import { clearFeedCache, readFeedCached } from './feed-answers.store.ts';
import { toFeedPages } from './feed.model.ts';
import { unread, withoutDuplicates, type FeedPages, type FeedStatus } from './feed.rules.ts';
import type { FeedInput, FeedPage } from './feed.schema.ts';
import { maxJoins } from './joins.rules.ts';

const pageSize = 20;

export interface Feed {
  $pages: ReadableAtom<FeedPages>;
  $status: ReadableAtom<FeedStatus>;
  /** Number of posts by others that are newer than all that were read. */
  $newer: ReadableAtom<number>;
  /** Reads the next page if there is one, one at a time; also the retry after a failure. */
  loadMore(): Promise<void>;
  /** Clears the list and reads another selection from the start. */
  ask(query: FeedInput): Promise<void>;
  /** Restores pages that were read before. */
  restore(pages: FeedPages, query?: FeedInput): void;
  /** Counts newer posts except `ownIds`, the member's own ones that are already shown. */
  checkNewer(ownIds: number[]): Promise<void>;
  /** Adds newer posts at the top; returns whether it succeeded. */
  showNewer(): Promise<boolean>;
}

/** Created by the island of each feed, so that the server shares none between visitors. */
export function createFeed(served: FeedPages, servedQuery: FeedInput = {}): Feed {
  const $pages = atom(served);
  const $status = atom<FeedStatus>('idle');
  const $newer = atom(0);
  let query = servedQuery;
  // Discards answers to a query that has been replaced.
  let version = 0;

  function begin(pages: FeedPages, next: FeedInput) {
    version += 1;
    query = next;
    $newer.set(0);
    $status.set('idle');
    $pages.set(pages);
  }

  async function loadMore() {
    if (!$pages.get().hasMore || $status.get() === 'loading') return;
    const started = version;
    $status.set('loading');
    try {
      // A page of duplicates only would look like the end of the feed.
      for (
        const count = $pages.get().items.length;
        $pages.get().hasMore && $pages.get().items.length === count;
      ) {
        const { items, joins, maxid, minid } = $pages.get();
        const next = await readFeedCached({ ...query, maxid, limit: pageSize });
        if (started !== version) return;
        $pages.set({
          ...next,
          minid: minid || next.minid,
          items: withoutDuplicates([...items, ...next.items]),
          joins: withoutDuplicates([...joins, ...next.joins]),
        });
      }
      $status.set('idle');
    } catch (error) {
      if (started === version)
        $status.set(error instanceof RestError && error.code === 'offline' ? 'offline' : 'failed');
    }
  }

  function ask(next: FeedInput) {
    begin(unread, next);
    return loadMore();
  }

  async function checkNewer(ownIds: number[]) {
    const started = version;
    const { minid } = $pages.get();
    // A background check: failures are not shown.
    const count = await readFeedPage({ ...query, minid, feed_count_only: 1 }).catch(() => null);
    if (started !== version || typeof count !== 'number' || minid !== $pages.get().minid) return;
    $newer.set(Math.max(0, count - ownIds.filter((id) => id >= minid).length));
  }

  async function showNewer() {
    const started = version;
    const { minid } = $pages.get();
    clearFeedCache();
    try {
      const answer = await readFeedPage({ ...query, minid, limit: pageSize });
      const newer = toFeedPages(answer as FeedPage);
      if (started !== version) return false;
      $newer.set(0);
      const { items, joins, ...rest } = $pages.get();
      // A full page: there may be a gap before the posts that are shown, so start again.
      if (newer.items.length >= pageSize || newer.joins.length >= maxJoins) begin(newer, query);
      else
        $pages.set({
          ...rest,
          minid: newer.minid || minid,
          items: withoutDuplicates([...newer.items, ...items]),
          joins: withoutDuplicates([...newer.joins, ...joins]),
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

/** The slider is open. Its buttons stand in the rail and, on narrow screens, over the feed. */
export const $isDateFilterOpen = atom(false);

export const toggleDateFilter = (): void => $isDateFilterOpen.set(!$isDateFilterOpen.get());
