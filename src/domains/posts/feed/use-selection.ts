import { useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { $newPosts } from '#domains/posts/posts.store.ts';
import { announce } from '#ui/toast.ts';
import type { ScrollPosition } from '#ui/WindowVirtualList.tsx';
import { toFeedInput } from './feed-input.model.ts';
import {
  homeFilters,
  selectionFrom,
  spanLabel,
  toAddress,
  type FeedSelection,
} from './feed-selection.rules.ts';
import { merged } from './feed.rules.ts';
import type { Feed } from './feed.store.ts';
import {
  feedToRestore,
  forgetFeed,
  readSavedFeed,
  saveFeed,
  type SavedFeed,
} from './saved-feed.ts';

export interface Shown {
  selection: FeedSelection;
  restored?: ScrollPosition;
  /** Key of the list; each selection has a new one. */
  key: number;
}

const here = () => location.pathname + location.search;

/** Announcement for screen readers. */
function toAnnouncement({ filter, from, to }: FeedSelection): string {
  const { label } = homeFilters.find((one) => one.filter === filter)!;
  return `Showing ${filter === 'all' ? 'all posts' : label}${from && to ? `, ${spanLabel(from, to)}` : ''}`;
}

/**
 * The selection, tied to the address: a new one starts at the top; Back, also from a post, restores
 * the list as it was left.
 */
export function useSelection(
  feed: Feed,
  served: FeedSelection,
  timeZone: string,
  now: Date,
  scrollPosition: RefObject<{ read: () => ScrollPosition } | null>,
) {
  const [shown, setShown] = useState<Shown>({ selection: served, key: 0 });
  const latest = useRef(shown);
  latest.current = shown;

  const leave = (address: string) => {
    const left = scrollPosition.current?.read();
    if (!left || !feed.$pages.get().items.length) return;
    const pages = { ...feed.$pages.get(), items: merged($newPosts.get(), feed.$pages.get().items) };
    saveFeed(address, {
      pages,
      top: left.top,
      margin: left.margin,
      measurements: Array.from(left.measurements, (one) => ({ ...one })),
    });
  };

  const show = (selection: FeedSelection, left: SavedFeed | null) => {
    setShown({ selection, key: latest.current.key + 1, ...(left ? { restored: left } : {}) });
    if (left) feed.restore(left.pages, toFeedInput(selection, timeZone));
    else void feed.ask(toFeedInput(selection, timeZone));
  };

  const restore = useEffectEvent(() => {
    const left = feedToRestore(here());
    if (left) {
      // The browser would restore the scroll position while the page is still short.
      history.scrollRestoration = 'manual';
      show(latest.current.selection, left);
    }
  });
  const leaveScreen = useEffectEvent(() => leave(here()));
  const goBack = useEffectEvent(() => {
    const before = toAddress(latest.current.selection);
    const { wall } = latest.current.selection;
    const selection = {
      ...selectionFrom(new URLSearchParams(location.search), now, timeZone),
      ...(wall ? { wall } : {}),
    };
    // Only the fragment changed, such as #create.
    if (toAddress(selection) === before) return;
    leave(before);
    show(selection, readSavedFeed(here()));
  });
  useLayoutEffect(() => {
    restore();
    addEventListener('pagehide', leaveScreen);
    addEventListener('popstate', goBack);
    return () => {
      removeEventListener('pagehide', leaveScreen);
      removeEventListener('popstate', goBack);
    };
  }, [feed]);

  useLayoutEffect(() => {
    // Chosen further down, such as by a hashtag: the list begins under its filters.
    if (shown.key && !shown.restored)
      document.querySelector('.feed-filters')?.scrollIntoView({ block: 'nearest' });
  }, [shown]);

  const choose = (changes: Partial<FeedSelection>) => {
    const selection = { ...latest.current.selection, ...changes };
    leave(here());
    forgetFeed(toAddress(selection));
    history.scrollRestoration = 'manual';
    if (toAddress(selection) !== here()) history.pushState(history.state, '', toAddress(selection));
    show(selection, null);
    announce(toAnnouncement(selection));
  };

  return { ...shown, choose };
}
