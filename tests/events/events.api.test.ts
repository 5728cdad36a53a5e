import { PgDialect } from 'drizzle-orm/pg-core';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  eventsStatement,
  listEvents,
  type EventQuery,
} from '#domains/events/browse/event-list.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { moveClock } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addMember } from '../support/people.ts';
import { addEvent, call, createEvent, listed, view } from './event-world.ts';

let owner: Member;
let other: Member;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  owner = await addMember({ name: 'Olga' });
  other = await addMember({ name: 'Otto' });
});

const names = (items: Array<{ name: string }>) => items.map(({ name }) => name);

describe('an event', () => {
  test('is created, read and changed by its owner', async () => {
    const created = await call(owner, 'POST', '/events/create', {
      title: 'Sourdough',
      description: 'Bread and starters.',
      category_id: 5,
      starttime: '2027-03-28 02:30:00',
      endtime: '2027-03-28 05:00:00',
      timezone: 'Europe/Berlin',
      location: 'Old mill',
      capacity: 10,
    });
    expect(created.body.response).toMatchObject({
      title: 'Sourdough',
      category_title: 'Food',
      user_id: owner.id,
      parent_type: 'user',
      membership: 'owner',
      rsvp: 2,
      starttime: '2027-03-28 01:30:00',
      starttime_local: '2027-03-28 02:30:00',
      endtime: '2027-03-28 03:00:00',
      timezone: 'Europe/Berlin',
      seats_left: 9,
      get_attending_count: 1,
    });
    const id = created.body.response.event_id as number;
    const seen = await call(other, 'GET', `/events/view/${id}`);
    expect(names(seen.body.gutterMenu)).toEqual(['join']);
    expect(seen.body.gutterMenu[0].url).toBe(`events/member/join/${id}`);
    expect((await call(other, 'GET', `/events/edit/${id}`)).status).toBe(401);
    expect((await call(other, 'PUT', `/events/edit/${id}`, { title: 'X' })).status).toBe(401);
    expect((await call(owner, 'PUT', `/events/edit/${id}`, { title: 'Rye' })).status).toBe(200);
    expect(await view(other, id)).toMatchObject({ title: 'Rye', location: 'Old mill' });
  });

  test('is neither created nor moved so that it is over', async () => {
    const past = { starttime: '2020-05-01 10:00:00', endtime: '2020-05-01 12:00:00' };
    const id = await addEvent(owner);
    for (const refused of [
      await createEvent(owner, past),
      await call(owner, 'PUT', `/events/edit/${id}`, past),
    ])
      expect([refused.status, Object.keys(refused.message as object)]).toEqual([400, ['endtime']]);
  });

  test('counts for the limit once it is created, and not while its form is corrected', async () => {
    const eager = await addMember();
    env().RATE_LIMIT_SCALE = 1;
    try {
      for (let turn = 0; turn < 12; turn += 1)
        expect((await createEvent(eager, { endtime: '2027-05-01 09:00:00' })).status).toBe(400);
      for (let turn = 0; turn < 10; turn += 1) expect((await createEvent(eager)).status).toBe(200);
      expect((await createEvent(eager)).status).toBe(429);
      expect((await listed(other, { user_id: eager.id })).length).toBe(10);
    } finally {
      env().RATE_LIMIT_SCALE = 1_000;
    }
  });

  test('that is over or cancelled lets nobody join by a link', async () => {
    const at = (days: number) =>
      new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
    const id = await addEvent(owner, { starttime: at(2), endtime: at(3) });
    const link = async () => {
      const { body } = await call(owner, 'POST', `/events/invite-links/${id}`);
      return `/events/join-by-link/${new URL(body.url).pathname.split('/').at(-1)}`;
    };
    const path = await link();
    moveClock(4 * 86_400);
    expect((await call(other, 'POST', path)).status).toBe(400);
    moveClock(0);
    await call(owner, 'POST', `/events/cancel/${id}`);
    const refused = await call(other, 'POST', path);
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.message)).toContain('nobody can join any more');
    expect((await view(other, id)).membership).toBe('none');
  });

  test('keeps its time when its form is saved ten times, on a day that leaves the hour out', async () => {
    const id = await addEvent(owner, {
      starttime: '2027-03-28 02:30:00',
      endtime: '2027-03-28 05:00:00',
      timezone: 'Europe/Berlin',
    });
    for (let turn = 0; turn < 10; turn += 1) {
      const { formValues } = (await call(owner, 'GET', `/events/edit/${id}`)).body;
      expect((await call(owner, 'PUT', `/events/edit/${id}`, formValues)).status).toBe(200);
    }
    expect(await view(owner, id)).toMatchObject({
      starttime: '2027-03-28 01:30:00',
      starttime_local: '2027-03-28 02:30:00',
    });
  });

  test('that takes whole days ends with the last of them', async () => {
    const id = await addEvent(owner, {
      starttime: '2027-06-01',
      endtime: '2027-06-02',
      timezone: 'Asia/Tokyo',
      all_day: 1,
    });
    expect(await view(owner, id)).toMatchObject({
      all_day: 1,
      starttime: '2027-05-31 15:00:00',
      endtime: '2027-06-02 15:00:00',
    });
    const { formValues } = (await call(owner, 'GET', `/events/edit/${id}`)).body;
    expect(formValues).toMatchObject({ endtime: '2027-06-02' });
  });

  test.each([
    [{ endtime: '2027-01-01 09:00:00' }, 'endtime'],
    [{ endtime: '2027-03-01 09:00:00' }, 'endtime'],
    [{ starttime: '2027-02-30 09:00:00' }, 'starttime'],
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ title: '' }, 'title'],
    [{ title: 'x'.repeat(129) }, 'title'],
    [{ rrule: 'FREQ=HOURLY' }, 'rrule'],
    [{ rrule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }, 'rrule'],
    [{ online_url: 'https://x@evil.test/' }, 'online_url'],
    [{ capacity: -1 }, 'capacity'],
  ])('with %j is refused at %s', async (fields, field) => {
    const answer = await call(owner, 'POST', '/events/create', { ...minimal, ...fields });
    expect([answer.status, answer.error_code, Object.keys(answer.message as object)]).toEqual([
      400,
      'validation_fail',
      [field],
    ]);
  });
});

