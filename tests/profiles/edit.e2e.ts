import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { writePost } from '../support/act.ts';
import { expectNoFaults } from '../support/axe.ts';
import {
  expectNoProblems,
  launchBrowser,
  waitForPictures,
  type Visit,
} from '../support/browser.ts';
import { fixture } from '../support/files.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';
import { openWindowAs, waitForHydration } from '../support/signed-in.ts';

let server: SharedServer;
let browser: Browser;
let member: ApiMember;
beforeAll(async () => {
  [server, browser] = await Promise.all([borrowServer(), launchBrowser()]);
  member = await memberOf(server, 'Edda');
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const photo = async (name: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: Buffer.from(await fixture(name).arrayBuffer()),
});

let visit: Visit;
beforeAll(async () => {
  visit = await openWindowAs(browser, member, { origin: server.origin, screen: 'phone' });
});
afterEach(() => expectNoProblems(visit));

async function openScreen(): Promise<Page> {
  await visit.page.goto('/profile/edit/photo');
  await waitForHydration(visit);
  return visit.page;
}

test('a photo is cropped and saved, and shows everywhere, cached pages for visitors included', async () => {
  const postId = await writePost(server, member, 'A post that visitors read');
  const kept = async () => (await fetch(`${server.origin}/posts/${postId}`)).text();
  expect(await kept()).not.toContain('/media/public/');
  const page = await openScreen();
  await page
    .getByLabel('Choose a photo', { exact: true })
    .first()
    .setInputFiles(await photo('landscape.jpg'));
  const frame = page.getByRole('group', { name: /Part that is shown/ });
  const left = () =>
    frame.locator('img').evaluate((image) => parseFloat((image as HTMLElement).style.left));
  const before = await left();
  const box = (await frame.boundingBox())!;
  await page.mouse.move(box.x + 100, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + 130, box.y + 100, { steps: 3 });
  await page.mouse.up();
  await expect.poll(left).toBeGreaterThan(before);
  await frame.press('ArrowLeft');
  await page.getByLabel('Zoom').fill('2');
  await expectNoFaults(page, 'placing a photo');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Your photo was saved.').first().waitFor();
  const address = await page.locator('.account-button img').getAttribute('src');
  // The file's name, then the size that fits its display.
  const [, file] = /^(\/media\/public\/[0-9a-f]{32})(?:-\d+)?\.webp$/.exec(address!)!;
  await expect.poll(kept).toContain(file);
});

test('a cover is saved three times as wide as high', async () => {
  const page = await openScreen();
  await page
    .getByLabel('Choose a cover', { exact: true })
    .first()
    .setInputFiles(await photo('panorama.jpg'));
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Your cover was saved.').first().waitFor();
  await page.goto(`/profile/${member.id}/posts`);
  const cover = page.locator('.subject-cover img');
  await expect
    .poll(() =>
      cover.evaluate(
        (image: HTMLImageElement) => image.complete && image.naturalWidth / image.naturalHeight,
      ),
    )
    .toBeCloseTo(3, 1);
});

test('a photo is removed after a question', async () => {
  const form = new FormData();
  form.append('photo', await fixture('square.jpg'));
  await fetch(`${server.origin}/api/rest/members/edit/photo`, {
    method: 'POST',
    headers: member.headers,
    body: form,
  });
  const page = await openScreen();
  await waitForPictures(visit);
  await page.getByRole('button', { name: 'Remove' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Your photo was removed.').first().waitFor();
  expect(await page.locator('.account-button img').count()).toBe(0);
});
