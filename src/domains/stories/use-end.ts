import { useEffect, useRef, useState } from 'react';
import { parseWire } from '#lib/dates.ts';

/**
 * The server's clock: what it said at that time of the page (`performance.now()`), gone on since.
 * Milliseconds since 1970.
 */
export function clockFrom(now: string, at: number): () => number {
  const start = parseWire(now)!.getTime() - at;
  return () => start + performance.now();
}

/**
 * Wire times have no fractions; and a clock that runs ahead must not ask again and again for what
 * is still there.
 */
const margin = 1_000;
const soonest = 5_000;

/** Calls back once a moment has passed; undefined has none. */
export function useEnd(end: number | undefined, clock: () => number, onEnd: () => void): void {
  const latest = useRef(onEnd);
  useEffect(() => {
    latest.current = onEnd;
  });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (end === undefined) return;
    const timer = setTimeout(
      () => {
        latest.current();
        setTries(tries + 1);
      },
      Math.max(tries ? soonest : 0, end + margin - clock()),
    );
    return () => clearTimeout(timer);
  }, [end, tries]);
}
