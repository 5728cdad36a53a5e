import { afterAll, beforeAll, expect, test } from 'vitest';
import { act } from '../support/act.ts';
import { memberOf } from '../support/member.ts';
import { PlainPage } from '../support/plain-page.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';

let server: SharedServer;
let ada: Awaited<ReturnType<typeof memberOf>>;
let eventId: number;
beforeAll(async () => {
  server = await borrowServer();
  ada = await memberOf(server, 'Ada', 'Quill');
  const { response } = await act<{ response: { event_id: number } }>(
    server,
    ada,
    '/events/create',
    {
      title: 'Secret supper',
      description: 'With pie.',
      auth_view: 'member',
      starttime: new Date(Date.now() + 86_400_000).toISOString().slice(0, 19),
      endtime: new Date(Date.now() + 90_000_000).toISOString().slice(0, 19),
      timezone: 'UTC',
    },
  );
  eventId = response.event_id;
});
afterAll(() => server.stop());

const get = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(server.origin + path, { headers, redirect: 'manual' });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
};

test('the public calendars answer with an entity tag, and 304 to whoever has it', async () => {
  const { status, headers, text } = await get('/events/calendar.ics');
  expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
  expect(text).not.toContain('Secret supper');
  const again = await get('/events/calendar.ics', { 'if-none-match': headers.get('etag')! });
  expect(again.status).toBe(304);
  const short = await get('/events/7.ics');
  expect([short.status, short.headers.get('location')]).toEqual([301, '/events/event/7.ics']);
});

test('a private event, a foreign key and none at all have one answer', async () => {
  const never = await get('/events/event/999999999.ics');
  expect(never.status).toBe(404);
  for (const path of [
    `/events/event/${eventId}.ics`,
    `/events/event/${eventId}.ics?key=${'x'.repeat(43)}`,
    '/events/event/abc.ics',
    '/events/my-calendar.ics',
    `/events/my-calendar.ics?key=${'x'.repeat(43)}`,
    '/events/calendars/group/999999999.ics',
    '/events/calendars/nonsense/1.ics',
  ]) {
    const { status, text } = await get(path);
    expect([path, status, text]).toEqual([path, 404, never.text]);
  }
});

test('a member creates an address, which a program reads until it is revoked', async () => {
  const page = new PlainPage(server, ada);
  await page.open('/profile/settings/calendars');
  page.fill('Name', 'Phone');
  await page.press('Create an address');
  const [, key] = /my-calendar\.ics\?key=([\w-]{43})/.exec(page.html)!;
  for (const path of ['my-calendar', `event/${eventId}`]) {
    const { text, headers } = await get(`/events/${path}.ics?key=${key}`);
    expect(text).toContain('SUMMARY:Secret supper');
    expect(headers.get('cache-control')).toBe('private, no-cache');
  }
  await page.open('/profile/settings/calendars');
  expect(page.html).not.toContain(key);
  expect(page.text).toContain('last read');
  await page.press('Revoke Phone');
  expect(page.text).toContain('That address no longer works.');
  expect((await get(`/events/my-calendar.ics?key=${key}`)).status).toBe(404);
});

test('the screens of events lead to the calendars', async () => {
  const page = new PlainPage(server);
  await page.open('/events');
  expect(page.html).toContain('/events/calendar.ics"');
  expect(page.html).toContain(`webcal://${new URL(server.origin).host}/events/calendar.ics`);
  expect(page.text).toContain('Google every 12 to 24');
  const own = new PlainPage(server, ada);
  await own.open(`/events/event/${eventId}`);
  expect(own.html).toContain(`/events/event/${eventId}.ics`);
});
