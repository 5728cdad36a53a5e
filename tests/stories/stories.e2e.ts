// @module-tag rights
// @module-tag stores
import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { expectNoFaults } from '../support/axe.ts';
import { keptFiles } from '../support/browser-stores.ts';
import { expectNoProblems, type Visit } from '../support/browser.ts';
import type { ApiMember } from '../support/member.ts';
import { PlainPage } from '../support/plain-page.ts';
import { waitForHydration } from '../support/signed-in.ts';
import {
  ada,
  announcement,
  bo,
  choose,
  done,
  openAs,
  player,
  send,
  server,
  share,
  shareStory,
  storyOf,
  strip,
} from '../support/story-stage.ts';
import { moveServerClock } from '../support/test-clock.ts';

// Two friends, one after the other: each case goes on with the stories of those before.

let hers: Visit;
let his: Visit;
beforeAll(async () => {
  [hers, his] = await Promise.all([openAs(ada, '/home'), openAs(bo, '/home')]);
});

test('a photo is shared as a story, although the screen was loaded again meanwhile', async () => {
  const { page } = hers;
  await strip(page).getByText('Share a photo or video with').waitFor();
  await choose(page, 'portrait.jpg');
  await page.locator('img.story-preview[alt="portrait.jpg"]').waitFor();
  // Once the browser's database has it.
  await expect.poll(() => keptFiles(page)).toBe(1);
  await page.reload();
  await waitForHydration(hers);
  await strip(page).getByRole('button', { name: 'Add story' }).click();
  await page.locator('img.story-preview[alt="portrait.jpg"]').waitFor();
  await share(page, 'First light');
  await strip(page)
    .getByRole('link', { name: /^Your story ?, 1 item, new$/ })
    .waitFor();
  expectNoProblems(hers);
});

test('a video is shared as a story', async () => {
  await shareStory(hers.page, 'clip.webm', 'And then the waves');
  await strip(hers.page)
    .getByRole('link', { name: /^Your story ?, 2 items, new$/ })
    .waitFor();
  expectNoProblems(hers);
});

/** Opens the player with the first story of Ada's. */
async function openPlayer(page: Page) {
  await page.goto('/home');
  await waitForHydration(his);
  await storyOf(page, 'Ada').click();
  const shown = player(page);
  await shown.waitFor();
  await expect
    .poll(() => announcement(shown).textContent())
    .toBe('Story 1 of 2 by Ada Quill. First light');
  return shown;
}
const nameOfHers = (page: Page) => storyOf(page, 'Ada').locator('.story-name').textContent();

test('without a connection the screen stays, with a message', async () => {
  const { page, context } = his;
  await page.goto('/home');
  await waitForHydration(his);
  expect(await nameOfHers(page)).toBe('Story of Ada Quill, 2 items, new');
  expectNoProblems(his);
  await context.setOffline(true);
  await storyOf(page, 'Ada').click();
  await page
    .locator('.announcer')
    .filter({ hasText: 'This could not be loaded. Please check your connection and try again.' })
    .waitFor();
  expect(new URL(page.url()).pathname).toBe('/home');
  await context.setOffline(false);
  // The browser has reported the lost connection.
  his.problems.length = 0;
});

test('a member watches story after story, without animation where motion is reduced', async () => {
  const { page } = his;
  const shown = await openPlayer(page);
  const first = new URL(page.url()).pathname;
  expect(first).toMatch(/^\/stories\/\d+$/);
  // The next story is preloaded. Videos are muted until the member turns on the sound.
  await shown.locator('.story-coming video').waitFor({ state: 'attached' });
  await shown.getByRole('button', { name: 'Sound on' }).waitFor();
  await page.keyboard.press('m');
  await shown.getByRole('button', { name: 'Sound off' }).waitFor();
  // Automatic: the photo after five seconds, the video at its end, and from the last to the first.
  await expect
    .poll(() => announcement(shown).textContent())
    .toBe('Story 2 of 2 by Ada Quill. And then the waves');
  await expect.poll(() => new URL(page.url()).pathname).not.toBe(first);
  const film = shown.locator('.story-video');
  await expect
    .poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime > 0 && !video.paused))
    .toBe(true);
  expect(
    await page.evaluate(() =>
      document
        .getAnimations()
        .map((one) => one.effect!.getComputedTiming().duration)
        .filter((length) => Number(length) > 1),
    ),
  ).toEqual([]);
  await expect
    .poll(() => announcement(shown).textContent())
    .toBe('Story 1 of 2 by Ada Quill. First light');
  expectNoProblems(his);
});

