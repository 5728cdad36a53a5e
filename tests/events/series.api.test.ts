// @module-tag races
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listEvents } from '#domains/events/browse/event-list.server.ts';
import { editEvent } from '#domains/events/edit/event-changes.server.ts';
import { extendSeries } from '#domains/events/series/extend-series.server.ts';
import { readSeriesDates } from '#domains/events/series/series-dates.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { moveClock } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { startJobs } from '#server/jobs.ts';
import { sql } from '#server/sql.ts';
import { addGroup, addToGroup } from '../groups/group-world.ts';
import { fixture } from '../support/files.ts';
import { addMember, givePassword } from '../support/people.ts';
import { send } from '../support/rest.ts';
import { formOf } from '../support/uploads.ts';
import { addEvent, call, listed, moveClockTo, noticesOf, view } from './event-world.ts';

let owner: Member;
let guest: Member;
beforeAll(() => startJobs([]));
beforeEach(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  [owner, guest] = [await addMember({ name: 'Olga' }), await addMember({ name: 'Gus' })];
});
afterEach(() => moveClock(0));

const addSeries = (rrule: string, fields = {}) =>
  addEvent(owner, { timezone: 'Europe/Berlin', rrule, ...fields });

interface Row extends Record<string, unknown> {
  id: number;
  starts: string;
  status: string;
  seriesId: number;
  wallId: number;
}
/** The events of the wall of that one, in order. */
const rowsOf = (id: number) =>
  db.execute<Row>(sql`
    select i.id::float8 as id, to_char(i.starts_local, 'MM-DD HH24:MI') as starts, i.status,
      i.series_id::float8 as "seriesId", i.wall_id::float8 as "wallId"
    from events i
    where i.wall_id = (select own.wall_id from events own where own.id = ${id})
    order by i.starts_at`);
const startsOf = async (id: number) => (await rowsOf(id)).map(({ starts }) => starts);
const answer = (id: number, rsvp: number, fields = {}, as = guest) =>
  call(as, 'POST', `/events/view/${id}`, { rsvp, ...fields });
const edit = (id: number, fields: Record<string, string | number>) =>
  call(owner, 'PUT', `/events/edit/${id}`, fields);
const extend = async () => {
  await extendSeries({});
  const jobs = await db.execute<{ data: { seriesId: number } }>(
    sql`delete from jobs.job where name = 'extend-series' returning data`,
  );
  for (const { data } of jobs) await extendSeries(data);
};

test('lists a series once among own events: its next date, or the last when it is over', async () => {
  const id = await addSeries('FREQ=WEEKLY;COUNT=3');
  const [, second, third] = (await rowsOf(id)).map((row) => row.id);
  await answer(third!, 2);
  const own = async (member: Member) => {
    const { total, rows } = await listEvents(member, { isOwn: true });
    expect(total).toBe(rows.length);
    return rows.map(({ itemId }) => itemId);
  };
  expect([await own(owner), await own(guest)]).toEqual([[id], [id]]);
  await call(owner, 'POST', `/events/cancel/${id}`);
  expect(await own(owner)).toEqual([second]);
  await moveClockTo('2028-06-01T00:00:00Z');
  expect([await own(owner), await own(guest)]).toEqual([[third], [third]]);
  moveClock(0);
  expect(await own(await addMember())).toEqual([]);
});

test('names the last date of a rule that was changed, and the rule that follows', async () => {
  const id = await addSeries('FREQ=WEEKLY;COUNT=6');
  const dates = await rowsOf(id);
  await edit(dates[3]!.id, {
    scope: 'following',
    starttime: '2027-05-23 10:00:00',
    endtime: '2027-05-23 12:00:00',
  });
  const [first, , , moved] = await rowsOf(id);
  const read = async ({ seriesId, wallId }: Row) =>
    (await readSeriesDates({ id: wallId, seriesId }))!;
  const before = await read(first!);
  expect(before.rule).toBe('Every Saturday until May 15, 2027, then every Sunday, 3 times');
  expect(before.dates.map(({ isOfRule }) => isOfRule)).toEqual([
    ...Array(3).fill(true),
    ...Array(3).fill(false),
  ]);
  expect((await read(moved!)).rule).toBe('Every Sunday, 3 times');
});

