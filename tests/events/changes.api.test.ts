// @module-tag races
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendReminders } from '#domains/events/changes/reminders.server.ts';
import { editEvent } from '#domains/events/edit/event-changes.server.ts';
import { toNotification } from '#domains/notifications/notifications.model.ts';
import { listNotifications } from '#domains/notifications/notifications.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { moveClock } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { startJobs } from '#server/jobs.ts';
import { sql } from '#server/sql.ts';
import { addMember, befriend, givePassword } from '../support/people.ts';
import { send } from '../support/rest.ts';
import { avoidWindowBorder } from '../support/windows.ts';
import { addEvent, call, listed, moveClockTo, noticesOf, view } from './event-world.ts';

let owner: Member;
let guest: Member;
let other: Member;
let id: number;
beforeAll(() => startJobs([]));
beforeEach(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  [owner, guest, other] = [await addMember(), await addMember(), await addMember()];
  id = await addEvent(owner, { timezone: 'Europe/Berlin', location: 'Mill' });
});
afterEach(() => moveClock(0));

const answer = (as: Member, rsvp: number) => call(as, 'POST', `/events/view/${id}`, { rsvp });
const edit = (fields: Record<string, string | number>) =>
  call(owner, 'PUT', `/events/edit/${id}`, fields);
const typesOf = async (member: Member) => (await noticesOf(member)).map(([type]) => type);
const labelsOf = async (member: Member) =>
  (await listNotifications(member)).recentUpdates.map(({ params }) => params.label);

