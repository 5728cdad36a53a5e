// Wall times of time zones, as text in the format of date and time fields: `2026-11-21T18:05`.

type Parts = Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>;

const formats = new Map<string, Intl.DateTimeFormat>();
function toParts(date: Date, timeZone: string): Parts {
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
    format.formatToParts(date).map(({ type, value }) => [type, Number(value)]),
  ) as Parts;
}

const pad = (amount: number, length = 2) => String(amount).padStart(length, '0');

/** UTC offset of the zone at that time, in minutes. */
function offsetAt(date: Date, timeZone: string): number {
  const { year, month, day, hour, minute, second } = toParts(date, timeZone);
  return Math.round(
    (Date.UTC(year, month - 1, day, hour, minute, second) -
      Math.floor(date.getTime() / 1000) * 1000) /
      60_000,
  );
}

/** The wall time in that zone. */
export function toWall(date: Date, timeZone: string): string {
  const { year, month, day, hour, minute } = toParts(date, timeZone);
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}T${pad(hour)}:${pad(minute)}`;
}

/**
 * The time at which clocks in that zone show `wall`; null for a wall time that they skip, the first
 * of one that they show twice.
 */
export function fromWall(wall: string, timeZone: string): Date | null {
  const asUtc = Date.parse(`${wall}:00Z`);
  if (Number.isNaN(asUtc)) return null;
  const around = [-1, 1].map((days) => offsetAt(new Date(asUtc + days * 86_400_000), timeZone));
  const candidates = around
    .map((offset) => new Date(asUtc - offset * 60_000))
    .filter((date) => toWall(date, timeZone) === wall);
  return candidates.sort((a, b) => a.getTime() - b.getTime())[0] ?? null;
}

/** `MM/DD/YYYY HH:MM:SS +02:00`: the wire format of a scheduled post's time. */
export function toSchedule(date: Date, timeZone: string): string {
  const { year, month, day, hour, minute, second } = toParts(date, timeZone);
  const offset = offsetAt(date, timeZone);
  const size = Math.abs(offset);
  const zone = `${offset < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
  const time = `${pad(hour)}:${pad(minute)}:${pad(second)}`;
  return `${pad(month)}/${pad(day)}/${pad(year, 4)} ${time} ${zone}`;
}

const schedulePattern =
  /^(\d{2})\/(\d{2})\/(\d{4}) (\d{2}):(\d{2}):(\d{2}) ?(?:Z|([+-])(\d{2}):?(\d{2}))$/;

/** Parses such a text; null if it is invalid. */
export function parseSchedule(text: string): Date | null {
  const match = schedulePattern.exec(text);
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

/** The next wall time after `date` that is a multiple of `step` minutes. */
export function nextStep(date: Date, timeZone: string, step: number): string {
  const length = step * 60_000;
  return toWall(new Date((Math.floor(date.getTime() / length) + 1) * length), timeZone);
}