test('deletes no date by the number of its series', async () => {
  const password = await givePassword(owner);
  const id = await addSeries('FREQ=WEEKLY;COUNT=3');
  const { wallId } = (await rowsOf(id))[0]!;
  expect((await call(owner, 'DELETE', `/events/delete/${wallId}`, { password })).status).toBe(404);
  expect((await rowsOf(id)).map(({ status }) => status)).not.toContain('cancelled');
});

describe('the daily job', () => {
  test('copies answers to all dates without a notice', async () => {
    const id = await addSeries('FREQ=DAILY');
    await answer(id, 2, { scope: 'all' });
    await moveClockTo('2027-05-11T00:00:00Z');
    const { seriesId } = (await rowsOf(id))[0]!;
    await extendSeries({ seriesId });
    expect(await noticesOf(guest)).toEqual([]);
  });

  test('gives a daily series rows again, and nothing twice when two run at once', async () => {
    const id = await addSeries('FREQ=DAILY');
    expect(await startsOf(id)).toHaveLength(100);
    await moveClockTo('2027-05-11T00:00:00Z');
    const { seriesId } = (await rowsOf(id))[0]!;
    await Promise.all([1, 2, 3].map(() => extendSeries({ seriesId })));
    const starts = await startsOf(id);
    expect(starts).toHaveLength(110);
    expect(new Set(starts).size).toBe(110);
    expect(starts.slice(99, 102)).toEqual(['08-08 10:00', '08-09 10:00', '08-10 10:00']);
  });

  test('makes the next two of a yearly series, and none after its end', async () => {
    const yearly = await addSeries('FREQ=YEARLY');
    const ending = await addSeries('FREQ=WEEKLY;COUNT=3');
    expect(await startsOf(yearly)).toHaveLength(2);
    await moveClockTo('2028-06-01T00:00:00Z');
    await extend();
    await extend();
    expect(await startsOf(yearly)).toHaveLength(4);
    expect(await startsOf(ending)).toHaveLength(3);
  });

  test('makes two more of a yearly series whose dates are cancelled', async () => {
    const id = await addSeries('FREQ=YEARLY');
    for (const row of await rowsOf(id)) await call(owner, 'POST', `/events/cancel/${row.id}`);
    await extend();
    expect((await rowsOf(id)).map(({ status }) => status)).toEqual([
      'cancelled',
      'cancelled',
      'scheduled',
      'scheduled',
    ]);
  });

  test('asks the host once when six in a row had no answer', async () => {
    const quiet = await addSeries('FREQ=WEEKLY');
    const lively = await addSeries('FREQ=WEEKLY');
    await answer((await rowsOf(lively))[3]!.id, 2);
    await moveClockTo('2027-06-06T00:00:00Z');
    await extend();
    await extend();
    const asked = (await noticesOf(owner)).filter(([type]) => type === 'event_unanswered');
    expect(asked).toEqual([['event_unanswered', `/events/${(await rowsOf(quiet))[6]!.id}`]]);
  });

  test('leaves an archived series as it is', async () => {
    const id = await addSeries('FREQ=DAILY');
    await call(owner, 'POST', `/events/archive/${id}`, { archive: 1 });
    await moveClockTo('2027-05-11T00:00:00Z');
    await extend();
    expect(await startsOf(id)).toHaveLength(100);
  });
});

