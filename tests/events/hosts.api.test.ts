import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setAnswer } from '#domains/containers/answers/set-answer.server.ts';
import { wallOf } from '#domains/containers/container-items.server.ts';
import { changeContainer } from '#domains/containers/container-lock.server.ts';
import { answerAll } from '#domains/events/series/answer-all.server.ts';
import { extendSeries } from '#domains/events/series/extend-series.server.ts';
import { listNotifications } from '#domains/notifications/notifications.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { moveClock } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { startJobs } from '#server/jobs.ts';
import { sql } from '#server/sql.ts';
import { addMembership } from '../containers/container-world.ts';
import { addMember, befriend } from '../support/people.ts';
import type { Fields } from '../support/rest.ts';
import { avoidWindowBorder } from '../support/windows.ts';
import { addEvent, call, createEvent, moveClockTo, noticesOf, view } from './event-world.ts';

let owner: Member;
let guest: Member;
let other: Member;
beforeAll(() => startJobs([]));
beforeEach(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  [owner, guest, other] = [await addMember(), await addMember(), await addMember()];
});

const answer = (as: Member, id: number, rsvp: number, fields = {}) =>
  call(as, 'POST', `/events/view/${id}`, { rsvp, ...fields });
const post = (as: Member, action: string, id: number, fields = {}) =>
  call(as, 'POST', `/events/${action}/${id}`, fields);
const rowsOf = (id: number) =>
  db.execute<{ id: number; seriesId: number }>(sql`
    select id::float8 as id, series_id::float8 as "seriesId" from events
    where wall_id = (select wall_id from events where id = ${id})
    order by starts_at`);
const addGuests = async (id: number, count: number) => {
  const guests: Member[] = [];
  while (guests.length < count) {
    const member = await addMember();
    await addMembership({ type: 'event', id }, member);
    guests.push(member);
  }
  return guests;
};

test('whoever is invited and declines ends the invitation', async () => {
  await befriend(owner, guest);
  const secret: Fields = { auth_view: 'member', search: 0, approval: 1 };
  for (const fields of [{}, secret]) {
    const id = await addEvent(owner, fields);
    await post(owner, 'member/invite', id, { users: String(guest.id) });
    const { status, body } = await answer(guest, id, 0);
    expect([status, body.rsvp, body.get_awaiting_reply_count]).toEqual([200, 0, 0]);
    expect(await view(owner, id)).toMatchObject({ get_awaiting_reply_count: 0 });
  }
});

