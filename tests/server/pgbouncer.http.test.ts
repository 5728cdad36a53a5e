// @module-tag kills
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findPooling } from '#server/database/pooler.ts';
import { checkDatabase } from '../../scripts/doctor/database.ts';
import { ensureBuild } from '../../scripts/launch/build.ts';
import { readSettings } from '../../scripts/launch/settings.ts';
import { act, writePost } from '../support/act.ts';
import { createTestDatabase } from '../support/database.ts';
import { memberOf } from '../support/member.ts';
import { noPgBouncer, startPgBouncer } from '../support/pgbouncer.ts';
import { serverForThisTest } from '../support/server.ts';

async function pooled(mode: 'session' | 'transaction') {
  const database = await createTestDatabase();
  const pooler = await startPgBouncer(database.url, mode);
  onTestFinished(() => pooler.stop());
  return { database, pooler };
}

test('without a pooler none is detected', async () => {
  expect(await findPooling((await createTestDatabase()).url)).toBe('none');
});

describe.skipIf(noPgBouncer !== undefined)(
  `behind PgBouncer${noPgBouncer ? `, left out: ${noPgBouncer}` : ''}`,
  () => {
    test('session mode works without changes, and recovers after KILL and RESUME', async () => {
      const { pooler } = await pooled('session');
      expect(await findPooling(pooler.url)).toBe('session');
      const findings = await checkDatabase(pooler.url, false, readSettings());
      expect(findings.filter(({ state }) => state === 'wrong')).toEqual([]);
      expect(findings.map(({ text }) => text)).toContainEqual(
        expect.stringContaining('through a pooler in session mode'),
      );

      const server = await serverForThisTest({ DATABASE_URL: pooler.url });
      const ada = await memberOf(server, 'Ada');
      const post = await writePost(server, ada, 'Through the pooler');
      const isReady = () => fetch(`${server.origin}/readyz`).then(({ status }) => status);
      await pooler.execute('kill');
      await expect.poll(isReady).toBe(503);
      await pooler.execute('resume');
      await expect.poll(isReady).toBe(200);
      await act(server, ada, '/advancedactivity/comment', {
        action_id: post,
        body: 'And after the break',
      });
    });

    test('transaction mode stops the start with one line of explanation, which the doctor repeats', async () => {
      const { pooler } = await pooled('transaction');
      const entry = join(await ensureBuild({ isTest: false }), 'server', 'entry.mjs');
      const env = { PATH: process.env.PATH, NODE_ENV: 'production', DATABASE_URL: pooler.url };
      const { status, stderr } = await new Promise<{ status: unknown; stderr: string }>(
        (resolve) => {
          execFile(process.execPath, [entry], { env, timeout: 40_000 }, (error, _, text) =>
            resolve({ status: error?.code ?? 0, stderr: text }),
          );
        },
      );
      expect(status).toBe(78);
      expect(stderr).toMatch(
        /^Setting DATABASE_URL leads to a pooler in transaction mode, .*: set pool_mode = session .*\n$/,
      );
      const findings = await checkDatabase(pooler.url, false, readSettings());
      expect(findings).toEqual([
        {
          state: 'wrong',
          item: 'database',
          text: expect.stringContaining('transaction mode') as string,
        },
      ]);
    });
  },
);