describe('a change', () => {
  beforeEach(async () => {
    await answer(guest, 2);
    await answer(other, 0);
  });

  test('that moves it notifies guests who come with both times', async () => {
    await edit({ starttime: '2027-05-01 11:00:00', endtime: '2027-05-01 12:30:00' });
    expect(await noticesOf(guest)).toEqual([['event_moved', `/events/${id}`]]);
    expect(await labelsOf(guest)).toEqual([
      'Tea: now Sat, May 1, 2027, 11:00 AM – 12:30 PM (Berlin, GMT+2), before May 1, 10:00 AM.',
    ]);
    expect([await typesOf(other), await typesOf(owner)]).toEqual([[], ['event_answered']]);
    expect(await view(guest, id)).toMatchObject({
      rsvp: 2,
      status: 'moved',
      previous_starttime: '2027-05-01 08:00:00',
    });
  });

  test('that changes the end alone names both ends, and is no move', async () => {
    await edit({ endtime: '2027-05-01 13:00:00' });
    expect(await noticesOf(guest)).toEqual([['event_moved', `/events/${id}`]]);
    expect(await labelsOf(guest)).toEqual([
      'Tea: now ends May 1, 1:00 PM, before May 1, 12:00 PM.',
    ]);
    expect(await view(guest, id)).toMatchObject({ status: 'scheduled', previous_starttime: '' });
  });

  test('to the same minutes keeps the seconds and notifies nobody', async () => {
    await edit({ endtime: '2027-05-01 12:59:59' });
    const before = await noticesOf(guest);
    await edit({ starttime: '2027-05-01 10:00', endtime: '2027-05-01 12:59' });
    expect(await noticesOf(guest)).toEqual(before);
    expect((await view(guest, id)).endtime_local).toBe('2027-05-01 12:59:59');
  });

  test('by more than a day asks again, and each move notifies', async () => {
    await edit({ starttime: '2027-05-03 10:00:00', endtime: '2027-05-03 12:00:00' });
    await edit({ starttime: '2027-05-03 11:00:00', endtime: '2027-05-03 12:00:00' });
    expect(await typesOf(guest)).toEqual(['event_asks', 'event_moved']);
    expect((await view(guest, id)).rsvp).toBe(2);
  });

  test('gives an event that was over a date to come, which asks its guests', async () => {
    await moveClockTo('2027-05-03T00:00:00Z');
    const times = {
      startsLocal: '2027-05-09T10:00:00',
      endsLocal: '2027-05-09T12:00:00',
      timezone: 'Europe/Berlin',
    };
    await editEvent(owner, { id, itemId: id }, {}, { schedule: () => ({ times }) });
    expect(await noticesOf(guest)).toEqual([['event_asks', `/events/${id}`]]);
    expect(await labelsOf(guest)).toEqual([
      expect.stringMatching(/^Tea: now Sun, May 9, 2027.*before May 1, 10:00 AM\.$/),
    ]);
    expect(await typesOf(other)).toEqual([]);
  });

  test('to an online address notifies guests and keeps the address back', async () => {
    await edit({ location: '', online_url: 'https://meet.test/tea' });
    expect(await view(guest, id)).toMatchObject({ status: 'moved_online' });
    expect(await labelsOf(guest)).toEqual(['Tea: It takes place online.']);
  });

  test('to another online address notifies guests without naming it', async () => {
    await edit({ online_url: 'https://meet.test/tea' });
    await edit({ online_url: 'https://meet.test/cake' });
    expect(await labelsOf(guest)).toEqual(['Tea: It has a new online address.']);
  });

  test('to an address in the town ends that it is online', async () => {
    await edit({ location: '', online_url: 'https://meet.test/tea' });
    await edit({ location: 'Barn', online_url: '' });
    expect(await view(guest, id)).toMatchObject({ status: 'scheduled', location: 'Barn' });
  });

  test('to the title alone notifies nobody, nor does saving again', async () => {
    const { formValues } = (await call(owner, 'GET', `/events/edit/${id}`)).body;
    await edit(formValues);
    await edit({ title: 'Coffee' });
    expect(await noticesOf(guest)).toEqual([]);
    expect((await view(guest, id)).status).toBe('scheduled');
  });

  test('to a later time that is not known keeps answers', async () => {
    await call(owner, 'POST', `/events/postpone/${id}`, { reason: 'The oven is broken' });
    expect(await view(guest, id)).toMatchObject({ status: 'postponed', rsvp: 2 });
    expect(await labelsOf(guest)).toEqual(['The oven is broken']);
    expect((await call(other, 'POST', `/events/postpone/${id}`)).status).toBe(401);
    expect((await call(owner, 'POST', `/events/postpone/${id}`)).status).toBe(400);
  });

  test('gives a postponed event another time after its old end', async () => {
    await call(owner, 'POST', `/events/postpone/${id}`);
    await moveClockTo('2027-05-03T00:00:00Z');
    const times = {
      startsLocal: '2027-05-09T10:00:00',
      endsLocal: '2027-05-09T12:00:00',
      timezone: 'Europe/Berlin',
    };
    await editEvent(owner, { id, itemId: id }, {}, { schedule: () => ({ times }) });
    expect(await typesOf(guest)).toContain('event_asks');
    const rows = await db.execute(sql`select status from events where id = ${id}`);
    expect([...rows]).toEqual([{ status: 'moved' }]);
  });

  test('gives a postponed event its old time again, and notifies guests once', async () => {
    await call(owner, 'POST', `/events/postpone/${id}`);
    const { formValues } = (await call(owner, 'GET', `/events/edit/${id}`)).body;
    expect(formValues).toMatchObject({ starttime: '', endtime: '' });
    await edit({ ...formValues, title: 'Coffee' });
    expect((await view(guest, id)).status).toBe('postponed');
    await edit({ starttime: '2027-05-01 10:00:00', endtime: '2027-05-01 12:00:00' });
    await edit({ starttime: '2027-05-01 10:00:00', endtime: '2027-05-01 12:00:00' });
    expect(await view(guest, id)).toMatchObject({ status: 'scheduled', rsvp: 2 });
    expect(await typesOf(guest)).toEqual(['event_moved', 'event_postponed']);
    expect(await labelsOf(guest)).toContain(
      'Coffee: on as planned, Sat, May 1, 2027, 10:00 AM – 12:00 PM (Berlin, GMT+2).',
    );
    expect((await edit({ starttime: '' })).status).toBe(400);
  });

  test('gives a postponed event no time that is over', async () => {
    await call(owner, 'POST', `/events/postpone/${id}`);
    await moveClockTo('2027-05-03T00:00:00Z');
    const times = {
      startsLocal: '2027-05-01T10:00:00',
      endsLocal: '2027-05-01T12:00:00',
      timezone: 'Europe/Berlin',
    };
    const schedule = () => ({ times });
    await expect(editEvent(owner, { id, itemId: id }, {}, { schedule })).rejects.toMatchObject({
      detail: { endtime: 'This end is in the past.' },
    });
  });

  test('is not possible once it is cancelled, and nobody answers it', async () => {
    await call(owner, 'POST', `/events/cancel/${id}`, { reason: 'Rain' });
    expect((await edit({ title: 'Coffee' })).status).toBe(400);
    expect((await call(owner, 'POST', `/events/postpone/${id}`)).status).toBe(400);
    expect((await answer(guest, 0)).status).toBe(400);
    expect(await labelsOf(guest)).toEqual([
      'Rain · Sat, May 1, 2027, 10:00 AM – 12:00 PM (Berlin, GMT+2)',
    ]);
  });

  test('names the event and shows its picture in the notice of the site', async () => {
    await call(owner, 'POST', `/events/cancel/${id}`, { reason: 'Rain' });
    await db.execute(
      sql`update containers set avatar = 'tea.webp' where type = 'event' and id = ${id}`,
    );
    const [notice] = (await listNotifications(guest)).recentUpdates;
    expect(notice).toMatchObject({
      feed_title: 'Tea was cancelled.',
      action_type_body: '{item:$object} was cancelled.',
      action_type_body_params: [{ search: '{item:$object}', type: 'event', id, label: 'Tea' }],
    });
    const { actors, start, image } = toNotification(notice!);
    expect([actors, start]).toEqual([['Tea'], 'Tea']);
    expect(image).toContain('tea.webp');
  });

  test('deletes it for lists, and cancels it for who has answered', async () => {
    const password = await givePassword(owner);
    const remove = () => call(owner, 'DELETE', `/events/delete/${id}`, { password });
    expect(await listed(other)).toContain(id);
    expect((await remove()).status).toBe(200);
    expect(await listed(other)).not.toContain(id);
    expect(await view(guest, id)).toMatchObject({ status: 'cancelled' });
    expect(await typesOf(guest)).toEqual(['event_cancelled']);
    expect((await remove()).status).toBe(200);
    expect(await view(guest, id)).toBeUndefined();
    expect(await typesOf(guest)).toEqual(['event_deleted']);
    expect(await labelsOf(guest)).toEqual([
      'Tea, Sat, May 1, 2027, 10:00 AM – 12:00 PM (Berlin, GMT+2)',
    ]);
    expect(await typesOf(owner)).toEqual([]);
  });
});

