import { expect, test } from 'vitest';
import { toSchedule } from '#lib/time-zones.ts';
import { act, freshText } from '../support/act.ts';
import { memberOf } from '../support/member.ts';
import { startServer } from '../support/server.ts';
import { borrowServer } from '../support/shared-server.ts';

test('a post for later comes out at its time, once, also when the server was killed in between', async () => {
  const server = await borrowServer();
  const [ada, bo] = [await memberOf(server, 'Ada', 'Quill'), await memberOf(server, 'Bo', 'Reed')];
  const second = await startServer({ DATABASE_URL: server.databaseUrl, DATA_DIR: server.dataDir });
  const text = freshText('From the past');
  const shown = async () => {
    const answer = await fetch(`${server.origin}/home`, { headers: { cookie: bo.cookie } });
    return (await answer.text()).split(`>${text}<`).length - 1;
  };
  const due = Math.ceil(Date.now() / 1000) * 1000 + 6_000;
  await act(second, ada, '/advancedactivity/feeds/post', {
    body: text,
    schedule_time: toSchedule(new Date(due), 'Europe/Berlin'),
  });
  const early = await shown();
  // A slow machine may have come too late to see anything early.
  if (Date.now() < due) expect(early).toBe(0);
  await second.kill();
  await expect.poll(shown, { timeout: 40_000, interval: 1_000 }).toBe(1);
  expect(await shown()).toBe(1);
  await server.stop();
});
