import { useEffect, useState } from 'react';
import { parseWire, plainDate, toWire } from '#lib/dates.ts';

const pause = 15_000;

/** The server's moment, moved on when a new day has begun while the screen was open: what was said today is then yesterday's. */
export function useToday(served: string, timeZone: string): string {
  const [now, setNow] = useState(served);
  useEffect(() => {
    // Of the device's clock only how far it has moved counts.
    const opened = Date.now();
    const dayOf = (wire: string) => plainDate(parseWire(wire)!, timeZone);
    const look = () => {
      const later = toWire(new Date(parseWire(served)!.getTime() + Date.now() - opened));
      setNow((before) => (dayOf(later) === dayOf(before) ? before : later));
    };
    const timer = setInterval(look, pause);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [served, timeZone]);
  return now;
}