describe('the following events', () => {
  test('start an hour later from the third on, with their answers', async () => {
    const id = await addSeries('FREQ=WEEKLY;COUNT=6');
    const before = await rowsOf(id);
    const third = before[2]!.id;
    for (const index of [1, 3]) await answer(before[index]!.id, 2);
    const changed = await edit(third, {
      scope: 'following',
      title: 'Late tea',
      starttime: '2027-05-15 11:00:00',
      endtime: '2027-05-15 12:00:00',
    });
    expect(changed.status).toBe(200);
    const after = await rowsOf(id);
    expect(after.map(({ id: own, starts, status }) => [own, starts, status])).toEqual(
      ['05-01', '05-08', '05-15', '05-22', '05-29', '06-05'].map((date, index) => [
        before[index]!.id,
        `${date} 1${index > 1 ? 1 : 0}:00`,
        index > 1 ? 'moved' : 'scheduled',
      ]),
    );
    expect(new Set(after.map(({ seriesId }) => seriesId)).size).toBe(2);
    expect(await view(guest, before[1]!.id)).toMatchObject({ title: 'Tea', rsvp: 2 });
    expect(await view(guest, before[3]!.id)).toMatchObject({
      title: 'Late tea',
      rsvp: 2,
      previous_starttime: '2027-05-22 08:00:00',
    });
    expect(await noticesOf(guest)).toEqual([['event_moved', `/events/${before[3]!.id}`]]);
  });

  test('ask guests again on another day, and leave changed and cancelled ones as they are', async () => {
    const id = await addSeries('FREQ=WEEKLY;COUNT=5');
    const before = await rowsOf(id);
    const [, second, third, fourth] = before.map((row) => row.id) as [
      number,
      number,
      number,
      number,
    ];
    await answer(fourth, 2);
    await answer(third, 2);
    await edit(third, {
      title: 'With music',
      starttime: '2027-05-15 20:00:00',
      endtime: '2027-05-15 21:00:00',
    });
    await call(owner, 'POST', `/events/cancel/${before[4]!.id}`, { reason: 'Rain' });
    await edit(second, {
      scope: 'following',
      starttime: '2027-05-09 10:00:00',
      endtime: '2027-05-09 12:00:00',
    });
    expect((await rowsOf(id)).map(({ starts, status }) => [starts, status])).toEqual([
      ['05-01 10:00', 'scheduled'],
      ['05-09 10:00', 'moved'],
      ['05-15 20:00', 'moved'],
      ['05-23 10:00', 'moved'],
      ['05-29 10:00', 'cancelled'],
    ]);
    expect(await view(guest, third)).toMatchObject({ title: 'With music', rsvp: 2 });
    expect((await view(guest, fourth)).rsvp).toBeUndefined();
    expect((await noticesOf(guest)).map(([type]) => type)).toEqual(['event_asks', 'event_moved']);
  });

  test('ask a guest of several dates once, and notify of a cancellation until the next answer', async () => {
    const id = await addSeries('FREQ=WEEKLY;COUNT=4');
    const dates = (await rowsOf(id)).map((row) => row.id);
    const [late, no] = [await addMember(), await addMember()];
    for (const date of dates.slice(1)) await answer(date, 2);
    await answer(dates[2]!, 1, {}, late);
    await answer(dates[2]!, 0, {}, no);
    await edit(dates[1]!, {
      scope: 'following',
      starttime: '2027-05-09 10:00:00',
      endtime: '2027-05-09 12:00:00',
    });
    expect(await noticesOf(guest)).toEqual([['event_asks', `/events/${dates[1]}`]]);
    expect(await noticesOf(late)).toEqual([['event_asks', `/events/${dates[2]}`]]);
    await answer(dates[2]!, 0, {}, late);
    await call(owner, 'POST', `/events/cancel/${dates[2]}`);
    expect(await noticesOf(guest)).toEqual([
      ['event_asks', `/events/${dates[1]}`],
      ['event_cancelled', `/events/${dates[2]}`],
    ]);
    expect((await noticesOf(late)).map(([type]) => type)).toEqual(['event_asks']);
    expect(await noticesOf(no)).toEqual([]);
    await call(guest, 'POST', `/events/member/leave/${dates[3]}`);
    await call(owner, 'POST', `/events/cancel/${dates[3]}`);
    const later = (await noticesOf(guest)).filter(([, url]) => url === `/events/${dates[3]}`);
    expect(later).toEqual([]);
  });

  test('end on the days that a new rule leaves out, and keep the past ones', async () => {
    const id = await addSeries('FREQ=DAILY;COUNT=10');
    const before = await rowsOf(id);
    await answer(before[5]!.id, 2);
    await moveClockTo('2027-05-03T00:00:00Z');
    const key = { id: before[0]!.wallId, itemId: before[0]!.id };
    const schedule = () => ({ rule: 'FREQ=WEEKLY;COUNT=3' });
    await editEvent(owner, key, {}, { scope: 'following', schedule });
    const after = await rowsOf(id);
    const taking = after.filter(({ status }) => status !== 'cancelled');
    expect(taking.map(({ starts }) => starts)).toEqual([
      '05-01 10:00',
      '05-02 10:00',
      '05-03 10:00',
      '05-10 10:00',
      '05-17 10:00',
    ]);
    expect((await noticesOf(guest)).map(([type]) => type)).toEqual(['event_cancelled']);
  });

  test('are cancelled together, and the job makes no more', async () => {
    const id = await addSeries('FREQ=WEEKLY');
    const before = await rowsOf(id);
    for (const index of [1, 2, 3]) await answer(before[index]!.id, 1);
    const cancelled = await call(owner, 'POST', `/events/cancel/${before[2]!.id}`, {
      scope: 'following',
      reason: 'The hall closes',
    });
    expect(cancelled.status).toBe(200);
    await moveClockTo('2028-06-01T00:00:00Z');
    await extend();
    const after = await rowsOf(id);
    expect(after).toHaveLength(before.length);
    expect(
      after.map(({ status }) => status).filter((status) => status !== 'cancelled'),
    ).toHaveLength(2);
    expect(await noticesOf(guest)).toEqual([['event_cancelled', `/events/${before[2]!.id}`]]);
  });

  test.each([
    [{ scope: 'all' }, 'scope'],
    [{ scope: 'following', rrule: 'FREQ=SECONDLY' }, 'rrule'],
    [{ scope: 'following', rrule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }, 'rrule'],
  ])('with %j are refused', async (fields, field) => {
    const id = await addSeries('FREQ=WEEKLY;COUNT=3');
    const refused = await edit(id, fields);
    expect([refused.status, Object.keys(refused.message as object)]).toEqual([400, [field]]);
  });
});

