// @module-tag rights
import { afterAll, beforeAll, expect, test } from 'vitest';
import { act, createGroup } from '../support/act.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { moveServerClock } from '../support/test-clock.ts';

// Visitors read events from the page cache.

let server: TestServer;
let ada: ApiMember;
let bo: ApiMember;
beforeAll(async () => {
  server = await startServer({}, { isTestBuild: true });
  ada = await memberOf(server, 'Ada', 'Quill');
  bo = await memberOf(server, 'Bo', 'Reed');
});
afterAll(() => server.stop());

interface Created {
  response: { event_id: number };
}
async function addEvent(fields: Record<string, string | number> = {}): Promise<number> {
  const times = {
    starttime: '2098-05-01 20:00:00',
    endtime: '2098-05-01 22:00:00',
    timezone: 'Etc/UTC',
  };
  const all = { title: 'Lantern walk', description: 'After dark.', ...times, ...fields };
  return (await act<Created>(server, ada, '/events/create', all)).response.event_id;
}
const visit = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(server.origin + path, { headers, redirect: 'manual' });
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
};
const shows = async (path: string, words: string) => (await visit(path)).html.includes(words);
const renders = async () =>
  ((await (await fetch(`${server.origin}/__test/cache`)).json()) as { renders: number }).renders;
/** Renders of one more visit. */
const rendersOf = async (path: string) => {
  const before = await renders();
  await visit(path);
  return (await renders()) - before;
};
const isCached = (path: string) => expect.poll(() => rendersOf(path)).toBe(0);
const answer = (member: ApiMember, id: number, rsvp: number) =>
  act(server, member, `/events/view/${id}`, { rsvp });

test('an event and the first part of each list are rendered once for all visitors', async () => {
  const id = await addEvent();
  const event = `/events/event/${id}`;
  const lists = ['/events', '/events/ongoing', '/events/past', '/events/month'];
  for (const path of [event, `${event}/about`, ...lists]) await isCached(path);
  for (const path of [`${event}/photos`, '/events?page=2', '/events/month?month=2098-05'])
    expect((await visit(path)).headers.get('cache-control'), path).toBe('private, no-cache');
});

test('each change of an event is seen at once', async () => {
  const fields = { title: 'Walkers', category_id: 13, description: 'On foot.' };
  const group = await createGroup(server, ada, fields);
  const parent = { parent_type: 'group', parent_id: group };
  const id = await addEvent({ ...parent, capacity: 5 });
  const path = `/events/event/${id}`;
  const changes: Array<[string, string, Record<string, string | number>]> = [
    ['Evening walk', `/events/edit/${id}`, { title: 'Evening walk' }],
    ['Fundraisers', `/events/edit/${id}`, { category_id: 6 }],
    [
      'The lamps',
      '/advancedactivity/feeds/post',
      {
        body: 'The lamps are lit.',
        subject_type: 'event',
        subject_id: id,
      },
    ],
    ['Ramblers', `/groups/edit/${group}`, { title: 'Ramblers' }],
    ['Log in to ask', `/events/edit/${id}`, { approval: 1 }],
    ['of 6 left', `/events/edit/${id}`, { capacity: 6 }],
    ['Too much wind', `/events/cancel/${id}`, { reason: 'Too much wind.' }],
  ];
  for (const [words, call, fields] of changes) {
    const shown = words === 'Fundraisers' ? `${path}/about` : path;
    expect(await shows(shown, words), words).toBe(false);
    await act(server, ada, call, fields);
    expect(await shows(shown, words), words).toBe(true);
  }
});

test('answers are counted a second later', async () => {
  const id = await addEvent();
  const path = `/events/event/${id}`;
  for (const [rsvp, words] of [
    [2, '2 going'],
    [1, '1 maybe'],
  ] as const) {
    expect(await shows(path, words)).toBe(false);
    await answer(bo, id, rsvp);
    await expect.poll(() => shows(path, words)).toBe(true);
  }
});

test('a host whose role ends is not named any more', async () => {
  const id = await addEvent();
  const path = `/events/event/${id}`;
  await answer(bo, id, 2);
  await act(server, ada, `/events/member/promote/${id}`, { user_id: bo.id });
  await expect.poll(() => shows(path, 'Bo Reed')).toBe(true);
  await act(server, ada, `/events/member/demote/${id}`, { user_id: bo.id });
  expect(await shows(path, 'Bo Reed')).toBe(false);
});

test('a member reads an event from no cache', async () => {
  const id = await addEvent();
  const path = `/events/event/${id}`;
  await isCached(path);
  await answer(bo, id, 2);
  const own = await visit(path, { cookie: bo.cookie });
  expect(own.headers.get('cache-control')).toContain('private');
  expect(own.html).toContain('aria-pressed="true"');
  expect(await shows(path, 'aria-pressed')).toBe(false);
});

test('visitors find an event that becomes one for guests no more, and the cache forgets it', async () => {
  const id = await addEvent({ title: 'Supper' });
  const path = `/events/event/${id}`;
  for (const shown of [path, '/events']) expect(await shows(shown, 'Supper')).toBe(true);
  await act(server, ada, `/events/edit/${id}`, { auth_view: 'member', search: 0 });
  expect((await visit(path)).status).toBe(404);
  expect(await rendersOf(path)).toBe(1);
  expect(await shows('/events', 'Supper')).toBe(false);
});

test('visitors read from the cache that an event has begun, and then that it is over', async () => {
  const wall = (minutes: number) =>
    new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 19).replace('T', ' ');
  const times = { starttime: wall(30), endtime: wall(60) };
  const path = `/events/event/${await addEvent({ title: 'Vigil', ...times })}`;
  await isCached(path);
  for (const [minutes, words] of [
    [45, 'Happening now.'],
    [75, 'This event is over.'],
  ] as const) {
    expect(await shows(path, words)).toBe(false);
    await moveServerClock(server, minutes * 60);
    // The process learns the time of the database.
    await visit('/home', { cookie: ada.cookie });
    expect(await shows(path, words)).toBe(true);
  }
  await moveServerClock(server, 0);
});