describe('a message to guests', () => {
  const write = (key: string, body = 'Bring cups') =>
    send(
      'POST',
      `/events/message/${id}`,
      { body },
      {
        as: owner,
        headers: { 'idempotency-key': key },
      },
    );
  const messages = async () =>
    (await typesOf(guest)).filter((type) => type === 'event_message').length;

  test('that is sent twice at once with one key comes once, and counts once', async () => {
    env().RATE_LIMIT_SCALE = 1;
    await avoidWindowBorder(86_400);
    await answer(guest, 2);
    const answers = await Promise.all([write('one'), write('one')]);
    expect(answers.map(({ status, body }) => [status, body.notified])).toEqual([
      [200, 1],
      [200, 1],
    ]);
    expect(await messages()).toBe(1);
    expect((await write('one', 'Bring plates')).status).toBe(400);
    expect((await write('two')).status).toBe(200);
    expect((await write('three')).status).toBe(200);
    expect((await write('four')).status).toBe(429);
    expect(await messages()).toBe(3);
  });
});

describe('an invitation', () => {
  test.each([
    ['cancelled', () => call(owner, 'POST', `/events/cancel/${id}`)],
    [
      'over',
      () =>
        db.execute(sql`
          update events
          set starts_at = now() - interval '3 hours', ends_at = now() - interval '1 hour'
          where id = ${id}`),
    ],
  ])('to an event that is %s is refused, also once more', async (_, end) => {
    await befriend(owner, guest);
    await befriend(owner, other);
    const invite = (users: number) =>
      call(owner, 'POST', `/events/member/invite/${id}`, { users: String(users) });
    expect((await invite(other.id)).body).toEqual({ invited: 1 });
    await end();
    const general = 'This event is over or cancelled, so nobody can be invited any more.';
    expect(await invite(guest.id)).toMatchObject({ status: 400, message: { general } });
    expect(
      await call(owner, 'POST', `/events/member/resend/${id}`, { user_id: other.id }),
    ).toMatchObject({ status: 400, message: { general } });
    expect(await typesOf(guest)).toEqual([]);
    expect(await view(owner, id)).toMatchObject({ get_awaiting_reply_count: 1 });
  });
});

describe('answers by other calls', () => {
  test('have the limit of answers', async () => {
    const series = await addEvent(owner, { rrule: 'FREQ=WEEKLY;COUNT=3' });
    await avoidWindowBorder(3_600);
    await call(guest, 'POST', `/events/member/join/${series}`);
    env().RATE_LIMIT_SCALE = 1 / 60;
    const join = () => call(other, 'POST', `/events/member/join/${id}`);
    expect([(await join()).status, (await join()).status]).toEqual([200, 429]);
    const leave = () => call(guest, 'POST', `/events/member/leave/${series}`, { scope: 'this' });
    expect((await leave()).status).toBe(429);
    expect((await view(guest, series)).rsvp).toBe(2);
    const all = await call(guest, 'POST', `/events/member/leave/${series}`);
    expect(all.status).toBe(200);
  });
});

