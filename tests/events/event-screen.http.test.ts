import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { act } from '../support/act.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { PlainPage } from '../support/plain-page.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';

let server: SharedServer;
let ada: ApiMember;
let bo: ApiMember;
beforeAll(async () => {
  server = await borrowServer();
  [ada, bo] = [await memberOf(server, 'Ada'), await memberOf(server, 'Bo')];
});
afterAll(() => server.stop());

async function addEvent(fields = {}): Promise<number> {
  const { response } = await act<{ response: { event_id: number } }>(
    server,
    ada,
    '/events/create',
    {
      title: 'Lantern walk',
      description: 'We walk after dark.',
      location: 'East pier',
      starttime: '2098-05-01 20:00:00',
      endtime: '2098-05-01 22:00:00',
      timezone: 'Asia/Tokyo',
      ...fields,
    },
  );
  return response.event_id;
}

const linkedData = (page: PlainPage) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page.html)![1]!);

test('a visitor reads an event without script', async () => {
  const id = await addEvent({ title: 'Walk </script><script>alert(1)</script>' });
  const page = new PlainPage(server);
  await page.open(`/events/event/${id}`);
  expect(page.text).toContain('Thu, May 1, 2098, 8:00 – 10:00 PM');
  expect(page.text).toContain('Tokyo, GMT+9');
  expect(page.text).toContain('East pier');
  expect(page.html).toContain('<time datetime="2098-05-01T11:00:00.000Z">');
  expect(page.html).not.toContain('<astro-island');
  expect(linkedData(page)).toMatchObject({
    '@type': 'Event',
    name: 'Walk </script><script>alert(1)</script>',
    startDate: '2098-05-01T11:00:00.000Z',
    eventStatus: 'https://schema.org/EventScheduled',
    location: { '@type': 'Place', name: 'East pier' },
    organizer: { name: ada.displayname },
  });
  expect(gzipSync(page.html).length).toBeLessThan(20_000);
  expect(page.html).toContain('<meta property="og:title"');
});

test('search engines read that an event is cancelled', async () => {
  const id = await addEvent();
  await act(server, ada, `/events/cancel/${id}`, { reason: 'Too much wind.' });
  const page = new PlainPage(server);
  await page.open(`/events/event/${id}`);
  expect(page.text).toContain('This event is cancelled.');
  expect(page.text).toContain('Too much wind.');
  expect(linkedData(page).eventStatus).toBe('https://schema.org/EventCancelled');
});

test('a cancelled event promises no seat to those who wait', async () => {
  const id = await addEvent({ capacity: 1 });
  await act(server, bo, `/events/view/${id}`, { rsvp: 2 });
  const page = new PlainPage(server, bo);
  await page.open(`/events/event/${id}`);
  expect(page.text).toContain('on the waiting list');
  await act(server, ada, `/events/cancel/${id}`, {});
  await page.open(`/events/event/${id}`);
  expect(page.text).toContain('This event is cancelled.');
  expect(page.text).not.toContain('on the waiting list');
});

test('a visitor finds nothing of an event for guests', async () => {
  const id = await addEvent({ auth_view: 'member', title: 'Hidden supper', search: 0 });
  const page = new PlainPage(server);
  await page.open(`/events/event/${id}`);
  expect(page.status).toBe(404);
  expect(page.html).not.toContain('Hidden supper');
  for (const path of ['/events', '/events/past', '/events/ongoing']) {
    await page.open(path);
    expect(page.html).not.toContain('Hidden supper');
  }
});

test('a member answers with others, changes the answer and waits without script', async () => {
  const id = await addEvent({ capacity: 3 });
  const page = new PlainPage(server, bo);
  await page.open(`/events/event/${id}`);
  expect(page.text).toContain('2 places of 3 left');
  page.choose('How many are coming', 'Me and 2 more');
  await page.press('Going');
  expect(page.text).toContain('You are number 1 on the waiting list for 3 places');
  expect(page.text).toContain('You are on the waiting list.');
  page.choose('How many are coming', 'Just me');
  await page.press('Going');
  expect(page.text).toContain('1 place of 3 left');
  expect([page.url.hash, page.html.includes(' id="answer"')]).toEqual(['#answer', true]);
  expect(page.text).toContain('Your answer was saved.');
  expect(page.buttons('Going')[0]!.attribs['aria-pressed']).toBe('true');
  await page.press('Maybe');
  expect(page.buttons('Maybe')[0]!.attribs['aria-pressed']).toBe('true');
  await page.open(`/events/event/${id}/members?role=maybe`);
  expect(page.text).toContain(bo.displayname);
  expect(page.text).not.toContain('Co-host');
});

test('somebody who is invited declines', async () => {
  const id = await addEvent({ auth_view: 'member' });
  const friend = await memberOf(server, 'Di');
  await act(server, ada, '/user/add', { user_id: friend.id });
  await act(server, friend, '/user/confirm', { user_id: ada.id });
  await act(server, ada, `/events/member/invite/${id}`, { users: String(friend.id) });
  const page = new PlainPage(server, friend);
  await page.open(`/events/event/${id}`);
  expect(page.text).toContain('invited you');
  await page.press('Not going');
  expect(page.text).toContain('Invitation declined.');
  await page.open(`/events/event/${id}`);
  expect(page.text).not.toContain('invited you');
  expect(page.buttons('Ask to come')).toHaveLength(1);
});

