import { afterAll, beforeAll, expect, test } from 'vitest';
import { act } from '../support/act.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { PlainPage } from '../support/plain-page.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';

let server: SharedServer;
let ada: ApiMember;
beforeAll(async () => {
  server = await borrowServer();
  ada = await memberOf(server, 'Ada');
});
afterAll(() => server.stop());

const folded = 'Repeats, who can see it, places and more';

test('an event is created, corrected and changed without script', async () => {
  const page = new PlainPage(server, ada);
  await page.open('/events/create');
  page.fill('Title', 'Choir evening');
  page.fill('Description', 'We sing.');
  page.fill('Start', '2098-06-10T19:00');
  page.fill('End', '2098-06-10T18:00');
  page.fill('Time zone', 'Asia/Tokyo');
  page.fill('Place', 'Town hall');
  await page.press(folded);
  page.fill('Places', '20');
  page.choose('Who sees posts, photos and guests', 'All members of this site');
  await page.press('Create event');
  expect(page.text).toContain('End: The end has to be after the start.');
  expect(page.href('End')).toBe(`#${page.field('End').attribs.id}`);
  expect(page.value('Title')).toBe('Choir evening');
  expect(page.value('Time zone')).toBe('Asia/Tokyo');
  await page.press(folded);
  expect(page.value('Places')).toBe('20');
  page.fill('End', '2098-06-10T21:30');
  await page.press('Create event');
  expect(page.text).toContain('Event created.');
  expect(page.text).toContain('Tue, Jun 10, 2098, 7:00 – 9:30 PM');
  expect(page.text).toContain('19 places of 20 left');
  await page.open(`${page.path}/edit`);
  expect(page.value('Start')).toBe('2098-06-10T19:00');
  page.choose('All day', 'Yes');
  await page.press('Save');
  await page.open(page.path.replace('/edit', ''));
  expect(page.texts('time')[0]).toBe('Tue, Jun 10, 2098');
});

test('a series is created without script', async () => {
  const page = new PlainPage(server, ada);
  await page.open('/events/create');
  page.fill('Title', 'Second Tuesdays');
  page.fill('Description', 'We play.');
  page.fill('Start', '2098-06-10T19:00');
  page.fill('End', '2098-06-10T20:00');
  await page.press(folded);
  page.choose('Repeats', 'Every month, on the same weekday, such as the second Tuesday');
  page.fill('Every', '2');
  page.fill('Or this many times', '3');
  page.choose('Repeats', 'Never');
  page.fill('Every', '200');
  await page.press('Create event');
  expect(page.href('Every')).toBe(`#${page.field('Every').attribs.id}`);
  page.choose('Repeats', 'Every month, on the same weekday, such as the second Tuesday');
  page.fill('Every', '2');
  await page.press('Create event');
  expect(page.text).toContain('Event created.');
  expect(page.text).toContain('Repeats Every 2 months on the second Tuesday, 3 times');
  const visitor = new PlainPage(server);
  await visitor.open(page.path);
  expect(visitor.texts('.event-next a')).toEqual(['Aug 12, 7:00 PM', 'Oct 14, 7:00 PM']);
  await visitor.press('All dates');
  await visitor.follow('Tue, Oct 14, 2098, 7:00 – 8:00 PM');
  expect(visitor.text).toContain('Second Tuesdays');
  expect(visitor.texts('.event-next a')).toEqual([]);
  for (const [month, day] of [
    ['2098-06', '10'],
    ['2098-08', '12'],
    ['2098-10', '14'],
  ] as const) {
    await page.open(`/events/month?day=${month}-${day}`);
    expect(page.status).toBe(200);
  }
});

test('the form warns of a start that clocks skip', async () => {
  const page = new PlainPage(server, ada);
  await page.open('/events/create');
  page.fill('Title', 'Night shift');
  page.fill('Description', 'We wait.');
  page.fill('Start', '2027-03-28T02:30');
  page.fill('End', '2027-03-28T05:00');
  page.fill('Time zone', 'berlin');
  await page.press('Create event');
  expect(page.text).toContain('3:30 – 5:00 AM');
  await page.open(`${page.path}/edit`);
  expect(page.value('Start')).toBe('2027-03-28T02:30');
  expect(page.description('Start')).toContain('the event is at 3:30 AM');
});

test('the form of an event in a group names the group to those alone who know it', async () => {
  const { response } = await act<{ response: { group_id: number } }>(
    server,
    ada,
    '/groups/create',
    {
      title: 'Night walkers',
      description: 'We walk.',
      category_id: 1,
      privacy: 'secret',
    },
  );
  const path = `/events/create?parent_type=group&parent_id=${response.group_id}`;
  const page = new PlainPage(server, ada);
  await page.open(path);
  expect(page.text).toContain('It will be part of Night walkers.');
  const stranger = new PlainPage(server, await memberOf(server, 'Bo'));
  await stranger.open(path);
  expect(stranger.status).toBe(404);
});
