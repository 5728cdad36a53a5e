// The clock on the wall of a time zone. A wall time is text as date and time fields have it:
// `2026-11-21T18:05`.

type Parts = Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>;

const formats = new Map<string, Intl.DateTimeFormat>();
function partsOf(moment: Date, timeZone: string): Parts {
  let format = formats.get(timeZone);
  if (!format) {
    const two = '2-digit' as const;
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: two,
      day: two,
      hour: two,
      minute: two,
      second: two,
    });
    formats.set(timeZone, format);
  }
  return Object.fromEntries(
    format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
  ) as Parts;
}

const pad = (amount: number, length = 2) => String(amount).padStart(length, '0');

/** How far that zone is ahead of UTC at that moment, in minutes. */
function offsetAt(moment: Date, timeZone: string): number {
  const { year, month, day, hour, minute, second } = partsOf(moment, timeZone);
  return Math.round(
    (Date.UTC(year, month - 1, day, hour, minute, second) -
      Math.floor(moment.getTime() / 1000) * 1000) /
      60_000,
  );
}

/** What the clock there shows. */
export function toWall(moment: Date, timeZone: string): string {
  const { year, month, day, hour, minute } = partsOf(moment, timeZone);
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}T${pad(hour)}:${pad(minute)}`;
}

/**
 * When the clock there shows it, or null for a time that it skips. Of a time that it shows twice,
 * the first.
 */
export function fromWall(wall: string, timeZone: string): Date | null {
  const asUtc = Date.parse(`${wall}:00Z`);
  if (Number.isNaN(asUtc)) return null;
  const around = [-1, 1].map((days) => offsetAt(new Date(asUtc + days * 86_400_000), timeZone));
  const moments = around
    .map((offset) => new Date(asUtc - offset * 60_000))
    .filter((moment) => toWall(moment, timeZone) === wall);
  return moments.sort((a, b) => a.getTime() - b.getTime())[0] ?? null;
}

/** `MM/DD/YYYY HH:MM:SS +02:00`: a moment as the wire names the time of a post for later. */
export function toSchedule(moment: Date, timeZone: string): string {
  const { year, month, day, hour, minute, second } = partsOf(moment, timeZone);
  const offset = offsetAt(moment, timeZone);
  const size = Math.abs(offset);
  return `${pad(month)}/${pad(day)}/${pad(year, 4)} ${pad(hour)}:${pad(minute)}:${pad(second)} ${offset < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}

const written = /^(\d{2})\/(\d{2})\/(\d{4}) (\d{2}):(\d{2}):(\d{2}) ?(?:Z|([+-])(\d{2}):?(\d{2}))$/;

/** The moment of such a text, or null when it names none. */
export function parseSchedule(text: string): Date | null {
  const match = written.exec(text);
  if (!match) return null;
  const [month, day, year, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const [hours, minutes] = [Number(match[8] ?? 0), Number(match[9] ?? 0)];
  const local = Date.UTC(year, month - 1, day, hour, minute, second);
  // Date.UTC rolls 31 February over into March.
  const isReal = new Date(local)
    .toISOString()
    .startsWith(`${match[3]}-${match[1]}-${match[2]}T${match[4]}:${match[5]}:${match[6]}`);
  if (!isReal || hours > 14 || minutes > 59) return null;
  return new Date(local - (match[7] === '-' ? -1 : 1) * (hours * 60 + minutes) * 60_000);
}

/** The next wall time that is a multiple of `step` minutes and lies after `moment`. */
export function nextStep(moment: Date, timeZone: string, step: number): string {
  const length = step * 60_000;
  return toWall(new Date((Math.floor(moment.getTime() / length) + 1) * length), timeZone);
}