describe('one date moved by itself', () => {
  const moved = { starttime: '2027-05-16 20:00:00', endtime: '2027-05-16 21:00:00' };
  const formOf = async (id: number) =>
    (await call(owner, 'GET', `/events/edit/${id}`)).body.formValues as Record<string, string>;
  const stateOf = async (id: number) =>
    [
      ...(await db.execute(sql`
        select starts_local::text as starts, original_local::text as planned, title,
          is_detached as "isDetached", sequence
        from events
        where id = ${id}`)),
    ][0];
  let rows: Row[];
  let third: number;
  beforeEach(async () => {
    rows = await rowsOf(await addSeries('FREQ=WEEKLY;COUNT=5'));
    third = rows[2]!.id;
    await edit(third, moved);
  });
  const starts = (time: string) => [
    '05-01 10:00',
    `05-08 ${time}`,
    '05-16 20:00',
    `05-22 ${time}`,
    `05-29 ${time}`,
  ];
  const titles = () => Promise.all(rows.map(async ({ id }) => (await view(owner, id)).title));

  test('keeps its time under a new title of those before it', async () => {
    const second = rows[1]!.id;
    await edit(second, { ...(await formOf(second)), scope: 'following', title: 'Late tea' });
    expect(await startsOf(second)).toEqual(starts('10:00'));
    expect(await titles()).toEqual(['Tea', ...Array(4).fill('Late tea')]);
    expect(await stateOf(third)).toMatchObject({
      isDetached: true,
      planned: '2027-05-15 10:00:00',
    });
    expect(new Set((await rowsOf(second)).map(({ seriesId }) => seriesId)).size).toBe(1);
  });

  test('gives the others its new title, and not its time', async () => {
    await edit(third, { ...(await formOf(third)), scope: 'following', title: 'Late tea' });
    expect(await startsOf(third)).toEqual(starts('10:00'));
    expect(await titles()).toEqual(['Tea', 'Tea', ...Array(3).fill('Late tea')]);
    expect(await stateOf(third)).toMatchObject({ isDetached: true });
  });

  test('keeps its time when the others move, and the day of the rule', async () => {
    const second = rows[1]!.id;
    await edit(second, {
      ...(await formOf(second)),
      scope: 'following',
      starttime: '2027-05-08 11:00:00',
      endtime: '2027-05-08 12:00:00',
    });
    expect(await startsOf(second)).toEqual(starts('11:00'));
    expect(await stateOf(third)).toMatchObject({
      isDetached: true,
      planned: '2027-05-15 11:00:00',
    });
  });

  test('moves the others by what it is moved', async () => {
    await edit(third, {
      scope: 'following',
      starttime: '2027-05-17 20:00:00',
      endtime: '2027-05-17 21:00:00',
    });
    expect(await startsOf(third)).toEqual([
      '05-01 10:00',
      '05-08 10:00',
      '05-17 20:00',
      '05-23 10:00',
      '05-30 10:00',
    ]);
  });

  test('keeps a title of its own and follows in all else', async () => {
    const fourth = rows[3]!.id;
    await edit(fourth, { title: 'With music' });
    await edit(third, { scope: 'following', title: 'Coffee', location: 'Mill' });
    await edit(rows[1]!.id, {
      scope: 'following',
      starttime: '2027-05-08 11:00:00',
      endtime: '2027-05-08 13:00:00',
    });
    expect(await titles()).toEqual(['Tea', 'Tea', 'Coffee', 'With music', 'Coffee']);
    expect(await view(owner, fourth)).toMatchObject({
      location: 'Mill',
      starttime_local: '2027-05-22 11:00:00',
    });
  });

  test('is not changed by saving it as it is', async () => {
    const [first] = rows as [Row];
    const before = await stateOf(first.id);
    await edit(first.id, await formOf(first.id));
    expect(await stateOf(first.id)).toEqual(before);
    await edit(first.id, { ...(await formOf(first.id)), scope: 'following' });
    expect(await stateOf(first.id)).toEqual(before);
    await edit(first.id, { ...(await formOf(first.id)), title: 'Coffee' });
    expect(await stateOf(first.id)).toMatchObject({ isDetached: true, title: 'Coffee' });
  });

  test('stays when a new rule has no day for it, and is changed alone from then on', async () => {
    const rrule = 'FREQ=DAILY;COUNT=2';
    await edit(rows[0]!.id, { scope: 'following', rrule });
    expect((await view(owner, third)).status).toBe('moved');
    const times = { starttime: '2027-05-16 21:00:00', endtime: '2027-05-16 22:00:00' };
    const refused = await edit(third, { ...times, scope: 'following' });
    expect([refused.status, Object.keys(refused.message as object)]).toEqual([400, ['scope']]);
    expect((await edit(third, times)).status).toBe(200);
  });
});