describe('hosts', () => {
  test('change start and end at once, and neither is lost', async () => {
    const id = await addEvent(owner);
    await answer(guest, id, 2);
    await post(owner, 'member/promote', id, { user_id: guest.id });
    const edit = (as: Member, fields: Fields) => call(as, 'PUT', `/events/edit/${id}`, fields);
    let both: Promise<unknown> = Promise.resolve();
    await db.transaction(async (tx) => {
      await tx.execute(sql`select from containers where type = 'event' and id = ${id} for update`);
      both = Promise.all([
        edit(owner, { starttime: '2027-05-01 11:00:00' }),
        edit(guest, { endtime: '2027-05-01 13:00:00' }),
      ]);
      await expect
        .poll(() =>
          db.execute(sql`
            select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`),
        )
        .toHaveLength(2);
    });
    await both;
    expect(await view(owner, id)).toMatchObject({
      starttime_local: '2027-05-01 11:00:00',
      endtime_local: '2027-05-01 13:00:00',
    });
  });

  test('are the owner and ten others at most', async () => {
    const id = await addEvent(owner);
    const guests = await addGuests(id, 11);
    const promote = ({ id: user_id }: Member) => post(owner, 'member/promote', id, { user_id });
    for (const member of guests.slice(0, 10)) expect((await promote(member)).status).toBe(200);
    expect((await promote(guests[10]!)).status).toBe(400);
    const [host] = guests as [Member];
    expect((await call(host, 'PUT', `/events/edit/${id}`, { title: 'Cake' })).status).toBe(200);
    expect((await call(host, 'DELETE', `/events/delete/${id}`)).status).toBe(401);
    await post(owner, 'member/demote', id, { user_id: host.id });
    expect((await promote(guests[10]!)).status).toBe(200);
  });

  test('are led to the date of a series at which they were made that', async () => {
    const first = await addEvent(owner, { rrule: 'FREQ=DAILY;COUNT=3' });
    await answer(guest, first, 2);
    await post(owner, 'member/promote', first + 1, { user_id: guest.id });
    expect(await noticesOf(guest)).toContainEqual(['event_promote', `/events/${first + 1}`]);
  });

  test('own a hundred events at most, without those that are cancelled', async () => {
    const id = await addEvent(owner);
    await db.execute(sql`
      insert into containers (type, id, owner_id, title)
      select 'event', ${id} + 1000000 + n, ${owner.id}, 'Tea' from generate_series(1, 99) n`);
    await db.execute(sql`
      insert into event_walls (id) select ${id} + 1000000 + n from generate_series(1, 99) n`);
    await db.execute(sql`
      insert into events (id, wall_id, title, starts_local, ends_local, timezone, starts_at, ends_at)
      select ${id} + 1000000 + n, ${id} + 1000000 + n, title, starts_local, ends_local, timezone,
        starts_at, ends_at
      from events, generate_series(1, 99) n
      where id = ${id}`);
    expect((await createEvent(owner)).status).toBe(401);
    await post(owner, 'cancel', id);
    expect((await createEvent(owner)).status).toBe(200);
  });

  test('and guests read the position of each who waits', async () => {
    const id = await addEvent(owner, { capacity: 2 });
    const last = await addMember();
    for (const member of [guest, other, last]) await answer(member, id, 2);
    await post(guest, 'member/leave', id);
    expect((await view(last, id)).queue_number).toBe(1);
    const { members } = (await call(owner, 'GET', `/events/member/list/${id}`, { queued: 1 })).body;
    expect(members.map((one: { queue_number: number }) => one.queue_number)).toEqual([1]);
  });

  test('alone read who comes where guests are hidden', async () => {
    const id = await addEvent(owner, { guests_hidden: 1 });
    await answer(guest, id, 2);
    const list = (as: Member) => call(as, 'GET', `/events/member/list/${id}`);
    expect((await list(owner)).body.members).toHaveLength(2);
    expect((await list(guest)).status).toBe(401);
    expect((await list(other)).status).toBe(401);
  });

  test('seat a guest over the capacity with an entry of the log, and lowering it ends no answer', async () => {
    const id = await addEvent(owner, { capacity: 1 });
    const third = await addMember();
    for (const member of [guest, other, third]) await answer(member, id, 2);
    const seat = (as: Member, { id: user_id }: Member) => post(as, 'member/seat', id, { user_id });
    expect((await seat(guest, other)).status).toBe(401);
    expect((await seat(owner, other)).status).toBe(200);
    expect((await seat(owner, other)).status).toBe(404);
    expect(await noticesOf(other)).toEqual([['event_seated', `/events/${id}`]]);
    expect((await view(guest, id)).queue_number).toBe(1);
    expect(await view(owner, id)).toMatchObject({ get_attending_count: 2, get_waiting_count: 2 });
    const [entry] = await db.execute(sql`
      select action, target_id::float8 as target from container_audit_log where type = 'event' and id = ${id}`);
    expect(entry).toEqual({ action: 'seat', target: other.id });
    await call(owner, 'PUT', `/events/edit/${id}`, { capacity: 3 });
    expect(await noticesOf(guest)).toEqual([['event_seated', `/events/${id}`]]);
    await call(owner, 'PUT', `/events/edit/${id}`, { capacity: 1 });
    expect(await view(owner, id)).toMatchObject({ get_attending_count: 3, get_waiting_count: 1 });
  });

  test('read of all who come in one unread notice, and not of who changes the answer back', async () => {
    const id = await addEvent(owner);
    const notices = async (as: Member) =>
      (await listNotifications(as)).recentUpdates.map(({ type, feed_title: text }) => [type, text]);
    const [third, fourth] = [await addMember(), await addMember()];
    await answer(guest, id, 2);
    await post(owner, 'member/promote', id, { user_id: guest.id });
    for (const member of [other, third, fourth]) await answer(member, id, 2);
    await answer(third, id, 2, { seats: 2 });
    await answer(fourth, id, 0);
    expect(await notices(owner)).toEqual([
      ['event_answered', expect.stringMatching(/and 2 others.* signed up for your event/)],
    ]);
    expect(await notices(guest)).toContainEqual([
      'event_answered',
      expect.stringContaining(' signed up for your event'),
    ]);
    const later = await addEvent(owner, { attends: 0, capacity: 1 });
    expect((await view(owner, later)).get_attending_count).toBe(0);
    await answer(other, later, 1);
    expect(await notices(owner)).toHaveLength(1);
  });

  test('may let smaller parties pass', async () => {
    const id = await addEvent(owner, { capacity: 2, smaller_parties_first: 1 });
    expect((await answer(guest, id, 2, { seats: 2 })).body).toMatchObject({ queue_number: 1 });
    expect((await answer(other, id, 2)).body.queue_number).toBeUndefined();
    expect((await answer(other, id, 2, { seats: 11 })).status).toBe(400);
  });

  test('write to guests with an answer three times a day', async () => {
    env().RATE_LIMIT_SCALE = 1;
    const id = await addEvent(owner);
    await answer(guest, id, 2);
    await answer(other, id, 1);
    const write = (as: Member, fields = {}) =>
      post(as, 'message', id, { body: 'Bring <b>cups</b>', ...fields });
    expect((await write(guest)).status).toBe(401);
    expect((await write(owner, { body: ' ' })).status).toBe(400);
    expect((await write(owner, { body: 'x'.repeat(301) })).status).toBe(400);
    expect((await write(owner, { audience: 'going' })).body).toMatchObject({ notified: 1 });
    expect((await write(owner, { body: 'And plates' })).body).toMatchObject({ notified: 2 });
    const notices = (await listNotifications(guest)).recentUpdates;
    expect(notices.map(({ type, params, url }) => [type, params.label, url])).toEqual([
      ['event_message', 'And plates', `/events/${id}`],
      ['event_message', 'Bring <b>cups</b>', `/events/${id}`],
    ]);
    expect(await noticesOf(other)).toHaveLength(1);
    expect((await write(owner)).status).toBe(200);
    expect((await write(owner)).status).toBe(429);
  });

  test('write three times a day to the guests of a series, whichever its dates', async () => {
    await avoidWindowBorder(86_400);
    env().RATE_LIMIT_SCALE = 1;
    const id = await addEvent(owner, { rrule: 'FREQ=DAILY;COUNT=4' });
    const dates = await rowsOf(id);
    const statuses: number[] = [];
    for (const date of dates)
      statuses.push((await post(owner, 'message', date.id, { body: 'Bring cups' })).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });
});

test('an event without a series is left whatever the scope', async () => {
  const id = await addEvent(owner);
  await answer(guest, id, 2);
  expect((await post(guest, 'member/leave', id, { scope: 'this' })).body.membership).toBe('none');
});

describe('an approval', () => {
  test('takes the seats, and gives a number when none is left', async () => {
    const id = await addEvent(owner, { approval: 1, capacity: 2 });
    for (const member of [guest, other]) {
      await post(member, 'member/request', id);
      expect((await answer(member, id, 2)).status).toBe(200);
    }
    expect(await view(owner, id)).toMatchObject({ seats_left: 1, get_waiting_count: 0 });
    expect(await view(guest, id)).toMatchObject({ membership: 'requested' });
    await answer(guest, id, 2, { seats: 2 });
    const asking = (await call(owner, 'GET', `/events/pending-requests/${id}`)).body;
    expect(asking.pending_requests.map((one: { seats?: number }) => one.seats)).toEqual([2, 1]);
    await answer(guest, id, 2);
    const named = { user_id: `${guest.id},${other.id}` };
    const approved = await post(owner, 'member/approve', id, named);
    expect(approved.body).toEqual({ approved: 2, waiting: 0 });
    expect(await view(owner, id)).toMatchObject({ seats_left: 0, get_waiting_count: 1 });
    expect((await post(guest, 'member/approve', id, named)).status).toBe(401);
  });
});

describe('an answer to all of a series', () => {
  const states = async (as: Member, id: number) => {
    const rows = await rowsOf(id);
    const seen = [];
    for (const row of [rows[0]!, rows[1]!, rows.at(-1)!]) {
      const { rsvp, queue_number } = await view(as, row.id);
      seen.push(queue_number ? `waits ${queue_number}` : rsvp);
    }
    return seen;
  };

  test('and the answer to its date are one change', async () => {
    const id = await addEvent(owner, { rrule: 'FREQ=DAILY;COUNT=3' });
    const item = { type: 'event', itemId: id } as const;
    const failed = setAnswer(guest, item, { answer: 'going' }, () =>
      Promise.reject(new Error('lost')),
    );
    await expect(failed).rejects.toThrow('lost');
    expect(await states(guest, id)).toEqual([undefined, undefined, undefined]);
  });

  test('reaches those that the job adds, and ends with leaving', async () => {
    const id = await addEvent(owner, { rrule: 'FREQ=DAILY', capacity: 2 });
    await answer(other, (await rowsOf(id))[1]!.id, 2);
    await answer(guest, id, 2, { scope: 'all', seats: 2 });
    expect(await states(guest, id)).toEqual(['waits 1', 'waits 1', 2]);
    const before = await rowsOf(id);
    await moveClockTo('2027-05-03T00:00:00Z');
    await extendSeries({ seriesId: before[0]!.seriesId });
    moveClock(0);
    expect(await rowsOf(id)).toHaveLength(before.length + 2);
    expect((await states(guest, id))[2]).toBe(2);
    await answer(guest, before[1]!.id, 0);
    expect((await states(guest, id)).slice(1)).toEqual([0, 2]);
    await post(guest, 'member/leave', id);
    expect(await states(guest, id)).toEqual([undefined, undefined, undefined]);
    await moveClockTo('2027-05-05T00:00:00Z');
    await extendSeries({ seriesId: before[0]!.seriesId });
    moveClock(0);
    expect((await states(guest, id))[2]).toBeUndefined();
  });

  test('waits nowhere without a queue', async () => {
    const id = await addEvent(owner, { rrule: 'FREQ=DAILY', capacity: 2, waiting_list: 0 });
    await answer(other, (await rowsOf(id))[1]!.id, 2);
    const last = (await rowsOf(id)).at(-1)!.id;
    await answer(guest, last, 2, { scope: 'all', seats: 2 });
    expect(await states(guest, id)).toEqual([undefined, undefined, 2]);
  });

  test('leaves a maybe on a date that is full', async () => {
    const id = await addEvent(owner, { rrule: 'FREQ=DAILY;COUNT=3', capacity: 2, waiting_list: 0 });
    const second = (await rowsOf(id))[1]!.id;
    await answer(other, second, 2, { seats: 2 });
    await answer(guest, second, 1);
    await answer(guest, id, 2, { scope: 'all' });
    expect(await states(guest, id)).toEqual([2, 1, 2]);
    expect(await view(guest, second)).toMatchObject({ get_maybe_count: 1, get_waiting_count: 0 });
  });

  test('takes no seats away when a host lowers their number on all dates', async () => {
    const id = await addEvent(owner, { rrule: 'FREQ=DAILY;COUNT=3', capacity: 5 });
    for (const as of [guest, other]) await answer(as, id, 2, { scope: 'all', seats: 2 });
    await call(owner, 'PUT', `/events/edit/${id}`, { scope: 'following', capacity: 1 });
    for (const as of [guest, other]) expect(await states(as, id)).toEqual([2, 2, 2]);
  });

  test('stays for other dates when its guest leaves one, and the queue gets the seat', async () => {
    const id = await addEvent(owner, { rrule: 'FREQ=DAILY;COUNT=3', capacity: 1 });
    const [first, second] = await rowsOf(id);
    const leave = (as: Member, fields = {}) => post(as, 'member/leave', second!.id, fields);
    await answer(guest, id, 2, { scope: 'all' });
    await answer(other, second!.id, 2);
    expect((await leave(await addMember(), { scope: 'this' })).status).toBe(404);
    expect((await leave(guest, { scope: 'following' })).status).toBe(400);
    expect((await leave(guest, { scope: 'this' })).body.membership).toBe('member');
    expect(await states(guest, id)).toEqual(['waits 1', 0, 2]);
    expect((await view(other, second!.id)).queue_number).toBeUndefined();
    expect((await leave(guest)).body.membership).toBe('none');
    expect(await states(guest, first!.id)).toEqual([undefined, undefined, undefined]);
  });

  test('leaves past and cancelled dates as they are', async () => {
    const id = await addEvent(owner, { rrule: 'FREQ=DAILY;COUNT=3' });
    const [past, cancelled, next] = await rowsOf(id);
    await answer(other, past!.id, 1);
    await post(owner, 'cancel', cancelled!.id);
    await moveClockTo('2027-05-02T00:00:00Z');
    const wall = await wallOf('event', next!.id);
    await changeContainer(other, wall, (change) => answerAll(change, other, { answer: 'going' }));
    moveClock(0);
    const rsvps = [past, cancelled, next].map(async (row) => (await view(other, row!.id)).rsvp);
    expect(await Promise.all(rsvps)).toEqual([1, undefined, 2]);
  });
});

describe('calls of the documentation', () => {
  test('join with the answer that they name, by default that they come', async () => {
    const id = await addEvent(owner, { capacity: 2 });
    const join = async (as: Member, fields = {}) =>
      (await post(as, 'member/join', id, fields)).body as object;
    expect(await join(guest)).toEqual({ membership: 'member', rsvp: 2, member_count: 2 });
    expect(await join(other, { rsvp: 1 })).toMatchObject({ rsvp: 1, member_count: 3 });
    expect(await view(owner, id)).toMatchObject({ get_attending_count: 2, get_maybe_count: 1 });
    const late = await addMember();
    await join(late);
    expect(await view(late, id)).toMatchObject({ rsvp: 2, queue_number: 1 });
    expect((await post(late, 'member/join', id, { rsvp: 3 })).status).toBe(400);
    const closed = await addEvent(owner, { approval: 1 });
    expect((await post(guest, 'member/join', closed)).status).toBe(401);
  });

  test('accept an invitation with an answer, and nothing without one', async () => {
    const id = await addEvent(owner, { auth_view: 'member' });
    const accept = (as: Member, fields = {}) => post(as, 'member/accept', id, fields);
    expect((await accept(guest)).status).toBe(404);
    for (const friend of [guest, other]) {
      await befriend(owner, friend);
      await post(owner, 'member/invite', id, { users: String(friend.id) });
    }
    expect((await accept(guest)).status).toBe(200);
    expect((await accept(other, { rsvp: 1 })).status).toBe(200);
    expect((await accept(other)).status).toBe(404);
    expect(await view(owner, id)).toMatchObject({ get_attending_count: 2, get_maybe_count: 1 });
  });

  test('cancel the own request without a name, and that of nobody else', async () => {
    const id = await addEvent(owner, { approval: 1 });
    for (const member of [guest, other]) await post(member, 'member/request', id);
    expect((await post(guest, 'member/cancel', id, { user_id: other.id })).status).toBe(401);
    expect((await post(guest, 'member/cancel', id)).status).toBe(200);
    expect((await post(guest, 'member/cancel', id)).status).toBe(404);
    expect((await view(other, id)).membership).toBe('requested');
    expect((await post(owner, 'member/cancel', id, { user_id: other.id })).status).toBe(200);
    expect((await view(other, id)).membership).toBe('none');
  });

  test('read the field with which to answer if they ask for it', async () => {
    const id = await addEvent(owner);
    const read = async (as: Member | undefined, fields = {}) =>
      (await call(as, 'GET', `/events/view/${id}`, fields)).body.profile_rsvp_form;
    expect(await read(guest)).toBeUndefined();
    expect(await read(undefined, { profile_rsvp: 1 })).toBeUndefined();
    const [field] = await read(guest, { profile_rsvp: 1 });
    expect(field).toMatchObject({ name: 'rsvp', multiOptions: { 0: 'Not going', 2: 'Going' } });
  });
});