describe('a request with an answer', () => {
  test('is not made where the answer is refused, nor are hosts notified', async () => {
    const full = await addEvent(owner, { approval: 1, capacity: 2 });
    const cancelled = await addEvent(owner, { approval: 1 });
    await call(owner, 'POST', `/events/cancel/${cancelled}`);
    const ask = (one: number, seats: number) =>
      call(guest, 'POST', `/events/member/request/${one}`, { seats });
    expect((await ask(full, 3)).status).toBe(400);
    expect((await ask(cancelled, 1)).status).toBe(400);
    for (const one of [full, cancelled]) expect((await view(guest, one)).membership).toBe('none');
    expect(await typesOf(owner)).not.toContain('event_approve');
    expect((await ask(full, 2)).status).toBe(200);
    expect((await view(guest, full)).membership).toBe('requested');
    expect(await typesOf(owner)).toContain('event_approve');
  });
});

describe('a reminder', () => {
  const remindTwice = () => Promise.all([sendReminders(), sendReminders()]);
  const reminded = async (member: Member) =>
    (await typesOf(member)).filter((type) => type === 'event_reminder').length;
  const choose = (member: Member, reminder: string) =>
    call(member, 'PUT', '/members/settings/advancednotifications', { reminder });
  const dayBefore = '2027-04-30T08:30:00Z';

  test('comes when the member wants it, once from two jobs', async () => {
    const late = await addMember();
    for (const member of [guest, other, late]) await answer(member, 2);
    await choose(other, 'week');
    await choose(late, 'none');
    await moveClockTo('2027-04-25T00:00:00Z');
    await remindTwice();
    expect([await reminded(guest), await reminded(other)]).toEqual([0, 1]);
    await moveClockTo(dayBefore);
    await remindTwice();
    await remindTwice();
    expect([await reminded(guest), await reminded(other), await reminded(late)]).toEqual([1, 1, 0]);
    expect(await noticesOf(guest)).toEqual([['event_reminder', `/events/${id}`]]);
  });

  test('comes to a guest promoted to a seat, and to nobody who waits', async () => {
    const last = await addMember();
    await edit({ capacity: 2 });
    for (const member of [guest, other, last]) await answer(member, 2);
    await answer(guest, 0);
    await moveClockTo(dayBefore);
    await remindTwice();
    expect([await reminded(other), await reminded(last)]).toEqual([1, 0]);
  });

  test('comes again after a move, and the one before is withdrawn', async () => {
    await answer(guest, 1);
    await moveClockTo(dayBefore);
    await remindTwice();
    moveClock(0);
    await edit({ starttime: '2027-06-01 10:00:00', endtime: '2027-06-01 12:00:00' });
    expect(await reminded(guest)).toBe(0);
    await moveClockTo('2027-05-31T09:00:00Z');
    await remindTwice();
    expect(await reminded(guest)).toBe(1);
  });

  test('is withdrawn by whoever cancels while it is being sent', async () => {
    await answer(guest, 2);
    await moveClockTo(dayBefore);
    const waiting = () =>
      db.execute(sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
    let isCancelled = false;
    let both: Promise<unknown> = Promise.resolve();
    await db
      .transaction(async (tx) => {
        // A row for which the job waits.
        await tx.execute(sql`
          insert into event_reminders (event_id, member_id, starts_at)
          select id, ${guest.id}, starts_at from events where id = ${id}`);
        const sending = sendReminders();
        await expect.poll(waiting).toHaveLength(1);
        moveClock(0);
        const cancelling = call(owner, 'POST', `/events/cancel/${id}`).then(() => {
          isCancelled = true;
        });
        await expect.poll(async () => isCancelled || (await waiting()).length > 1).toBe(true);
        both = Promise.all([sending, cancelling]);
        throw new Error('rolled back');
      })
      .catch((error: Error) => expect(error.message).toBe('rolled back'));
    await both;
    expect(await typesOf(guest)).toEqual(['event_cancelled']);
  });

  test('comes for nothing that is cancelled, postponed or left', async () => {
    const leaving = await addMember();
    for (const member of [guest, leaving]) await answer(member, 2);
    await call(leaving, 'POST', `/events/member/leave/${id}`);
    await call(owner, 'POST', `/events/postpone/${id}`);
    await moveClockTo(dayBefore);
    await remindTwice();
    await db.execute(sql`update events set status = 'cancelled' where id = ${id}`);
    await remindTwice();
    expect(await reminded(guest)).toBe(0);
    await db.execute(sql`update events set status = 'scheduled' where id = ${id}`);
    await remindTwice();
    expect([await reminded(guest), await reminded(leaving)]).toEqual([1, 0]);
  });
});