describe('a series that was changed from a date on', () => {
  let rows: Row[];
  const late = { starttime: '2027-05-15 11:00:00', endtime: '2027-05-15 12:00:00' };
  beforeEach(async () => {
    rows = await rowsOf(await addSeries('FREQ=WEEKLY;COUNT=5'));
    await edit(rows[2]!.id, { scope: 'following', ...late });
  });
  const second = () => rows[1]!.id;

  test('is changed to its end from a date before that', async () => {
    await edit(second(), { scope: 'following', title: 'Coffee' });
    expect((await view(owner, rows[4]!.id)).title).toBe('Coffee');
    await edit(second(), {
      scope: 'following',
      starttime: '2027-05-09 09:00:00',
      endtime: '2027-05-09 10:00:00',
    });
    expect(await startsOf(second())).toEqual([
      '05-01 10:00',
      '05-09 09:00',
      '05-16 09:00',
      '05-23 09:00',
      '05-30 09:00',
    ]);
  });

  test('is listed once', async () => {
    const ids = rows.map(({ id }) => id);
    const found = await listed(guest, { limit: 100 });
    expect(found.filter((id) => ids.includes(id))).toEqual([ids[0]]);
  });

  test('takes another rule, and the job keeps to that', async () => {
    await edit(second(), { scope: 'following', rrule: 'FREQ=WEEKLY;INTERVAL=2;COUNT=3' });
    const after = await rowsOf(second());
    const taking = after.filter(({ status }) => status !== 'cancelled');
    expect(taking.map(({ starts }) => starts)).toEqual([
      '05-01 10:00',
      '05-08 10:00',
      '05-22 10:00',
      '06-05 10:00',
    ]);
    await moveClockTo('2028-06-01T00:00:00Z');
    await extend();
    expect(await rowsOf(second())).toEqual(after);
  });

  test('is cancelled to its end from a date before that', async () => {
    await call(owner, 'POST', `/events/cancel/${second()}`, { scope: 'following' });
    expect((await rowsOf(second())).map(({ status }) => status)).toEqual([
      'scheduled',
      ...Array(4).fill('cancelled'),
    ]);
  });
});

