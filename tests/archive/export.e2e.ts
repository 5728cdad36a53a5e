// @module-tag kills
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fillFeed } from '../support/act.ts';
import { expectNoFaults } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { createTestDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { memberOf } from '../support/member.ts';
import { startServer } from '../support/server.ts';
import { openWindowAs } from '../support/signed-in.ts';
import { unzip } from './unzip.ts';

test(
  'a member downloads everything before leaving, although the server is killed half-way',
  { timeout: 180_000 },
  async () => {
    const own = {
      PORT: String(await freePort()),
      DATABASE_URL: (await createTestDatabase()).url,
      DATA_DIR: mkdtempSync(join(tmpdir(), 'hearth-test-export-')),
    };
    const [first, browser] = await Promise.all([startServer(own), launchBrowser()]);
    const member = await memberOf(first, 'Ines');
    await fillFeed(first, member, 10_000);
    const visit = await openWindowAs(browser, member, { origin: first.origin, screen: 'phone' });
    const { page } = visit;
    await page.goto('/profile/settings/delete-account');
    await page.getByRole('link', { name: 'Download your data first' }).click();
    await page.getByLabel('Your password').fill(member.password);
    await page.getByRole('button', { name: 'Make an archive' }).click();
    await page.getByText('Your archive is being made.').waitFor();
    await page.getByRole('link', { name: 'Check again' }).waitFor();
    // With its scripts loaded, the page follows the progress by itself.
    await page.waitForLoadState('networkidle');
    await first.kill();

    const second = await startServer(own);
    onTestFinished(async () => {
      await browser.close();
      await second.stop();
      rmSync(own.DATA_DIR, { recursive: true, force: true });
    });
    // The open page polls until the server answers, and shows the result. If the archive was ready
    // before the kill, the page was about to reload and found no server: the member opens it again.
    await expect
      .poll(
        async () => {
          if (page.url().startsWith('chrome-error:'))
            await page.goto('/profile/settings/export').catch(() => undefined);
          // A failure prints the beginning, which says the state of the archive.
          return page
            .locator('.settings-list, .settings-part')
            .first()
            .innerText({ timeout: 5_000 })
            .catch(String);
        },
        { timeout: 120_000 },
      )
      .toContain('Your archive is ready');
    await expectNoFaults(page, 'an archive');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click(),
    ]);
    const entries = await unzip(readFileSync(await download.path()));
    expect((JSON.parse(entries.get('posts.json')!.toString()) as unknown[]).length).toBe(10_000);
    await visit.context.close();
  },
);
