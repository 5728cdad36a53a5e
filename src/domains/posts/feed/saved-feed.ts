import { getStoredJson, setStored } from '#lib/browser-storage.ts';
import type { FeedPages } from './feed.rules.ts';

/** A feed as it was left: its loaded pages and scroll position. */
export interface SavedFeed {
  pages: FeedPages;
  top: number;
  margin: number;
  /** Heights of the posts, so that the scroll position fits. */
  measurements: {
    key: string | number | bigint;
    index: number;
    start: number;
    size: number;
    end: number;
    lane: number;
  }[];
}

// A thousand posts take some megabytes, about the quota of a tab: the oldest feeds are dropped.
const listName = 'feed places';
const maxSaved = 4;
const nameOf = (address: string) => `feed posts ${address}`;

/** `address` is path and query. */
export function saveFeed(address: string, saved: SavedFeed): boolean {
  const others = (getStoredJson<string[]>(listName, 'tab') ?? []).filter((one) => one !== address);
  while (others.length >= maxSaved) drop(others.shift()!);
  const text = JSON.stringify(saved);
  while (!setStored(nameOf(address), text, 'tab')) {
    if (!others.length) {
      drop(address);
      setStored(listName, '', 'tab');
      return false;
    }
    drop(others.shift()!);
  }
  return setStored(listName, JSON.stringify([...others, address]), 'tab');
}

const drop = (address: string) => setStored(nameOf(address), '', 'tab');

export const forgetFeed = drop;

export const readSavedFeed = (address: string): SavedFeed | null =>
  getStoredJson<SavedFeed>(nameOf(address), 'tab');

/** Only after Back: a new visit starts at the top. */
export function feedToRestore(address: string): SavedFeed | null {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type === 'back_forward' ? readSavedFeed(address) : null;
}