test.each([
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 400],
  ['FREQ=WEEKLY;BYDAY=TU', 400],
  ['FREQ=WEEKLY', 415],
])('a series by %s with a file that is no picture is refused with %i', async (rrule, status) => {
  const form = formOf({
    title: 'Tea',
    description: 'With cake.',
    starttime: '2027-05-01 10:00:00',
    endtime: '2027-05-01 12:00:00',
    rrule,
    photo: fixture('html-after-jpeg-magic.jpg'),
  });
  const refused = await send('POST', '/events/create', {}, { as: owner, form });
  expect(refused.status).toBe(status);
});

test('an end without a rule is refused', async () => {
  const id = await addSeries('FREQ=WEEKLY;COUNT=3');
  const refused = await edit(id, { scope: 'following', repeats_until: '2027-05-08' });
  expect([refused.status, Object.keys(refused.message as object)]).toEqual([400, ['rrule']]);
});

test('a rule for one date alone is refused, and one that is none before anything is written', async () => {
  const id = await addSeries('FREQ=WEEKLY;COUNT=3');
  const rrule = 'FREQ=WEEKLY;COUNT=2';
  const alone = await edit(id, { title: 'Coffee', rrule });
  expect([alone.status, Object.keys(alone.message as object)]).toEqual([400, ['rrule']]);
  const once = await addEvent(owner);
  expect((await edit(once, { rrule })).status).toBe(400);
  expect((await view(owner, id)).title).toBe('Tea');
});

test.each([
  ['leaves', (group: number) => call(guest, 'POST', `/groups/member/leave/${group}`)],
  [
    'is banned from',
    (group: number) => call(owner, 'POST', `/groups/member/ban/${group}`, { user_id: guest.id }),
  ],
])('an answer to all dates ends when its guest %s the group', async (_, end) => {
  const group = await addGroup(owner);
  await addToGroup(owner, group, guest);
  const id = await addSeries('FREQ=DAILY', { parent_type: 'group', parent_id: group });
  const { seriesId, wallId } = (await rowsOf(id))[0]!;
  await answer(id, 2, { scope: 'all' });
  await end(group);
  const answers = () =>
    db.execute(sql`
      select from container_answers a where a.id = ${wallId} and a.member_id = ${guest.id}`);
  expect(await answers()).toHaveLength(0);
  await call(owner, 'POST', `/groups/member/unban/${group}`, { user_id: guest.id });
  await addToGroup(owner, group, guest);
  await moveClockTo('2027-05-11T00:00:00Z');
  await extendSeries({ seriesId });
  expect(await rowsOf(id)).toHaveLength(110);
  expect(await answers()).toHaveLength(0);
});

describe('an answer to all dates', () => {
  const seatsOf = async (id: number, as = guest) =>
    Promise.all(
      (await rowsOf(id)).map(async (row) => {
        const { seats, queue_number: queueNo } = await view(as, row.id);
        return queueNo ? [seats, queueNo] : seats;
      }),
    );

  test('changes the seats also of dates with an answer or a number', async () => {
    const id = await addSeries('FREQ=WEEKLY;COUNT=3', { capacity: 6 });
    const dates = (await rowsOf(id)).map((row) => row.id);
    await answer(dates[1]!, 2, { seats: 6 }, await addMember());
    await answer(id, 2, { scope: 'all', seats: 2 });
    expect(await seatsOf(id)).toEqual([2, [2, 1], 2]);
    await answer(id, 2, { scope: 'all', seats: 4 });
    expect(await seatsOf(id)).toEqual([4, [4, 1], 4]);
    await answer(id, 2, { scope: 'all' });
    expect(await seatsOf(id)).toEqual([1, [1, 1], 1]);
    expect(await view(owner, dates[2]!)).toMatchObject({ seats_left: 5, get_attending_count: 1 });
  });

  test('keeps the seats of dates that have no more, or with others who wait', async () => {
    const id = await addSeries('FREQ=WEEKLY;COUNT=3', { capacity: 5 });
    const dates = (await rowsOf(id)).map((row) => row.id);
    const [other, waiting] = [await addMember(), await addMember()];
    await answer(id, 2, { scope: 'all', seats: 2 });
    await answer(dates[1]!, 2, { seats: 3 }, other);
    await answer(dates[2]!, 2, { seats: 1 }, other);
    await answer(dates[2]!, 2, { seats: 4 }, waiting);
    await answer(dates[0]!, 2, { scope: 'all', seats: 4 });
    expect(await seatsOf(id)).toEqual([4, 2, 2]);
    expect(await view(waiting, dates[2]!)).toMatchObject({ queue_number: 1 });
  });
});

