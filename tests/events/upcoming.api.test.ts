import { beforeAll, expect, test } from 'vitest';
import { readContainerAside } from '#domains/containers/kit/container-aside.server.ts';
import { listUpcomingEvents } from '#domains/events/browse/upcoming.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addGroup, addToGroup } from '../groups/group-world.ts';
import { addMember } from '../support/people.ts';
import { addEvent, call } from './event-world.ts';

let owner: Member;
let member: Member;
let stranger: Member;
let group: number;
let walk: number;
let open: number;

beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  owner = await addMember();
  member = await addMember();
  stranger = await addMember();
  group = await addGroup(owner);
  await addToGroup(owner, group, member);
  await call(owner, 'PUT', `/groups/edit/${group}`, { auth_view: 'member', approval: 1 });
  const parent = { parent_type: 'group', parent_id: group };
  walk = await addEvent(owner, { ...parent, repeats: 'daily', repeats_count: 3 });
  const cancelled = await addEvent(owner, { ...parent, starttime: '2027-04-01 10:00:00' });
  await call(member, 'POST', `/events/join/${cancelled}`, { rsvp: 2 });
  await call(owner, 'POST', `/events/cancel/${cancelled}`, { reason: 'Rain.' });
  open = await addEvent(owner, { title: 'Open air', starttime: '2027-05-01 11:00:00' });
});

const beside = async (viewer: Member) =>
  (
    await readContainerAside(
      viewer,
      'group',
      { id: group, isMemberListShown: true },
      { withUpcoming: true },
    )
  ).upcoming.map(({ itemId, note }) => [Number(itemId), note]);
const atHome = async (viewer: Member) =>
  (await listUpcomingEvents(viewer)).map(({ itemId, note }) => [Number(itemId), note]);

test('the next date of each series of a group stands beside it, none that is cancelled', async () => {
  expect(await beside(member)).toEqual([[walk, 'Sat, May 1, 10:00 AM']]);
});

test('the next events stand beside the home screen, those of closed groups for members', async () => {
  expect(await atHome(member)).toEqual([
    [walk, 'Sat, May 1, 10:00 AM'],
    [open, 'Sat, May 1, 11:00 AM'],
  ]);
  expect(await atHome(stranger)).toEqual([[open, 'Sat, May 1, 11:00 AM']]);
});

test('a member reads of which zone a time is that is none of the own zone', async () => {
  await db.execute(sql`update members set timezone = 'Europe/Warsaw' where id = ${stranger.id}`);
  await db.execute(sql`update events set timezone = 'Europe/London' where id = ${open}`);
  expect(await atHome(stranger)).toEqual([[open, 'Sat, May 1, 11:00 AM (London)']]);
});

test('an event of several whole days has both its first and its last day', async () => {
  const days = { starttime: '2027-04-29', endtime: '2027-04-30', all_day: 1 };
  const fair = await addEvent(owner, { title: 'Fair', ...days });
  const [note] = await atHome(stranger);
  expect(note).toEqual([fair, 'Thu, Apr 29 – Fri, Apr 30']);
  await call(owner, 'PUT', `/events/edit/${fair}`, { ...days, endtime: '2027-04-29' });
  expect((await atHome(stranger))[0]).toEqual([fair, 'Thu, Apr 29']);
});
