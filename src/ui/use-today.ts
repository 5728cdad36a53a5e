import { useEffect, useState } from 'react';
import { parseWire, plainDate, toWire } from '#lib/dates.ts';

const interval = 15_000;

/**
 * The server's current time: its time when it rendered the page plus the time elapsed since. Only
 * the progress of the device's clock counts.
 */
const serverTimeNow = (served: string) =>
  toWire(new Date(parseWire(served)!.getTime() + Date.now() - performance.timeOrigin));

/**
 * The server's time, updated when a new day begins while the screen is open, so that 'Today'
 * becomes 'Yesterday'.
 * @param served with the page, not with a later response
 */
export function useToday(served: string, timeZone: string): string {
  const [now, setNow] = useState(served);
  useEffect(() => {
    const toDay = (wire: string) => plainDate(parseWire(wire)!, timeZone);
    const update = () => {
      const later = serverTimeNow(served);
      setNow((before) => (toDay(later) === toDay(before) ? before : later));
    };
    // A component may mount long after the page was rendered.
    update();
    const timer = setInterval(update, interval);
    document.addEventListener('visibilitychange', update);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, [served, timeZone]);
  return now;
}
