// @module-tag kills
// @module-tag races
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sendReminders } from '#domains/events/changes/reminders.server.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addMember } from '../support/people.ts';
import { addEvent, call } from './event-world.ts';

const start = () =>
  fork(fileURLToPath(new URL('./reminder-worker.ts', import.meta.url)), {
    env: { ...process.env, LOG_LEVEL: 'silent' },
  });
const soon = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 19);
const reminders = () =>
  db.execute<{ member: number; event: number }>(sql`
    select recipient_id::float8 as member, subject_id::float8 as event
    from notifications
    where type = 'event_reminder'
    order by 1, 2`);

test('each guest is reminded once by two processes after the job was killed', async () => {
  const workers = [start(), start()] as const;
  const [killed, other] = workers;
  const ready = Promise.all(workers.map((one) => once(one, 'message')));
  const owner = await addMember();
  const guests = [await addMember(), await addMember()];
  const events: number[] = [];
  for (const hours of [5, 6, 7]) {
    const times = { starttime: soon(hours), endtime: soon(hours + 1), timezone: 'UTC' };
    events.push(await addEvent(owner, times));
  }
  for (const guest of guests)
    for (const id of events) await call(guest, 'POST', `/events/member/join/${id}`, { rsvp: 2 });
  await db.execute(sql`update container_answers set answered_at = now() - interval '3 days'`);

  await ready;
  await db.transaction(async (tx) => {
    // A row of the second event, whose reminders wait for it.
    await tx.execute(sql`select from events where id = ${events[1]} for update`);
    killed.send('go');
    await expect
      .poll(
        () =>
          db.execute(sql`
            select from pg_stat_activity
            where wait_event_type = 'Lock' and query like '%event_reminders%'`),
        { timeout: 20_000, interval: 20 },
      )
      .toHaveLength(1);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    const first = await reminders();
    expect(new Set(first.map(({ event }) => event))).toEqual(new Set([events[0]]));
  });
  other.send('go');
  await Promise.all([sendReminders(), once(other, 'exit')]);
  const all = [owner, ...guests].flatMap(({ id }) =>
    events.map((event) => ({ member: id, event })),
  );
  expect(await reminders()).toEqual(all);
});
