import { beforeAll, expect, test } from 'vitest';
import { renewInstants } from '#domains/events/time/renew-instants.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { startJobs } from '#server/jobs.ts';
import { sql } from '#server/sql.ts';
import { addMember } from '../support/people.ts';
import { addEvent, call, noticesOf, view } from './event-world.ts';

let owner: Member;
let guest: Member;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  await startJobs([]);
  [owner, guest] = [await addMember(), await addMember()];
});

const instants = () =>
  db.execute(sql`select id, starts_at, ends_at, sequence, status from events order by id`);

test('times of events stay as they are while zones keep their rules', async () => {
  const berlin = { timezone: 'Europe/Berlin' };
  await addEvent(owner, {
    ...berlin,
    starttime: '2027-03-21 02:30:00',
    endtime: '2027-03-21 04:00:00',
    rrule: 'FREQ=WEEKLY;COUNT=40',
  });
  await addEvent(owner, {
    ...berlin,
    starttime: '2027-10-31 02:15:00',
    endtime: '2027-10-31 02:45:00',
  });
  await addEvent(owner, { ...berlin, starttime: '2027-05-01', endtime: '2027-05-03', all_day: 1 });
  const before = await instants();
  await renewInstants();
  expect(await instants()).toEqual(before);
});

test('an event whose zone got another rule keeps its wall time, and guests are notified once', async () => {
  const id = await addEvent(owner, { timezone: 'Europe/Berlin' });
  await call(guest, 'POST', `/events/view/${id}`, { rsvp: 2 });
  // As an earlier rule had it.
  await db.execute(sql`
    update events
    set starts_at = starts_at + interval '1 hour', ends_at = ends_at + interval '1 hour'
    where id = ${id}`);
  for (let run = 0; run < 2; run += 1) await renewInstants();
  expect(await view(guest, id)).toMatchObject({
    starttime: '2027-05-01 08:00:00',
    starttime_local: '2027-05-01 10:00:00',
    status: 'moved',
    previous_starttime: '2027-05-01 09:00:00',
  });
  expect(await noticesOf(guest)).toEqual([['event_moved', `/events/${id}`]]);
});

test('past events stay as they were', async () => {
  const id = await addEvent(owner, { timezone: 'Europe/Berlin' });
  await db.execute(sql`
    update events
    set starts_at = now() - interval '2 days', ends_at = now() - interval '1 day'
    where id = ${id}`);
  const before = await instants();
  await renewInstants();
  expect(await instants()).toEqual(before);
});
