// @module-tag rights
import { beforeAll, expect, test } from 'vitest';
import { listDays } from '#domains/events/browse/month.server.ts';
import { visitor, type Member, type Viewer } from '#domains/policy/viewer.ts';
import { env } from '#server/env.ts';
import { addMember } from '../support/people.ts';
import { addEvent, call } from './event-world.ts';

let owner: Member;
let other: Member;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  owner = await addMember({ name: 'Olga' });
  other = { ...(await addMember({ name: 'Otto' })), timezone: 'Asia/Tokyo' };
});

const days = ['2031-06-09', '2031-06-10', '2031-06-11', '2031-06-12'];
const titles = async (viewer: Viewer, options = {}) =>
  (await listDays(viewer, days, options)).map(({ events }) => events.map(({ title }) => title));
const add = (title: string, starttime: string, endtime: string, fields = {}) =>
  addEvent(owner, { title, starttime, endtime, timezone: 'Europe/Berlin', ...fields });

test('an event is on its day in the zone of the member, for visitors in its own', async () => {
  await add('Late', '2031-06-10 20:00', '2031-06-11 02:00');
  await add('Days', '2031-06-10', '2031-06-11', { all_day: 1 });
  await add('Whole', '2031-06-12', '2031-06-12', { all_day: 1 });
  await add('Trip', '2031-06-09 12:00', '2031-06-11 12:00');
  expect(await titles(visitor)).toEqual([
    ['Trip'],
    ['Trip', 'Days', 'Late'],
    ['Trip', 'Days'],
    ['Whole'],
  ]);
  // 8 PM in Berlin is 3 AM of the next day in Tokyo, and days without a time are the same everywhere.
  expect(await titles(other)).toEqual([
    ['Trip'],
    ['Trip', 'Days'],
    ['Trip', 'Days', 'Late'],
    ['Whole'],
  ]);
});

test('a day with many events shows some and their number', async () => {
  for (const hour of ['10', '11', '12', '13'])
    await add(`At ${hour}`, `2031-06-12 ${hour}:00`, `2031-06-12 ${hour}:30`);
  const [, , , last] = await listDays(other, days, { shown: 3 });
  expect(last!.total).toBe(5);
  expect(last!.events.map(({ title }) => title)).toEqual(['Whole', 'At 10', 'At 11']);
});

test('nobody finds there what lists do not show them', async () => {
  const before = [await titles(visitor), await titles(other)];
  await add('For guests', '2031-06-09 08:00', '2031-06-09 09:00', {
    auth_view: 'member',
    search: 0,
  });
  await add('For friends', '2031-06-09 09:00', '2031-06-11 10:00', {
    auth_view: 'owner_network',
    search: 0,
  });
  const id = await add('Called off', '2031-06-11 15:00', '2031-06-11 16:00');
  await call(owner, 'DELETE', `/events/delete/${id}`, { password: 'x' });
  await call(owner, 'POST', `/events/cancel/${id}`, {});
  expect((await titles(visitor))[0]).toEqual(before[0]![0]);
  expect((await titles(other))[0]).toEqual(before[1]![0]);
  const [, , third] = await listDays(visitor, days, { shown: 10 });
  expect(third!.events.find(({ title }) => title === 'Called off')).toMatchObject({
    status: 'cancelled',
  });
});
