import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkPort } from '../../scripts/launch/app.ts';
import { findLockOwner } from '../../scripts/launch/data-dir-lock.ts';
import { query } from '../../scripts/launch/database.ts';
import { startMailServer } from '../support/mail.ts';
import { memberOf } from '../support/member.ts';
import { runCommand, startSite } from './commands.ts';
import { temporaryFolder } from './folders.ts';

test('a copied data folder sends nothing and signs nobody in until the host answers that it was moved', async () => {
  const home = temporaryFolder();
  const folder = join(home, 'data');
  const port = await checkPort('localhost', 0);
  const account = { LOCATION_ID: '', XDG_STATE_HOME: join(home, 'state') };
  const first = await startSite(folder, port, {
    ...account,
    // Nobody answers there: the mail waits.
    SMTP_URL: 'smtp://127.0.0.1:9',
    EMAIL_VERIFICATION: 'off',
  });
  expect(first.output()).not.toContain('SAFE MODE');
  const server = { origin: `http://localhost:${port}` };
  const ada = await memberOf(server, 'Ada');
  const status = async (headers = ada.headers) =>
    (await fetch(`${server.origin}/api/rest/notifications`, { headers })).status;
  const forgot = await fetch(`${server.origin}/api/rest/forgot-password`, {
    method: 'POST',
    headers: { origin: server.origin },
    body: new URLSearchParams({
      oauth_consumer_key: 'hearth-web',
      oauth_consumer_secret: 'hearth-web',
      email: ada.email,
    }),
  });
  expect(forgot.ok).toBe(true);
  first.child.kill('SIGINT');
  expect(await first.ended).toBe(0);

  const copy = join(home, 'copy');
  execFileSync('cp', ['-a', folder, copy]);
  const mail = await startMailServer();
  onTestFinished(() => mail.stop());
  const second = await startSite(copy, port, { ...account, SMTP_URL: mail.url });
  expect(second.output()).toContain(
    `SAFE MODE: this data was last used at another location (${folder}, now ${copy})`,
  );
  expect(await status()).toBe(401);
  const waiting = () =>
    query(
      findLockOwner(copy)!.databaseUrl!,
      (sql) => sql`
        update jobs.job
        set start_after = now()
        where name = 'mail' and state in ('created', 'retry')
        returning id`,
    );
  expect(await waiting()).toHaveLength(1);

  const moved = runCommand(['location', 'moved'], { DATA_DIR: copy, ...account });
  expect(await moved.ended).toBe(0);
  expect(moved.output()).toBe(`The site is here now: ${copy}.\n`);
  await expect.poll(() => second.output()).toContain('safe mode has ended');
  expect(await status()).toBe(200);
  await mail.mailTo(ada.email);
});
