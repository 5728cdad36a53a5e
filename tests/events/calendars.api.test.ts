import ICAL from 'ical.js';
import { convertIcsCalendar } from 'ts-ics';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  createCalendarKey,
  findKeyMember,
  listCalendarKeys,
  revokeCalendarKey,
  type CalendarKey,
} from '#domains/events/calendars/calendar-keys.server.ts';
import {
  readCalendar,
  type CalendarScope,
} from '#domains/events/calendars/event-calendar.server.ts';
import { visitor, type Member, type Viewer } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addMember, givePassword, setStatus } from '../support/people.ts';
import { addEvent, call } from './event-world.ts';

let owner: Member;
let guest: Member;
let ahead: (days: number, hour?: number) => string;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  owner = await addMember({ name: 'Olga' });
  guest = await addMember({ name: 'Gus' });
  ahead = (days, hour = 18) =>
    `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)} ${hour}:00:00`;
});

const add = (fields: object = {}, days = 10) =>
  addEvent(owner, { starttime: ahead(days), endtime: ahead(days, 20), timezone: 'UTC', ...fields });
const going = (as: Member, id: number) => call(as, 'POST', `/events/view/${id}`, { rsvp: 2 });

const newKey = async (member: Member) =>
  new URL(await createCalendarKey(member, 'Phone')).searchParams.get('key')!;

/** Read by both libraries. */
async function read(viewer: Viewer, scope: CalendarScope) {
  const text = await readCalendar(viewer, scope);
  const events = new ICAL.Component(ICAL.parse(text) as never)
    .getAllSubcomponents('vevent')
    .map((one) => new ICAL.Event(one));
  expect(convertIcsCalendar(undefined, text).events ?? []).toHaveLength(events.length);
  return {
    text,
    events,
    find: (id: number) => events.find(({ uid }) => uid.startsWith(`event-${id}@`)),
  };
}

describe('the calendar of the site', () => {
  test('has each event of a series under a number of its own, and what was changed or cancelled', async () => {
    const first = await add({ title: 'Waltz', rrule: 'FREQ=DAILY;COUNT=3' });
    const { events } = await read(visitor, 'site');
    const ids = events
      .filter(({ summary }) => summary === 'Waltz')
      .map(({ uid }) => Number(/event-(\d+)@/.exec(uid)![1]))
      .sort((a, b) => a - b);
    expect(ids).toHaveLength(3);
    expect(ids[0]).toBe(first);
    const [, second, third] = ids as [number, number, number];
    const moved = { title: 'Tango', starttime: ahead(40), endtime: ahead(40, 19) };
    expect((await call(owner, 'PUT', `/events/edit/${second}`, moved)).status).toBe(200);
    expect((await call(owner, 'POST', `/events/cancel/${third}`)).status).toBe(200);
    const after = await read(visitor, 'site');
    expect(after.text).not.toMatch(/RRULE|RECURRENCE-ID/);
    expect(after.find(first)).toMatchObject({ summary: 'Waltz', sequence: 0 });
    const tango = after.find(second)!;
    expect([tango.summary, tango.sequence > 0, tango.startDate.toJSDate().toISOString()]).toEqual([
      'Tango',
      true,
      `${ahead(40).replace(' ', 'T')}.000Z`,
    ]);
    expect(after.find(third)!.component.getFirstPropertyValue('status')).toBe('CANCELLED');
    await db.execute(sql`
      update events set modified_at = now() - interval '31 days' where id = ${third}`);
    expect((await read(visitor, 'site')).find(third)).toBeUndefined();
  });

  test.each([{ auth_view: 'registered' }, { auth_view: 'member' }, { search: 0 }])(
    'leaves out an event with %j',
    async (fields) => {
      const id = await add(fields);
      expect((await read(visitor, 'site')).find(id)).toBeUndefined();
    },
  );

  test('ends with thirteen months', async () => {
    const [near, far] = [await add({}, 380), await add({}, 420)];
    const { find } = await read(visitor, 'site');
    expect([find(near) !== undefined, find(far) !== undefined]).toEqual([true, false]);
  });

  test('is empty where visitors read nothing', async () => {
    env().PUBLIC_READING = false;
    try {
      expect((await read(visitor, 'site')).events).toEqual([]);
    } finally {
      env().PUBLIC_READING = true;
    }
  });
});

describe('the file of an event', () => {
  test('is not found for whoever does not read it', async () => {
    const id = await add({ auth_view: 'member' });
    await expect(read(visitor, { eventId: id })).rejects.toMatchObject({ status: 404 });
    await expect(read(guest, { eventId: id })).rejects.toMatchObject({ status: 404 });
    expect((await read(owner, { eventId: id })).events).toHaveLength(1);
  });

  test('has the online address for those who are going alone, and nobody’s e-mail address', async () => {
    const id = await add({ online_url: 'https://meet.example/room' });
    expect((await read(guest, { eventId: id })).text).not.toContain('meet.example');
    await going(guest, id);
    const { text } = await read(guest, { eventId: id });
    expect(text).toContain('https://meet.example/room');
    expect(text).toContain(`URL:${env().PUBLIC_ORIGIN}/events/event/${id}\r\n`);
    expect(text).not.toMatch(/mailto|ATTENDEE|ORGANIZER|\w@(?!test|localhost)\w+\.example/);
  });

  test('has whole days as days', async () => {
    const id = await add({ all_day: 1, timezone: 'Asia/Tokyo' });
    const { text } = await read(visitor, { eventId: id });
    expect(text).toContain(`DTSTART;VALUE=DATE:${ahead(10).slice(0, 10).replaceAll('-', '')}`);
  });
});