const minimal = {
  title: 'Tea',
  description: 'With cake.',
  starttime: '2027-01-01 10:00:00',
  endtime: '2027-01-01 12:00:00',
};

describe('a series', () => {
  test('has an event for each time, and lists show the next one', async () => {
    const id = await addEvent(owner, {
      title: 'Weekly waltz',
      starttime: '2027-03-21 02:30:00',
      endtime: '2027-03-21 02:45:00',
      timezone: 'Europe/Berlin',
      rrule: 'FREQ=WEEKLY;BYDAY=SU;COUNT=3',
    });
    expect(await listed(other, { search_text: 'waltz' })).toEqual([id]);
    const wall = sql`select wall_id from events where id = ${id}`;
    const rows = await db.execute<{ starts: string }>(sql`
      select to_char(starts_at at time zone 'UTC', 'MM-DD HH24:MI') as starts
      from events
      where wall_id = (${wall})
      order by starts_at`);
    expect(rows.map(({ starts }) => starts)).toEqual(['03-21 01:30', '03-28 01:30', '04-04 00:30']);
  });

  test('is listed by its next date in its category too, beside one that was just cancelled', async () => {
    const category_id = 11;
    const id = await addEvent(owner, { rrule: 'FREQ=WEEKLY;COUNT=4', category_id });
    await addEvent(owner, { rrule: 'FREQ=WEEKLY;COUNT=2', category_id: 12 });
    expect(await listed(other, { category_id })).toEqual([id]);
    await call(owner, 'POST', `/events/cancel/${id}`, { reason: 'Rain' });
    const shown = await listed(other, { category_id });
    expect(shown).toHaveLength(2);
    expect(shown[0]).toBe(id);
    expect(await listed(other, { category_id, order: 'creation_date DESC' })).toEqual(
      expect.arrayContaining(shown),
    );
  });
});

