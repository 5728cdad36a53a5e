// @module-tag kills
import { expect, test } from 'vitest';
import { toSchedule } from '#lib/time-zones.ts';
import { postgresAt } from '#server/postgres-at.ts';
import { act, freshText } from '../support/act.ts';
import { memberOf } from '../support/member.ts';
import { startServer } from '../support/server.ts';
import { borrowServer } from '../support/shared-server.ts';
import { runJob } from '../support/test-clock.ts';

const queue = 'publish-scheduled-posts';

test('a post for later comes out at its time, once, also when the server was killed in between', async () => {
  const server = await borrowServer();
  const [ada, bo] = [await memberOf(server, 'Ada', 'Quill'), await memberOf(server, 'Bo', 'Reed')];
  const second = await startServer({ DATABASE_URL: server.databaseUrl, DATA_DIR: server.dataDir });
  const text = freshText('From the past');
  const shown = async () => {
    const answer = await fetch(`${server.origin}/home`, { headers: { cookie: bo.cookie } });
    return (await answer.text()).split(`>${text}<`).length - 1;
  };
  const due = new Date(Math.ceil(Date.now() / 1000) * 1000 + 2 * 3_600_000);
  await act(second, ada, '/advancedactivity/feeds/post', {
    body: text,
    schedule_time: toSchedule(due, 'Europe/Berlin'),
  });
  await second.kill();
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  const waiting = await sql<{ at: Date }[]>`
    select start_after as at from jobs.job where name = ${queue} and start_after > now()`;
  expect(waiting.map(({ at }) => at)).toEqual([due]);
  expect(await shown()).toBe(0);
  // Two hours pass for everything that waits for this moment.
  await sql`update scheduled_posts set publish_at = publish_at - interval '2 hours'`;
  await sql`
    update jobs.job
    set start_after = start_after - interval '2 hours'
    where name = ${queue} and start_after > now()`;
  await sql.end();
  await expect.poll(shown, { timeout: 40_000 }).toBe(1);
  await runJob(server, queue);
  expect(await shown()).toBe(1);
  await server.stop();
});