describe('the calendar of a member', () => {
  test('has what they host or come to, and not what they declined', async () => {
    const [mine, declined, other] = [await add(), await add(), await add()];
    await going(guest, mine);
    await going(guest, declined);
    await call(guest, 'POST', `/events/view/${declined}`, { rsvp: 0 });
    const { find } = await read(guest, 'own');
    expect([mine, declined, other].map((id) => find(id) !== undefined)).toEqual([
      true,
      false,
      false,
    ]);
    expect((await read(owner, 'own')).find(other)).toBeDefined();
  });

  test('has an event as tentative while they wait or may come', async () => {
    const id = await add({ capacity: 1, title: 'Duo' });
    await going(guest, id);
    const state = async () => {
      const { component } = (await read(guest, 'own')).find(id)!;
      return ['status', 'last-modified'].map((name) =>
        String(component.getFirstPropertyValue(name)),
      );
    };
    await db.execute(sql`
      update events set modified_at = now() - interval '1 day' where id = ${id}`);
    const [waiting, modified] = await state();
    expect([waiting, modified! > new Date(Date.now() - 3_600_000).toISOString()]).toEqual([
      'TENTATIVE',
      true,
    ]);
    await call(owner, 'PUT', `/events/edit/${id}`, { capacity: 2 });
    expect((await state())[0]).toBe('CONFIRMED');
    await call(guest, 'POST', `/events/view/${id}`, { rsvp: 1 });
    expect((await state())[0]).toBe('TENTATIVE');
    expect((await read(guest, 'site')).find(id)!.component.getFirstPropertyValue('status')).toBe(
      'CONFIRMED',
    );
    await call(owner, 'POST', `/events/cancel/${id}`);
    expect((await state())[0]).toBe('CANCELLED');
  });

  test('has an event that was deleted as cancelled for thirty days', async () => {
    const password = await givePassword(owner);
    const answered = await add();
    await going(guest, answered);
    const one = await add({ rrule: 'FREQ=DAILY;COUNT=2' });
    for (const id of [answered, one])
      await call(owner, 'DELETE', `/events/delete/${id}`, { password });
    const { find } = await read(owner, 'own');
    for (const id of [answered, one]) {
      const { component, sequence } = find(id)!;
      expect([component.getFirstPropertyValue('status'), sequence]).toEqual(['CANCELLED', 1]);
    }
    expect((await read(guest, { eventId: answered })).events).toHaveLength(1);
  });

  test('and that of the site have a series that was deleted as cancelled for thirty days', async () => {
    const password = await givePassword(owner);
    const listed = await add({ rrule: 'FREQ=DAILY;COUNT=2' });
    const unlisted = await add({ rrule: 'FREQ=DAILY;COUNT=2', search: 0 });
    for (const id of [listed, unlisted]) {
      await going(guest, id);
      await call(owner, 'DELETE', `/events/delete/${id}`, { password, scope: 'all' });
    }
    const site = await read(visitor, 'site');
    expect(site.find(listed)?.component.getFirstPropertyValue('status')).toBe('CANCELLED');
    expect(site.find(unlisted)).toBeUndefined();
    expect((await read(owner, 'own')).find(listed)).toBeDefined();
    await db.execute(sql`
      update events set modified_at = now() - interval '31 days' where id = ${listed}`);
    expect((await read(visitor, 'site')).find(listed)).toBeUndefined();
  });

  test('loses an event from which they are banned', async () => {
    const id = await add({ auth_view: 'registered' });
    await going(guest, id);
    await call(owner, 'POST', `/events/member/ban/${id}`, { user_id: guest.id });
    expect((await read(guest, 'own')).find(id)).toBeUndefined();
  });
});

describe('the key of a calendar', () => {
  test('finds its member until it is revoked, and notes that it was used', async () => {
    const key = await newKey(guest);
    expect(await listCalendarKeys(guest)).toMatchObject([{ name: 'Phone', lastUsedAt: null }]);
    expect(await findKeyMember(key)).toMatchObject({ id: guest.id, role: 'member' });
    const [{ id, lastUsedAt }] = (await listCalendarKeys(guest)) as [CalendarKey];
    expect(lastUsedAt).not.toBeNull();
    await expect(revokeCalendarKey(owner, id)).rejects.toMatchObject({ status: 404 });
    await revokeCalendarKey(guest, id);
    expect(await findKeyMember(key)).toBeNull();
  });

  test('finds nobody once the account is suspended', async () => {
    const member = await addMember();
    const key = await newKey(member);
    await setStatus(member, 'suspended');
    expect(await findKeyMember(key)).toBeNull();
  });

  test('is stored as a hash alone', async () => {
    const key = await newKey(owner);
    const [row] = await db.execute(sql`select row_to_json(k)::text as text from calendar_keys k`);
    expect(row!.text).not.toContain(key);
  });

  test('is one of twenty at most', async () => {
    const member = await addMember();
    for (let count = 0; count < 20; count += 1) await createCalendarKey(member, 'One');
    await expect(createCalendarKey(member, 'More')).rejects.toMatchObject({ status: 400 });
  });
});
