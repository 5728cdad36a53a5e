import { useEffect, useState } from 'react';
import { fullDate, parseWire, plainDate, relativeTime, untilNextChange } from '#lib/dates.ts';

export interface RelativeTimeProps {
  /** Wire time, UTC. */
  at: string;
  /**
   * The server's time as wire time. Without it the plain date is shown, for pages in a shared
   * cache.
   */
  now?: string;
  timeZone?: string;
}

/** '5 minutes ago', as rendered by the server; in an island it then updates. */
export function RelativeTime({ at, now, timeZone = 'UTC' }: RelativeTimeProps) {
  const date = parseWire(at);
  const [later, setLater] = useState<Date>();
  const isRelative = now !== undefined;

  useEffect(() => {
    const since = parseWire(at);
    if (!since || !isRelative) return;
    const timer = setTimeout(() => setLater(new Date()), later ? untilNextChange(since, later) : 0);
    return () => clearTimeout(timer);
  }, [at, isRelative, later]);

  if (!date) return <time>{at}</time>;
  const served = now ? parseWire(now) : null;
  return (
    <time dateTime={date.toISOString()} title={fullDate(date, timeZone)}>
      {served ? relativeTime(date, later ?? served) : plainDate(date, timeZone)}
    </time>
  );
}
