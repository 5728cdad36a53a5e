import ICAL from 'ical.js';
import { convertIcsCalendar } from 'ts-ics';
import { describe, expect, test } from 'vitest';
import { writeCalendar, type CalendarEvent } from '#lib/icalendar.ts';

const event: CalendarEvent = {
  uid: 'event-7@example.org',
  modifiedAt: new Date('2027-01-02T03:04:05Z'),
  sequence: 2,
  title: 'Repair café',
  description: '',
  location: '',
  url: 'https://example.org/events/event/7',
  status: 'CONFIRMED',
  time: { start: new Date('2027-03-01T18:00:00Z'), end: new Date('2027-03-01T20:00:00Z') },
};

const readByIcal = (text: string) =>
  new ICAL.Component(ICAL.parse(text) as never)
    .getAllSubcomponents('vevent')
    .map((one) => new ICAL.Event(one));

const hostile = [
  'Tea; cake, and \\ more',
  'Line one\nLine two\r\nEND:VEVENT\r\nBEGIN:VALARM',
  '🧁'.repeat(60),
  'שלום — a long line, '.repeat(20).trim(),
];

describe('a calendar', () => {
  test.each(hostile)('gives back the title that it was given: %s', (title) => {
    const text = writeCalendar([{ ...event, title, description: title, location: title }]);
    const [read] = readByIcal(text);
    const expected = title.replaceAll('\r\n', '\n');
    expect([read!.summary, read!.description, read!.location]).toEqual([
      expected,
      expected,
      expected,
    ]);
    expect(text.match(/^(BEGIN|END):/gm)).toHaveLength(4);
  });

  test('has lines of 75 octets at most, which end with CR LF', () => {
    const text = writeCalendar(
      [{ ...event, title: hostile[2]!, description: hostile[3]! }],
      'Town',
    );
    const lines = text.split('\r\n');
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    expect(lines.join('')).not.toMatch(/[\r\n]/);
  });

  test('has the times in UTC', () => {
    const text = writeCalendar([event]);
    const [read] = readByIcal(text);
    expect(convertIcsCalendar(undefined, text).events).toMatchObject([
      { summary: 'Repair café', start: { date: new Date('2027-03-01T18:00:00Z') } },
    ]);
    expect(read!.startDate.toJSDate()).toEqual(new Date('2027-03-01T18:00:00Z'));
    expect(read!.endDate.toJSDate()).toEqual(new Date('2027-03-01T20:00:00Z'));
    expect(read!.sequence).toBe(2);
  });

  test('has days without a time, the last of them included', () => {
    const time = { firstDay: '2027-12-30', lastDay: '2027-12-31' };
    const text = writeCalendar([{ ...event, time, status: 'CANCELLED' }]);
    expect(text).toContain('DTSTART;VALUE=DATE:20271230\r\nDTEND;VALUE=DATE:20280101\r\n');
    const { events } = convertIcsCalendar(undefined, text);
    expect(events![0]).toMatchObject({ status: 'CANCELLED', start: { type: 'DATE' } });
  });
});
