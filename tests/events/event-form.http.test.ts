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
const foldedInEdit = 'Who can see it, places and more';

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
  page.choose('Who sees place, posts, photos and guests', 'All members of this site');
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
  expect(page.isChecked('All day')).toBe(false);
  page.check('All day');
  await page.press('Save');
  await page.open(page.path.replace('/edit', ''));
  expect(page.texts('time')[0]).toBe('Tue, Jun 10, 2098');
  await page.open(`${page.path}/edit`);
  expect(page.value('Start')).toBe('2098-06-10');
  expect(page.field('Start').attribs.type).toBe('date');
  page.check('All day', false);
  await page.press(foldedInEdit);
  page.check('Show it in lists and search results', false);
  await page.press('Save');
  expect(page.text).toContain('End: The end has to be after the start.');
  expect(page.isChecked('All day')).toBe(false);
  await page.press(foldedInEdit);
  expect(page.isChecked('Show it in lists and search results')).toBe(false);
  page.fill('End', '2098-06-10T21:30');
  await page.press('Save');
  expect(page.value('End')).toBe('2098-06-10T21:30');
  await page.press(foldedInEdit);
  expect(page.isChecked('Show it in lists and search results')).toBe(false);
  expect(page.isChecked('Guests can invite their friends')).toBe(true);
  expect(page.text).not.toContain('lose their answers');
});

test('a description over the limit is refused, and none of it is lost', async () => {
  const page = new PlainPage(server, ada);
  await page.open('/events/create');
  const text = 'x'.repeat(5_001);
  page.fill('Title', 'Long walk');
  page.fill('Description', text);
  page.fill('Start', '2098-06-10T19:00');
  page.fill('End', '2098-06-10T20:00');
  expect(page.field('Description').attribs).toMatchObject({ 'data-limit': '5000' });
  expect(page.field('Description').attribs).not.toHaveProperty('maxlength');
  await page.press('Create event');
  expect(page.text).toContain('Description: ');
  expect(page.value('Description')).toBe(text);
});

test('the invitation form asks for somebody when nobody is selected', async () => {
  const friend = await memberOf(server, 'Flo');
  await act(server, ada, '/user/add', { user_id: friend.id });
  await act(server, friend, '/user/confirm', { user_id: ada.id });
  const { response } = await act<{ response: { event_id: number } }>(
    server,
    ada,
    '/events/create',
    {
      title: 'Moth night',
      description: 'We count.',
      starttime: '2098-05-01 20:00:00',
      endtime: '2098-05-01 22:00:00',
    },
  );
  const page = new PlainPage(server, ada);
  await page.open(`/events/event/${response.event_id}/invite`);
  await page.press('Invite selected');
  expect(page.text).toContain('Please choose somebody.');
  expect(page.text).not.toContain('Please fill in this field.');
  page.check(`Invite ${friend.displayname}`);
  await page.press('Invite selected');
  expect(page.text).toContain('1 invitation sent.');
});

test('an invitation link of a cancelled event lets nobody join', async () => {
  const { response } = await act<{ response: { event_id: number } }>(
    server,
    ada,
    '/events/create',
    {
      title: 'Moth night',
      description: 'We count.',
      starttime: '2098-05-01 20:00:00',
      endtime: '2098-05-01 22:00:00',
    },
  );
  const { url } = await act<{ url: string }>(
    server,
    ada,
    `/events/invite-links/${response.event_id}`,
    {},
  );
  const path = new URL(url).pathname;
  const page = new PlainPage(server, await memberOf(server, 'Lou'));
  await page.open(path);
  expect(page.buttons('Join')).toHaveLength(1);
  await act(server, ada, `/events/cancel/${response.event_id}`, {});
  for (const reader of [page, new PlainPage(server)]) {
    await reader.open(path);
    expect(reader.text).toContain('is over or cancelled, so nobody can join any more');
    expect(reader.buttons('Join')).toHaveLength(0);
  }
});

test('guests of a date on another day read on its screen and in lists that they answer again', async () => {
  const bo = await memberOf(server, 'Bo');
  const { response } = await act<{ response: { event_id: number } }>(
    server,
    ada,
    '/events/create',
    {
      title: 'Owl choir',
      description: 'We hoot.',
      starttime: '2098-05-01 20:00:00',
      endtime: '2098-05-01 22:00:00',
      timezone: 'UTC',
      repeats: 'weekly',
      repeats_count: 3,
    },
  );
  const id = response.event_id;
  const path = `/events/event/${id}`;
  await act(server, bo, `/events/view/${id}`, { rsvp: 2 });
  const host = new PlainPage(server, ada);
  await host.open(`${path}/edit`);
  expect(host.text).toContain('guests of these dates lose their answers');
  host.choose('Change', 'This and all following dates');
  host.fill('Start', '2098-05-02T20:00');
  host.fill('End', '2098-05-02T22:00');
  await host.press('Save');
  expect(host.text).toContain('Your changes were saved.');
  const page = new PlainPage(server, bo);
  await page.open(path);
  expect(page.text).toContain('your answers to its dates have ended, also one for all dates');
  expect(page.text).toContain('Are you still coming?');
  expect(page.buttons('Answer again')).toHaveLength(1);
  expect(page.buttons('Guest')).toHaveLength(0);
  await page.open('/events/my-events');
  expect(page.texts('.container-card-state')).toEqual(['Answer again']);
  expect(page.buttons('Going')).toHaveLength(1);
  await page.follow('All dates of Owl choir');
  expect(page.path).toBe(path);
  await page.open(`/profile/${ada.id}`);
  expect(page.text).toContain('Answer again');
  await page.open('/notifications');
  expect(page.text).toContain(
    'Owl choir: now Fri, May 2, 2098, 8:00 – 10:00 PM (UTC), before May 1, 8:00 PM.',
  );
  await page.open(path);
  await page.press('Going');
  expect(page.text).not.toContain('your answer has ended');
  await page.open('/events/my-events');
  expect(page.texts('.container-card-state')).toEqual(['Going']);
  expect(page.buttons('Going')).toHaveLength(0);
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
