import { expect, test } from 'vitest';
import { ownAddresses } from '#domains/sitepages/edit/page-website.server.ts';
import {
  openState,
  parseHours,
  schemaHours,
  shownHours,
} from '#domains/sitepages/opening-hours.rules.ts';
import { orderedApps } from '#domains/sitepages/sitepages.rules.ts';

test.each([
  ['', ''],
  ['9:00-12:30', '09:00-12:30'],
  ['9.00 – 12.30; 14:00 to 18:00', '09:00-12:30, 14:00-18:00'],
  ['20:00-02:00', '20:00-02:00'],
  ['0:00-24:00', '00:00-24:00'],
])('hours are written in one form: %s', (text, hours) => {
  expect(parseHours(text)).toBe(hours);
});

test.each([
  'soon',
  '9-12',
  '25:00-26:00',
  '9:60-10:00',
  '9:00-9:00',
  '9:00-10:00,',
  '1:00-2:00,3:00-4:00,5:00-6:00,7:00-8:00',
])('hours that cannot be read are refused: %s', (text) => {
  expect(parseHours(text)).toBeUndefined();
});

test('a page without hours shows none, one with some shows every day', () => {
  expect(shownHours([])).toEqual([]);
  const hours = ['09:00-12:30, 14:00-18:00', '', '', '', '', '', '10:00-12:00'];
  expect(shownHours(hours).slice(0, 2)).toEqual([
    { day: 'Monday', hours: '09:00–12:30, 14:00–18:00' },
    { day: 'Tuesday', hours: 'Closed' },
  ]);
  expect(schemaHours(hours)).toEqual(['Mo 09:00-12:30', 'Mo 14:00-18:00', 'Su 10:00-12:00']);
});

// The 23rd of November 2026 is a Monday.
test.each([
  ['2026-11-23 09:00', 'Open until 12:30'],
  ['2026-11-23 12:30', 'Closed now'],
  ['2026-11-23 14:05', 'Open until 18:00'],
  ['2026-11-28 23:59', 'Open until 02:00'],
  ['2026-11-29 01:59', 'Open until 02:00'],
  ['2026-11-29 02:00', 'Closed now'],
])('whether it is open follows its hours over midnight: %s', (wall, state) => {
  const hours = ['09:00-12:30, 14:00-18:00', '', '', '', '', '20:00-02:00', ''];
  expect(openState(hours, wall)).toBe(state);
  expect(openState([], wall)).toBe('');
});

test('tabs keep the order of the staff, and others come after them', () => {
  expect(orderedApps([])).toEqual(['photos', 'videos', 'reviews', 'events']);
  expect(orderedApps(['reviews', 'gone'])).toEqual(['reviews', 'photos', 'videos', 'events']);
});

test('only links with rel="me" name an address as own', () => {
  const html = `
    <link rel="me" href="https://a.example/pages/one"><a rel="nofollow ME" href=" /two ">x</a>
    <a href="https://a.example/pages/three">x</a><!-- <a rel="me" href="/four"> -->
    <script>'<a rel="me" href="/five">'</script>`;
  expect(ownAddresses(html)).toEqual(['https://a.example/pages/one', '/two']);
});