test('the player pauses while a reply is typed, which arrives as a message', async () => {
  const { page } = his;
  const shown = await openPlayer(page);
  const answer = shown.getByRole('textbox', { name: 'Reply to Ada Quill' });
  await answer.fill('So early');
  await answer.press('Enter');
  await expect.poll(() => answer.inputValue()).toBe('');
  await answer.fill('What a morning');
  const [before, writtenTo] = [await done(shown), await announcement(shown).textContent()];
  await page.keyboard.press('ArrowRight');
  expect(await announcement(shown).textContent()).toBe(writtenTo);
  await shown.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Message sent!').first().waitFor();
  expect(before).toBeLessThan(1);
  const inbox = new PlainPage(server, ada);
  await expect
    .poll(() => inbox.open('/messages').then(() => inbox.text))
    .toContain('What a morning');
  expectNoProblems(his);
});

test('a story is liked in the player, which is accessible (axe)', async () => {
  const { page } = his;
  const shown = await openPlayer(page);
  await shown.getByRole('button', { name: 'Pause' }).click();
  // A slow machine may have advanced to the other story.
  if (!(await announcement(shown).textContent())!.includes('Story 1 of 2'))
    await page.keyboard.press('ArrowLeft');
  await expect.poll(() => announcement(shown).textContent()).toContain('Story 1 of 2');
  await shown.getByRole('button', { name: 'Like', exact: true }).click();
  await shown.getByRole('button', { name: 'Like: your reaction' }).waitFor();
  await expectNoFaults(page, 'player', { within: '.story-dialog', beyond: 'everything' });
  expectNoProblems(his);
});

test('Back closes the player, and its stories are seen, also on another device', async () => {
  const { page, context } = his;
  const shown = await openPlayer(page);
  await page.goBack();
  await shown.waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/home');
  const seen = 'Story of Ada Quill, 2 items, seen';
  await expect.poll(() => nameOfHers(page)).toBe(seen);
  await expect
    .poll(async () => (await context.cookies()).find(({ name }) => name === 'story-seen'))
    .toMatchObject({ value: expect.stringMatching(`^${bo.id}(\\.\\d+){2}$`) });
  const elsewhere = new PlainPage(server, bo);
  await expect
    .poll(() => elsewhere.open('/home').then(() => elsewhere.texts('.story-name')))
    .toContainEqual(expect.stringMatching(/^Story of Ada Quill ?, 2 items, seen$/));
  expectNoProblems(his);
});

/** The address of Ada's first story. */
async function addressOfFirst(): Promise<string> {
  const home = new PlainPage(server, ada);
  await home.open('/home');
  return home.href('Your story');
}

test('the owner sees who has seen a story and reacted', async () => {
  const { page } = hers;
  await page.goto(await addressOfFirst());
  await waitForHydration(hers);
  await page.getByRole('button', { name: 'Seen by 1 person · 1 reaction' }).click();
  await page.getByRole('dialog', { name: 'Seen by' }).getByText('Bo Reed').waitFor();
  expectNoProblems(hers);
});

test('after 24 hours nobody sees a story, at any address', async () => {
  const address = await addressOfFirst();
  const { body } = await send(ada, 'GET', `/story/view/${address.split('/').at(-1)}`);
  const image = new URL(body.response[0]!.image).pathname;
  const statusOf = async (path: string, { cookie }: ApiMember) =>
    (await fetch(server.origin + path, { headers: { cookie }, redirect: 'manual' })).status;
  expect(await statusOf(image, ada)).toBe(200);
  await moveServerClock(server, 24 * 60 * 60 + 60);
  try {
    for (const who of [ada, bo]) {
      for (const path of [image, address]) expect(await statusOf(path, who), path).toBe(404);
      const home = new PlainPage(server, who);
      await home.open('/home');
      expect(home.html).toContain('aria-label="Stories"');
      expect(home.html).not.toMatch(/href="\/stories\/\d/);
    }
  } finally {
    await moveServerClock(server, 0);
  }
});