describe('lists', () => {
  const ids = (answer: { body?: { response: Array<{ event_id: number }> } }) =>
    answer.body!.response.map(({ event_id: id }) => id);

  test('have the order that is asked among own events', async () => {
    const host = await addMember();
    const at = (day: string) => ({ starttime: `${day} 10:00:00`, endtime: `${day} 12:00:00` });
    const [late, early] = [
      await addEvent(host, at('2027-07-01')),
      await addEvent(host, at('2027-06-01')),
    ];
    const over = await addEvent(host, at('2027-08-01'));
    await db.execute(sql`
      update events
      set starts_at = now() - interval '3 hours', ends_at = now() - interval '1 hour'
      where id = ${over}`);
    await call(other, 'POST', `/events/view/${late}`, { rsvp: 2 });
    const own = async (fields = {}) => ids(await call(host, 'GET', '/events/manage', fields));
    expect(await own()).toEqual([early, late, over]);
    expect(await own({ order: 'starttime ASC' })).toEqual([over, early, late]);
    expect(await own({ order: 'creation_date DESC' })).toEqual([over, early, late]);
    expect((await own({ order: 'member_count DESC' }))[0]).toBe(late);
  });

  test('find closed events by location among own ones alone', async () => {
    const host = await addMember();
    const closed = await addEvent(host, { auth_view: 'member', location: 'Windmill' });
    const found = async (viewer: Member, query: EventQuery) =>
      (await listEvents(viewer, { location: 'windmill', ownerId: host.id, ...query })).rows.map(
        ({ itemId }) => itemId,
      );
    expect(await found(host, { isOwn: true })).toEqual([closed]);
    expect(await found(host, { isOwn: true, search: 'Tea' })).toEqual([closed]);
    expect(await found(host, { isOwn: true, search: 'Coffee' })).toEqual([]);
    expect(await found(other, {})).toEqual([]);
    expect(await found(other, { isOwn: true })).toEqual([]);
  });

  test('begin with the first of past events where that is asked', async () => {
    const host = await addMember();
    const [first, last] = [await addEvent(host), await addEvent(host)];
    for (const [id, hours] of [
      [first, 9],
      [last, 6],
    ])
      await db.execute(sql`
        update events
        set starts_at = now() - make_interval(hours => ${hours}),
          ends_at = now() - make_interval(hours => ${hours! - 1})
        where id = ${id}`);
    const past = (fields = {}) => listed(other, { filter: 'past', user_id: host.id, ...fields });
    expect(await past()).toEqual([last, first]);
    expect(await past({ order: 'starttime ASC' })).toEqual([first, last]);
  });

  test.each(['creation_date DESC', 'member_count DESC'] as const)(
    'by %s read no more than a thousand events, whatever the page',
    async (order) => {
      const names = { 'creation_date DESC': 'newest', 'member_count DESC': 'guests' } as const;
      const query = { order: names[order], page: 1_000_000, limit: 50 };
      const { sql: text } = new PgDialect().sqlToQuery(eventsStatement(other, query));
      const limits = [...text.matchAll(/limit (\d+)/g)].map(([, count]) => Number(count));
      expect(Math.max(...limits)).toBeLessThanOrEqual(1_000);
      const answer = await call(other, 'GET', '/events', { order, page: 1_000_000, limit: 50 });
      expect([answer.status, ids(answer)]).toEqual([200, []]);
    },
  );
});

describe('an answer', () => {
  test('takes a seat, waits with a number, and gives the seat back', async () => {
    const id = await addEvent(owner, { capacity: 2 });
    const third = await addMember();
    const answer = async (as: Member, rsvp: number) =>
      (await call(as, 'POST', `/events/view/${id}`, { rsvp })).body;
    expect(await answer(other, 2)).toMatchObject({ rsvp: 2, get_attending_count: 2 });
    expect(await answer(third, 2)).toMatchObject({
      rsvp: 2,
      queue_number: 1,
      get_attending_count: 2,
      get_waiting_count: 1,
    });
    expect(await answer(other, 1)).toMatchObject({ rsvp: 1, get_maybe_count: 1 });
    expect(await view(third, id)).toMatchObject({ rsvp: 2, get_attending_count: 2 });
    expect((await view(third, id)).queue_number).toBeUndefined();
  });

  test.each(['3', '-1', '2; drop', '2.0', ''])('with the value %j is refused', async (rsvp) => {
    const id = await addEvent(owner);
    expect((await call(other, 'POST', `/events/view/${id}`, { rsvp })).status).toBe(400);
  });
});
