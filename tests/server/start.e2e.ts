import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { ensureBuild } from '../../scripts/launch/build.ts';
import { memberOf } from '../support/member.ts';
import { serverForThisTest } from '../support/server.ts';

test.each([
  ['no database', {}, /^Setting DATABASE_URL: missing/],
  ['a wrong port', { PORT: 'harbour', DATABASE_URL: 'postgres://localhost/none' }, /^Setting PORT: /],
  ['a wrong choice', { SIGNUP: 'maybe', DATABASE_URL: 'postgres://localhost/none' }, /^Setting SIGNUP: /],
])('%s ends the start with one line that names the setting', async (_, settings, line) => {
  const entry = join(await ensureBuild({ isTest: false }), 'server', 'entry.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [entry], { env: { PATH: process.env.PATH, NODE_ENV: 'production', ...settings }, encoding: 'utf8', timeout: 20_000 });
  expect(status).toBe(78);
  expect(stdout).toBe('');
  expect(stderr).toMatch(line);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});

test('an answer that was lost on the way is given again, and nothing is made twice', async () => {
  const server = await serverForThisTest({}, { isTestBuild: true });
  const ada = await memberOf(server, 'Ada');
  const fault = (on: 0 | 1) => fetch(`${server.origin}/__test/fault?name=lost-answer&on=${on}`, { method: 'POST' });
  const write = () =>
    fetch(`${server.origin}/api/rest/advancedactivity/feeds/post`, { method: 'POST', headers: { ...ada.headers, 'idempotency-key': 'k1' }, body: new URLSearchParams({ body: 'Sent into the fog' }) });
  await fault(1);
  await expect(write()).rejects.toThrow();
  await fault(0);
  expect((await write()).status).toBe(200);
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  const [row] = await sql`select count(*)::int as posts from posts where body = 'Sent into the fog'`;
  await sql.end();
  expect(row!.posts).toBe(1);
});
