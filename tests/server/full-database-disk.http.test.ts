// @module-tag kills
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { startEmbeddedPostgres } from '../../scripts/launch/embedded-postgres.ts';
import { memberOf } from '../support/member.ts';
import { startServer } from '../support/server.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'hearth-test-data-'));
const home = join(dataDir, 'postgres');
chmodSync(dataDir, 0o711);
mkdirSync(home);
// Only root can mount a small disk on the folder.
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=250m,mode=711', 'tmpfs', home]);
const canMount = mounted.status === 0;
afterAll(() => {
  if (canMount) spawnSync('umount', ['-l', home]);
  rmSync(dataDir, { recursive: true, force: true });
});

test.skipIf(!canMount)(
  'when the database ends itself without room for its log, everybody reads that space is missing',
  async () => {
    const postgres = await startEmbeddedPostgres(home, { parameters: { min_wal_size: '32MB' } });
    const server = await startServer({ DATABASE_URL: postgres.url, DATA_DIR: dataDir });
    const ada = await memberOf(server, 'Ada', 'Quill');
    const call = async () => {
      const answer = await fetch(`${server.origin}/api/rest/advancedactivity/feeds`, {
        headers: ada.headers,
      });
      const { message } = (await answer.json()) as { message?: string };
      return [answer.status, message, answer.headers.get('retry-after')];
    };
    const screen = async () => {
      const answer = await fetch(`${server.origin}/home`, { headers: { cookie: ada.cookie } });
      return [answer.status, /out of space/.test(await answer.text())];
    };
    expect([(await call())[0], await screen()]).toEqual([200, [200, false]]);

    const { bavail, bsize } = statfsSync(home);
    writeFileSync(join(home, 'filler'), Buffer.alloc(bavail * bsize));
    const sql = postgresAt(postgres.adminUrl, { max: 1 });
    const fillLog = async () => {
      for (;;) await sql`select pg_logical_emit_message(true, 'filler', repeat('x', 4000000))`;
    };
    await expect(fillLog()).rejects.toThrow();
    await sql.end({ timeout: 1 });
    await postgres.exited;
    const words = 'The server is out of space at the moment. Please try again later.';
    await expect.poll(call).toEqual([503, words, '60']);
    expect(await screen()).toEqual([503, true]);

    rmSync(join(home, 'filler'));
    const again = await postgres.restart();
    await expect.poll(screen).toEqual([200, false]);
    expect((await call())[0]).toBe(200);
    await server.stop();
    await again.stop();
  },
);
