import { getStoredJson, setStored } from '#lib/browser-storage.ts';
import type { FeedPages } from './feed.rules.ts';

/** A feed as it was left: what had been loaded, and where in it the reader was. */
export interface FeedPlace {
  pages: FeedPages;
  top: number;
  margin: number;
  /** Heights of the posts, so that what lies above keeps its place. */
  measurements: {
    key: string | number | bigint;
    index: number;
    start: number;
    size: number;
    end: number;
    lane: number;
  }[];
}

// A thousand posts are some megabytes, and so is all that a browser keeps for a tab: the oldest
// places make room.
const listName = 'feed places';
const mostPlaces = 4;
const nameOf = (address: string) => `feed ${address}`;

/** `address` is path and query. */
export function keepPlace(address: string, place: FeedPlace): boolean {
  const others = (getStoredJson<string[]>(listName, 'tab') ?? []).filter((one) => one !== address);
  while (others.length >= mostPlaces) drop(others.shift()!);
  const text = JSON.stringify(place);
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

export const forgetPlace = drop;

export const readPlace = (address: string): FeedPlace | null =>
  getStoredJson<FeedPlace>(nameOf(address), 'tab');

/** Only for who comes back: a new visit begins at the top. */
export function placeToReturnTo(address: string): FeedPlace | null {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type === 'back_forward' ? readPlace(address) : null;
}