test('an online address is for those who are going', async () => {
  const id = await addEvent({ online_url: 'https://walk.example/room' });
  const page = new PlainPage(server, bo);
  await page.open(`/events/event/${id}`);
  expect(page.html).not.toContain('walk.example');
  await page.press('Going');
  expect(page.links('https://walk.example/room')).toHaveLength(1);
});

test('hosts alone see the button that seats a waiting guest', async () => {
  const id = await addEvent({ capacity: 1 });
  await act(server, bo, `/events/view/${id}`, { rsvp: 2 });
  const page = new PlainPage(server, bo);
  const guests = `/events/event/${id}/members`;
  await page.open(`${guests}?role=waiting`);
  expect(page.text).toContain(bo.displayname);
  expect(page.buttons('Give them a place now')).toHaveLength(0);
  const host = new PlainPage(server, ada);
  await host.open(guests);
  await host.press(`Change ${bo.displayname}`);
  await host.press('Give them a place now');
  expect(host.text).toContain('This guest now has a place.');
  expect(host.buttons('Give them a place now')).toHaveLength(0);
});

test('a guest answers for all dates of a series without script', async () => {
  const id = await addEvent({ rrule: 'FREQ=WEEKLY;COUNT=2' });
  const page = new PlainPage(server, bo);
  await page.open(`/events/event/${id}`);
  page.check('For all upcoming dates of the series, while there are places left');
  await page.press('Going');
  await page.open(`/events/event/${id + 1}`);
  expect(page.buttons('Going')[0]!.attribs['aria-pressed']).toBe('true');
  await page.open(`/events/event/${id}/photos`);
  await page.press('Going');
  await page.press('Leave');
  expect(page.isChecked('This date: I am not coming')).toBe(true);
  await page.press('Leave the event');
  expect(page.text).toContain('You are not coming on this date.');
  await page.press('Not going');
  expect(page.buttons('Not going').at(-1)!.attribs['aria-pressed']).toBe('true');
});

test('members answer on the tabs without the form, too', async () => {
  const id = await addEvent({ capacity: 1 });
  const page = new PlainPage(server, await memberOf(server, 'Eve'));
  await page.open(`/events/event/${id}/about`);
  await page.press('Answer');
  await page.press('Maybe');
  expect(page.path).toBe(`/events/event/${id}/about`);
  await page.press('Maybe');
  await page.press('Join the waiting list');
  expect(page.buttons('Waiting')).toHaveLength(1);
  const owner = new PlainPage(server, ada);
  await owner.open(`/events/event/${id}/photos`);
  await owner.press('Going');
  await owner.press('Maybe');
  expect(owner.buttons('Maybe')).toHaveLength(1);
  await page.open(`/events/event/${id}/about`);
  expect(page.buttons('Going')).toHaveLength(1);
  await act(server, ada, `/events/cancel/${id}`, {});
  await page.open(`/events/event/${id}/about`);
  expect(page.buttons('Going')).toHaveLength(0);
});

test.each(['', '/about'])(
  'somebody asks to come on "%s", and takes the seat once approved',
  async (tab) => {
    const id = await addEvent({ approval: 1, capacity: 3 });
    const page = new PlainPage(server, bo);
    await page.open(`/events/event/${id}${tab}`);
    if (!tab) page.choose('How many are coming', 'Me and 1 more');
    await page.press('Ask to come');
    expect(page.text).toContain('You have asked to join.');
    expect(page.buttons('Ask to come')).toHaveLength(0);
    const host = new PlainPage(server, ada);
    await host.open(`/events/event/${id}/requests`);
    expect(host.text.includes('with 1 more')).toBe(!tab);
    await act(server, ada, `/events/member/approve/${id}`, { user_id: bo.id });
    await page.open(`/events/event/${id}`);
    expect(page.buttons('Going')[0]!.attribs['aria-pressed']).toBe('true');
    expect(page.text).toContain(tab ? '1 place of 3 left' : 'All places are taken');
  },
);

test('members and visitors read when, where and what before the posts, and answer below the time', async () => {
  const id = await addEvent({ mail_answers: 1 });
  const words = ['May 1, 2098', 'East pier', '', 'We walk after dark.', 'No posts here yet'];
  for (const [viewer, answer] of [
    [bo, 'Are you coming?'],
    [undefined, 'Answer without an account'],
  ] as const) {
    const page = new PlainPage(server, viewer);
    await page.open(`/events/event/${id}`);
    const positions = words.map((word) => page.text.indexOf(word || answer));
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
    expect(positions[0]).toBeGreaterThan(0);
    expect(page.text.split('We walk after dark.')).toHaveLength(2);
  }
});

test('a guest saves with how many they come by a button of its own', async () => {
  const id = await addEvent({ capacity: 5 });
  const page = new PlainPage(server, bo);
  await page.open(`/events/event/${id}`);
  expect(page.buttons('Save the number')).toHaveLength(0);
  await page.press('Going');
  page.choose('How many are coming', 'Me and 2 more');
  await page.press('Save the number');
  expect(page.text).toContain('1 place of 5 left');
});

test('a month that is none is not found', async () => {
  for (const viewer of [ada, undefined]) {
    const page = new PlainPage(server, viewer);
    for (const query of ['month=2026-99', 'day=2026-02-30', 'month=x']) {
      await page.open(`/events/month?${query}`);
      expect(page.status).toBe(404);
    }
    await page.open('/events/month?month=2098-05');
    expect(page.status).toBe(200);
  }
});
