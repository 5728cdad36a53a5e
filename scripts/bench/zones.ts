import { listOccurrences } from '#lib/occurrences.ts';
import { parseRule } from '#lib/recurrence-rule.ts';
import { isInGap, toInstant, toWallTime } from '#lib/wall-time.ts';
import { postgresAt } from '#server/postgres-at.ts';

/** Rules that calendars get wrong: the start, and the rule. */
export const rules: Array<[start: string, rule: string]> = [
  ['2027-03-07T02:30:00', 'FREQ=WEEKLY;BYDAY=SU'],
  ['2027-01-31T18:00:00', 'FREQ=MONTHLY;BYDAY=-1SU'],
  ['2027-01-31T09:00:00', 'FREQ=MONTHLY;BYMONTHDAY=31'],
  ['2028-02-29T10:00:00', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29'],
  ['2027-01-01T00:00:00', 'FREQ=DAILY'],
  ['2027-01-01T23:30:00', 'FREQ=DAILY;INTERVAL=3'],
  ['2027-01-04T19:00:00', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH,SA'],
  ['2027-01-29T12:00:00', 'FREQ=MONTHLY;BYDAY=5FR'],
  ['2027-01-31T12:00:00', 'FREQ=MONTHLY;BYMONTHDAY=-1'],
  ['2027-01-12T12:00:00', 'FREQ=MONTHLY;INTERVAL=5;BYDAY=2TU'],
  ['2027-05-30T12:00:00', 'FREQ=YEARLY;BYMONTH=5;BYDAY=-1SU'],
  ['2027-10-31T02:15:00', 'FREQ=WEEKLY;COUNT=500'],
];

const later = (wall: string, duration: Temporal.DurationLike): string =>
  Temporal.PlainDateTime.from(wall).add(duration).toString({ smallestUnit: 'second' });

/** The wall times of a rule in ten years, a month after the other, since one call gives a hundred. */
export function tenYearsOf([start, text]: (typeof rules)[number]): string[] {
  const rule = parseRule(text, start)!;
  return Array.from({ length: 120 }, (_, month) =>
    listOccurrences(rule, start, {
      from: later(start, { months: month }),
      to: later(start, { months: month + 1 }),
    }),
  ).flat();
}

/** The instants of wall times as another library has them, in milliseconds. */
type Converter = (walls: string[], zone: string) => Promise<number[]>;

export interface ZoneFindings {
  compared: number;
  /** Times that come twice: the first here, the second in PostgreSQL. */
  overlaps: number;
  /** Times that clocks never show, which `Intl` reads back as later. */
  gaps: number;
  /** By zone: wall times whose instants differ for another reason, which is the data of zones. */
  others: Record<string, string[]>;
  /** By zone: wall times outside of gaps that `Intl` does not read back. */
  misread: Record<string, string[]>;
}

/** Compares the instants of all rows with those of PostgreSQL, and reads each back by `Intl`. */
export async function compareZones(zones: string[], convert: Converter): Promise<ZoneFindings> {
  const walls = [...new Set(rules.flatMap(tenYearsOf))];
  const findings: ZoneFindings = { compared: 0, overlaps: 0, gaps: 0, others: {}, misread: {} };
  for (const zone of zones) {
    const format = new Intl.DateTimeFormat('sv', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    const converted = await convert(walls, zone);
    for (const [index, wall] of walls.entries()) {
      const instant = toInstant(wall, zone);
      findings.compared += 1;
      if (format.format(instant).replace(' ', 'T') !== wall) {
        if (isInGap(wall, zone)) findings.gaps += 1;
        else (findings.misread[zone] ??= []).push(wall);
      }
      const other = converted[index]!;
      if (other === instant.getTime()) continue;
      const isOverlap =
        other > instant.getTime() &&
        [instant, new Date(other)].every((one) => toWallTime(one, zone) === wall);
      if (isOverlap) findings.overlaps += 1;
      else (findings.others[zone] ??= []).push(wall);
    }
  }
  return findings;
}

/** All zones of this Node, for `npm run bench -- --zones`. */
export async function measureZones(url: string): Promise<string> {
  const sql = postgresAt(url, { max: 1 });
  try {
    const known = new Set(
      (await sql<Array<{ name: string }>>`select name from pg_timezone_names`).map(
        ({ name }) => name,
      ),
    );
    const zones = Intl.supportedValuesOf('timeZone');
    const found = await compareZones(
      zones.filter((zone) => known.has(zone)),
      async (walls, zone) =>
        (
          await sql<Array<{ at: number }>>`
            select (extract(epoch from wall::timestamp at time zone ${zone}) * 1000)::float8 as at
            from unnest(${walls}::text[]) with ordinality as t (wall, position)
            order by position`
        ).map(({ at }) => at),
    );
    const listed = (differences: Record<string, string[]>) =>
      Object.entries(differences).map(
        ([zone, all]) => `  ${zone}: ${all.length}, from ${all.toSorted()[0]}`,
      );
    return [
      `${zones.length} zones, ${found.compared} instants compared with PostgreSQL.`,
      `${found.overlaps} come twice: the first here, the second there. ${found.gaps} are in a gap.`,
      `Zones that PostgreSQL does not have: ${zones.filter((zone) => !known.has(zone)).join(', ') || 'none'}`,
      'Other differences, of the data of zones:',
      ...listed(found.others),
      'Not read back by Intl, outside of gaps:',
      ...listed(found.misread),
      '',
    ].join('\n');
  } finally {
    await sql.end();
  }
}
