import { beforeAll, expect, test } from 'vitest';
import { readContainerAside } from '#domains/containers/kit/container-aside.server.ts';
import { browsedEvents } from '#domains/events/browse/event-browse.server.ts';
import { listDays } from '#domains/events/browse/month.server.ts';
import { listUpcomingEvents } from '#domains/events/browse/upcoming.server.ts';
import { readEventPeople } from '#domains/events/event-people.server.ts';
import { eventRef, readEvent } from '#domains/events/event-rows.server.ts';
import { readSeriesDates } from '#domains/events/series/series-dates.server.ts';
import { visitor, type Member, type Viewer } from '#domains/policy/viewer.ts';
import {
  readContainerWall,
  readVisitorWall,
} from '#domains/posts/containers/container-wall.server.ts';
import { daysOf } from '#lib/month-days.ts';
import { env } from '#server/env.ts';
import { addMember } from '../support/people.ts';
import { countStatements } from '../support/statements.ts';
import { addEvent, call, moveClockTo } from './event-world.ts';

const day = '2027-05-01';
let owner: Member;
let event: number;
let date: number;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  owner = await addMember({ name: 'Olga' });
  await moveClockTo(`${day} 07:00:00Z`);
  event = await addEvent(owner, { category_id: 5 });
  date = await addEvent(owner, { rrule: 'FREQ=DAILY' });
  await grow();
});

/** Adds events that are over, going on and to come, one a series, and a guest with a post. */
async function grow() {
  await moveClockTo(`${day} 07:00:00Z`);
  const guest = await addMember();
  const come = (id: number) => call(guest, 'POST', `/events/view/${id}`, { rsvp: 2 });
  for (const [from, to, more] of [
    ['08:00', '09:00', {}],
    ['10:00', '12:00', {}],
    ['20:00', '21:00', { category_id: 5 }],
    ['22:00', '23:00', { rrule: 'FREQ=WEEKLY;COUNT=3' }],
  ] as const) {
    const [starttime, endtime] = [`${day} ${from}:00`, `${day} ${to}:00`];
    await come(await addEvent(owner, { starttime, endtime, ...more }));
  }
  for (const id of [event, date]) {
    await come(id);
    await call(guest, 'POST', '/advancedactivity/feeds/post', {
      body: 'Hello',
      subject_type: 'event',
      subject_id: id,
    });
  }
  await moveClockTo(`${day} 11:00:00Z`);
}

const query = { texts: {}, categoryId: 0, order: 'start', page: 1, limit: 20 };

/** Reads a list as its screen does. */
async function screen(viewer: Viewer, scope: string, more: Partial<typeof query> = {}) {
  const { rows } = await browsedEvents.list(viewer, { ...query, scope, ...more });
  await browsedEvents.listFaces!(viewer, rows, 4);
  await browsedEvents.listCategories(viewer);
  return rows;
}

async function eventScreen(viewer: Viewer, id = event) {
  const row = await readEvent(viewer, id);
  await readEventPeople(viewer, row);
  await readSeriesDates(row);
  await readContainerAside(viewer, 'event', row);
  const wall =
    viewer === visitor
      ? await readVisitorWall(viewer, eventRef(row.id), new URLSearchParams())
      : await readContainerWall(viewer, eventRef(row.id));
  return wall.posts.items;
}

const found = async (path: string, fields = {}) =>
  (await call(owner, 'GET', path, fields)).body.response;

const reads: Record<string, [number, () => Promise<unknown[]>]> = {
  upcoming: [3, () => screen(owner, 'future')],
  'upcoming for visitors': [2, () => screen(visitor, 'future')],
  'in a category': [3, () => screen(owner, 'future', { categoryId: 5 })],
  'with words': [4, () => screen(owner, 'future', { texts: { search: 'tea' } })],
  'going on': [3, () => screen(owner, 'ongoing')],
  past: [3, () => screen(owner, 'past')],
  'own events': [3, () => screen(owner, 'own')],
  'a month': [1, () => listDays(owner, daysOf('2027-05'))],
  'a day': [1, () => listDays(visitor, [day], { shown: 100, counted: 100 })],
  'beside home': [1, () => listUpcomingEvents(owner)],
  'an event': [8, () => eventScreen(owner)],
  'an event for visitors': [7, () => eventScreen(visitor)],
  'a date of a series': [9, () => eventScreen(owner, date)],
  'call for upcoming ones': [4, () => found('/events')],
  'call for what is going on': [4, () => found('/events', { filter: 'ongoing' })],
  'call for own ones': [4, () => found('/events/manage')],
};

test('each list and screen takes the same number of statements, however much there is', async () => {
  const count = async () => {
    const counts: Record<string, number> = {};
    for (const [name, [, read]] of Object.entries(reads))
      counts[name] = await countStatements(async () =>
        expect(await read(), name).not.toHaveLength(0),
      );
    return counts;
  };
  // Notes that the owner was here.
  await found('/events');
  const before = await count();
  expect(before).toEqual(
    Object.fromEntries(Object.entries(reads).map(([name, [expected]]) => [name, expected])),
  );
  for (let more = 0; more < 3; more += 1) await grow();
  expect(await count()).toEqual(before);
});
