import { keep, readKeptJson } from '#lib/kept.ts';
import type { FeedPages } from './feed.rules.ts';

/** A feed as it was left: what had been loaded, and where in it the reader was. */
export interface FeedPlace {
  pages: FeedPages;
  top: number;
  /** Heights of the posts, so that what lies above keeps its place. */
  measurements: { key: string | number | bigint; index: number; start: number; size: number; end: number; lane: number }[];
}

const nameOf = (path: string) => `feed ${path}`;

export const keepPlace = (path: string, place: FeedPlace): boolean => keep(nameOf(path), JSON.stringify(place), 'tab');
export const forgetPlace = (path: string): boolean => keep(nameOf(path), '', 'tab');

/** Only for who comes back: a new visit begins at the top. */
export function placeToReturnTo(path: string): FeedPlace | null {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type === 'back_forward' ? readKeptJson<FeedPlace>(nameOf(path), 'tab') : null;
}
