// @module-tag kills
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fillFeed } from '../support/act.ts';
import { expectAccessible } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { createTestDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { memberOf } from '../support/member.ts';
import { startServer } from '../support/server.ts';
import { openWindowAs } from '../support/signed-in.ts';

const count = 1_500;

test(
  "a member's archive is imported into an empty account, although the server is killed half-way",
  { timeout: 240_000 },
  async () => {
    const own = {
      PORT: String(await freePort()),
      DATABASE_URL: (await createTestDatabase()).url,
      DATA_DIR: mkdtempSync(join(tmpdir(), 'hearth-test-import-')),
    };
    const [first, browser] = await Promise.all([startServer(own), launchBrowser()]);
    const [ines, vera] = [await memberOf(first, 'Ines'), await memberOf(first, 'Vera')];
    await fillFeed(first, ines, count);
    const there = await openWindowAs(browser, ines, { origin: first.origin, screen: 'phone' });
    await there.page.goto('/profile/settings/export');
    await there.page.getByLabel('Your password').fill(ines.password);
    await there.page.getByRole('button', { name: 'Make an archive' }).click();
    const [download] = await Promise.all([
      there.page.waitForEvent('download'),
      there.page.getByRole('link', { name: 'Download' }).click({ timeout: 60_000 }),
    ]);
    const archive = readFileSync(await download.path());
    // An account that is not empty shows so at once.
    await there.page.goto('/profile/settings/import');
    await there.page.getByText('This one already has some').waitFor();
    await there.context.close();

    const { page, context } = await openWindowAs(browser, vera, {
      origin: first.origin,
      screen: 'phone',
    });
    await page.goto('/profile/settings/import');
    await expectAccessible(page, 'before');
    const choose = async (buffer: Buffer) => {
      await page
        .getByLabel('Your archive', { exact: true })
        .setInputFiles({ name: 'hearth-archive.zip', mimeType: 'application/zip', buffer });
      await page.getByRole('button', { name: 'Import archive' }).click();
    };
    await choose(archive.subarray(0, archive.length / 2));
    await page.getByText('It may be incomplete').waitFor();
    await choose(archive);
    await page.getByRole('button', { name: 'Cancel and undo the import' }).click();
    await page.getByText('The import was cancelled.').waitFor();
    await expect
      .poll(
        async () => {
          await page.goto('/profile/settings/import');
          return page.getByRole('button', { name: 'Import archive' }).isVisible();
        },
        { timeout: 60_000 },
      )
      .toBe(true);
    await choose(archive);
    await page.getByText('Your archive is being imported.').waitFor();
    await page.getByRole('link', { name: 'Check again' }).waitFor();
    await expectAccessible(page, 'after');
    await expect
      .poll(() => page.locator('progress').evaluate((bar: HTMLProgressElement) => bar.value), {
        timeout: 60_000,
      })
      .toBeGreaterThan(0);
    await first.kill();

    const second = await startServer(own);
    onTestFinished(async () => {
      await browser.close();
      await second.stop();
      rmSync(own.DATA_DIR, { recursive: true, force: true });
    });
    await expect
      .poll(
        async () => {
          if (page.url().startsWith('chrome-error:'))
            await page.goto('/profile/settings/import').catch(() => undefined);
          return page.getByText('Your archive has been imported').isVisible();
        },
        { timeout: 150_000 },
      )
      .toBe(true);
    await page.getByText('Your archive has been imported: 1,500 posts and 0 albums.').waitFor();
    await page.getByRole('link', { name: 'See your profile' }).click();
    await page.getByText(`Post ${count} `).first().waitFor();
    await context.close();
  },
);