describe('deleting', () => {
  let id: number;
  let rows: Row[];
  let password: string;
  beforeEach(async () => {
    password = await givePassword(owner);
    id = await addSeries('FREQ=WEEKLY');
    rows = (await rowsOf(id)).slice(0, 5);
  });
  const remove = (index: number, scope: string) =>
    call(owner, 'DELETE', `/events/delete/${rows[index]!.id}`, { password, scope });
  /** Those of the series in the list of a guest, and in that of its owner. */
  const shown = async () => {
    const { response } = (await call(owner, 'GET', '/events/manage')).body;
    const own = response.map(({ event_id }: { event_id: number }) => event_id);
    const ofSeries = (one: number) => rows.some((row) => row.id === one);
    return [(await listed(guest, { limit: 100 })).filter(ofSeries), own.filter(ofSeries)];
  };
  const extendLater = async () => {
    await moveClockTo('2028-06-01T00:00:00Z');
    await extend();
    moveClock(0);
  };

  test('dates from one on ends the series, and cancels those with guests', async () => {
    await answer(rows[3]!.id, 2);
    const { length } = await rowsOf(id);
    expect((await remove(2, 'following')).status).toBe(200);
    await extendLater();
    const after = await rowsOf(id);
    expect(after).toHaveLength(length);
    expect(after.filter(({ status }) => status !== 'cancelled')).toHaveLength(2);
    expect(await shown()).toEqual([[id], [id]]);
    expect(await noticesOf(guest)).toEqual([['event_cancelled', `/events/${rows[3]!.id}`]]);
  });

  test('a series that nobody has answered leaves nothing of it', async () => {
    expect((await remove(2, 'all')).status).toBe(200);
    expect(await view(owner, id)).toBeUndefined();
    expect(await shown()).toEqual([[], []]);
  });

  test('its first date and all that follow is deleting the series', async () => {
    expect((await remove(0, 'following')).status).toBe(200);
    expect(await view(owner, id)).toBeUndefined();
  });

  test('a series with guests cancels all dates to come, which leave the lists', async () => {
    await answer(rows[3]!.id, 2);
    await answer(rows[2]!.id, 0);
    expect((await remove(1, 'all')).status).toBe(200);
    await extendLater();
    expect((await rowsOf(id)).filter(({ status }) => status !== 'cancelled')).toEqual([]);
    expect(await shown()).toEqual([[], []]);
    expect(await view(guest, rows[3]!.id)).toMatchObject({ status: 'cancelled' });
    expect(await noticesOf(guest)).toEqual([['event_cancelled', `/events/${rows[3]!.id}`]]);
    expect((await remove(1, 'all')).status).toBe(200);
    expect(await view(guest, rows[3]!.id)).toBeUndefined();
  });

  test('one date leaves the list of own events as well', async () => {
    expect((await remove(0, 'this')).status).toBe(200);
    expect((await shown())[1]).not.toContain(id);
  });

  test('needs the password, and is not for co-hosts', async () => {
    const wrong = { password: 'wrong', scope: 'all' };
    expect((await call(owner, 'DELETE', `/events/delete/${id}`, wrong)).status).toBe(400);
    expect(
      (await call(guest, 'DELETE', `/events/delete/${id}`, { password, scope: 'all' })).status,
    ).toBe(401);
  });
});
