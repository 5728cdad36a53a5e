import { useEffect, useState } from 'react';
import { fullDate, parseWire, plainDate, relativeTime, untilNextChange } from '#lib/dates.ts';

export interface RelativeTimeProps {
  /** Wire time, UTC. */
  at: string;
  /**
   * The server's moment as wire time. Without one the plain date is shown: what a page kept in a
   * cache must say.
   */
  now?: string;
  timeZone?: string;
}

/** '5 minutes ago', as the server said it; in an island it then grows older in place. */
export function RelativeTime({ at, now, timeZone = 'UTC' }: RelativeTimeProps) {
  const moment = parseWire(at);
  const [later, setLater] = useState<Date>();
  const isRelative = now !== undefined;

  useEffect(() => {
    if (!moment || !isRelative) return;
    const timer = setTimeout(
      () => setLater(new Date()),
      later ? untilNextChange(moment, later) : 0,
    );
    return () => clearTimeout(timer);
  }, [at, isRelative, later]);

  if (!moment) return <time>{at}</time>;
  const served = now ? parseWire(now) : null;
  return (
    <time dateTime={moment.toISOString()} title={fullDate(moment, timeZone)}>
      {served ? relativeTime(moment, later ?? served) : plainDate(moment, timeZone)}
    </time>
  );
}
