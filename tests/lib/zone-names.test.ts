import { describe, expect, test } from 'vitest';
import { zoneText } from '#lib/time-range.ts';
import { findZone, listZoneNames } from '#lib/zone-names.ts';

describe('a zone', () => {
  test.each([
    ['europe/berlin', 'Europe/Berlin'],
    ['UTC', 'UTC'],
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['America/New York', 'America/New_York'],
    [' new york', 'America/New_York'],
    ['kyiv', 'Europe/Kyiv'],
  ])('is found by %j', (text, zone) => expect(findZone(text)).toBe(zone));

  test.each(['', 'Mars/Olympus', '+02:00', '../etc/passwd', 'x'.repeat(300)])(
    '%s is none',
    (name) => expect(findZone(name)).toBeNull(),
  );

  test('that is stored by its old name is shown by the one of today', () => {
    const range = {
      startsAt: '2027-05-01T10:00:00Z',
      endsAt: '2027-05-01T11:00:00Z',
      isAllDay: false,
    };
    expect(zoneText({ ...range, timezone: 'Asia/Calcutta' })).toBe('Kolkata, GMT+5:30');
  });
});

test('every listed zone is known by that name, and none twice', () => {
  const names = listZoneNames();
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(findZone(name)).toBe(name);
});
