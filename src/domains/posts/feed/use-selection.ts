import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { $newPosts } from '#domains/posts/posts.store.ts';
import { announce } from '#ui/toast.ts';
import type { ScrollPosition } from '#ui/WindowVirtualList.tsx';
import {
  forgetPlace,
  keepPlace,
  placeToReturnTo,
  readPlace,
  type FeedPlace,
} from './feed-place.ts';
import {
  addressOf,
  homeFilters,
  inputOf,
  selectionFrom,
  spanLabel,
  type FeedSelection,
} from './feed-selection.rules.ts';
import { merged } from './feed.rules.ts';
import type { Feed } from './feed.store.ts';

export interface Shown {
  selection: FeedSelection;
  restored?: ScrollPosition;
  /** A list of its own for each. */
  key: number;
}

const here = () => location.pathname + location.search;

/** What is said to somebody who does not see the list change. */
function spoken({ filter, from, to }: FeedSelection): string {
  const { label } = homeFilters.find((one) => one.filter === filter)!;
  return `Showing ${filter === 'all' ? 'all posts' : label}${from && to ? `, ${spanLabel(from, to)}` : ''}`;
}

/**
 * Which posts are shown, tied to the address: a choice clears the list and begins at its top, Back
 * finds the list before as it was left, and so does who comes back from a post.
 */
export function useSelection(
  feed: Feed,
  served: FeedSelection,
  timeZone: string,
  now: Date,
  place: RefObject<{ read: () => ScrollPosition } | null>,
) {
  const [shown, setShown] = useState<Shown>({ selection: served, key: 0 });
  const latest = useRef(shown);
  latest.current = shown;

  const leave = (address: string) => {
    const left = place.current?.read();
    if (!left || !feed.$pages.get().items.length) return;
    const pages = { ...feed.$pages.get(), items: merged($newPosts.get(), feed.$pages.get().items) };
    keepPlace(address, {
      pages,
      top: left.top,
      margin: left.margin,
      measurements: Array.from(left.measurements, (one) => ({ ...one })),
    });
  };

  const show = (selection: FeedSelection, left: FeedPlace | null) => {
    setShown({ selection, key: latest.current.key + 1, ...(left ? { restored: left } : {}) });
    if (left) feed.restore(left.pages, inputOf(selection, timeZone));
    else void feed.ask(inputOf(selection, timeZone));
  };

  useLayoutEffect(() => {
    const left = placeToReturnTo(here());
    if (left) {
      // Otherwise the browser would scroll by itself, in a page that is still short.
      history.scrollRestoration = 'manual';
      show(latest.current.selection, left);
    }
    const leaveScreen = () => leave(here());
    addEventListener('pagehide', leaveScreen);
    return () => removeEventListener('pagehide', leaveScreen);
  }, [feed]);

  useEffect(() => {
    const goBack = () => {
      const before = addressOf(latest.current.selection);
      const { wall } = latest.current.selection;
      const selection = {
        ...selectionFrom(new URLSearchParams(location.search), now, timeZone),
        ...(wall ? { wall } : {}),
      };
      // Only a part of the page was named, such as #create.
      if (addressOf(selection) === before) return;
      leave(before);
      show(selection, readPlace(here()));
    };
    addEventListener('popstate', goBack);
    return () => removeEventListener('popstate', goBack);
  }, [feed]);

  const choose = (changes: Partial<FeedSelection>) => {
    const selection = { ...latest.current.selection, ...changes };
    leave(here());
    forgetPlace(addressOf(selection));
    history.scrollRestoration = 'manual';
    if (addressOf(selection) !== here()) history.pushState(null, '', addressOf(selection));
    show(selection, null);
    announce(spoken(selection));
  };

  return { ...shown, choose };
}
