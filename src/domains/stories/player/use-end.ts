import { useEffect, useEffectEvent, useState } from 'react';
import { parseWire } from '#lib/dates.ts';

/**
 * Clock of the server in milliseconds since 1970.
 * @param at `performance.now()` when the server's time was `now`
 */
export function clockFrom(now: string, at: number): () => number {
  const start = parseWire(now)!.getTime() - at;
  return () => start + performance.now();
}

/**
 * Wire times have no fractions; and a fast clock must not request stories again and again that have
 * not ended.
 */
const margin = 1_000;
const retryDelay = 5_000;

/** Calls back after the given time; never if undefined. */
export function useEnd(end: number | undefined, clock: () => number, onEnd: () => void): void {
  const finish = useEffectEvent(onEnd);
  const clockNow = useEffectEvent(clock);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (end === undefined) return;
    const timer = setTimeout(
      () => {
        finish();
        setTries(tries + 1);
      },
      Math.max(tries ? retryDelay : 0, end + margin - clockNow()),
    );
    return () => clearTimeout(timer);
  }, [end, tries]);
}
