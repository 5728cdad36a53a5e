import { useEffect, useState } from 'react';
import { parseWire, plainDate, toWire } from '#lib/dates.ts';

const pause = 15_000;

/**
 * The server's moment: what it said when it made the page, and how long ago that is. Of the
 * device's clock only how far it has moved counts.
 */
const momentNow = (served: string) =>
  toWire(new Date(parseWire(served)!.getTime() + Date.now() - performance.timeOrigin));

/**
 * The server's moment, moved on when a new day has begun while the screen was open: what was said
 * today is then yesterday's.
 * @param served with the page, not with something that came later
 */
export function useToday(served: string, timeZone: string): string {
  const [now, setNow] = useState(served);
  useEffect(() => {
    const dayOf = (wire: string) => plainDate(parseWire(wire)!, timeZone);
    const look = () => {
      const later = momentNow(served);
      setNow((before) => (dayOf(later) === dayOf(before) ? before : later));
    };
    // A part may be opened, or wake up, long after the page was made.
    look();
    const timer = setInterval(look, pause);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [served, timeZone]);
  return now;
}
