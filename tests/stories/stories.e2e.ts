// @module-tag rights
// @module-tag stores
import { expect, test } from 'vitest';
import { expectNoFaults } from '../support/axe.ts';
import { expectNoProblems } from '../support/browser.ts';
import type { ApiMember } from '../support/member.ts';
import { waitForHydration } from '../support/signed-in.ts';
import {
  ada,
  announcement,
  bo,
  choose,
  done,
  openAs,
  player,
  server,
  share,
  shareStory,
  storyOf,
  strip,
} from '../support/story-stage.ts';
import { moveServerClock } from '../support/test-clock.ts';

test('one member shares a story, the other watches it, replies and reacts; after 24 hours nobody sees it', async () => {
  const hers = await openAs(ada, '/home');
  await strip(hers.page).getByText('Share a photo or a video').waitFor();
  // The chosen file survives a reload.
  await choose(hers.page, 'portrait.jpg');
  await hers.page.locator('img.story-preview[alt="portrait.jpg"]').waitFor();
  await hers.page.reload();
  await waitForHydration(hers);
  await strip(hers.page).getByRole('button', { name: 'Add story' }).click();
  await hers.page.locator('img.story-preview[alt="portrait.jpg"]').waitFor();
  await share(hers.page, 'First light');
  await strip(hers.page)
    .getByRole('link', { name: /^Your story ?, 1 item, new$/ })
    .waitFor();
  await shareStory(hers.page, 'clip.webm', 'And then the waves');
  await strip(hers.page)
    .getByRole('link', { name: /^Your story ?, 2 items, new$/ })
    .waitFor();

  const his = await openAs(bo, '/home');
  const { page } = his;
  expect(await storyOf(page, 'Ada').locator('.story-name').textContent()).toBe(
    'Story of Ada Quill, 2 items, new',
  );
  expectNoProblems(his);
  // Without a connection the player cannot load; the screen stays and says so.
  await his.context.setOffline(true);
  await storyOf(page, 'Ada').click();
  await page
    .locator('.announcer')
    .filter({ hasText: 'This could not be loaded. Please check your connection and try again.' })
    .waitFor();
  expect(new URL(page.url()).pathname).toBe('/home');
  await his.context.setOffline(false);
  // The browser has reported the lost connection.
  his.problems.length = 0;
  await storyOf(page, 'Ada').click();
  const shown = player(page);
  await shown.waitFor();
  await expect
    .poll(() => announcement(shown).textContent())
    .toBe('Story 1 of 2 by Ada Quill. First light');
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
  await expect
    .poll(() => announcement(shown).textContent())
    .toBe('Story 1 of 2 by Ada Quill. First light');

  // It pauses while the member types; the reply arrives as a message.
  const answer = shown.getByRole('textbox', { name: 'Answer Ada Quill' });
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
  // With reduced motion (as in this browser) nothing is animated, but the player still advances.
  expect(
    await page.evaluate(() =>
      document
        .getAnimations()
        .map((one) => one.effect!.getComputedTiming().duration)
        .filter((length) => Number(length) > 1),
    ),
  ).toEqual([]);
  await shown.getByRole('button', { name: 'Pause' }).click();
  // A slow machine may have advanced to the other story.
  if (!(await announcement(shown).textContent())!.includes('Story 1 of 2'))
    await page.keyboard.press('ArrowLeft');
  await expect.poll(() => announcement(shown).textContent()).toContain('Story 1 of 2');
  await shown.getByRole('button', { name: 'Like', exact: true }).click();
  await shown.getByRole('button', { name: 'Like: your reaction' }).waitFor();
  await expectNoFaults(page, 'player', { within: '.story-dialog', beyond: 'everything' });

  // Back closes; the ring is seen, also after a reload and on another device.
  await page.goBack();
  await shown.waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/home');
  await expect
    .poll(() => storyOf(page, 'Ada').locator('.story-name').textContent())
    .toBe('Story of Ada Quill, 2 items, seen');
  await expect
    .poll(async () => (await his.context.cookies()).find(({ name }) => name === 'story-seen'))
    .toMatchObject({ value: expect.stringMatching(`^${bo.id}(\\.\\d+){2}$`) });
  const elsewhere = await openAs(bo, '/home', { screen: 'phone' });
  expect(await storyOf(elsewhere.page, 'Ada').locator('.story-name').textContent()).toBe(
    'Story of Ada Quill, 2 items, seen',
  );
  await elsewhere.context.close();

  // She sees the viewers and gets the message.
  await hers.page.goto(first);
  await waitForHydration(hers);
  await hers.page.getByRole('button', { name: 'Seen by 1 person · 1 reaction' }).click();
  await hers.page.getByRole('dialog', { name: 'Seen by' }).getByText('Bo Reed').waitFor();
  await hers.page.goto('/messages');
  await hers.page.getByText('What a morning').first().waitFor();

  // A day later neither can open it, at any address.
  const file = (await (
    await fetch(
      `${server.origin}/api/rest/advancedactivity/story/view/${first.split('/').at(-1)}`,
      { headers: ada.headers },
    )
  ).json()) as { body: { response: Array<{ image: string }> } };
  const image = new URL(file.body.response[0]!.image).pathname;
  const statusOf = async (path: string, who: ApiMember) =>
    (await fetch(`${server.origin}${path}`, { headers: who.headers, redirect: 'manual' })).status;
  expect(await statusOf(image, ada)).toBe(200);
  await moveServerClock(server, 24 * 60 * 60 + 60);
  try {
    for (const who of [ada, bo]) expect(await statusOf(image, who)).toBe(404);
    for (const visit of [hers, his]) {
      expect((await visit.page.goto(first))!.status()).toBe(404);
      await visit.page.goto('/home');
      await strip(visit.page).waitFor();
      expect(await strip(visit.page).getByRole('link').count()).toBe(0);
    }
  } finally {
    await moveServerClock(server, 0);
  }
  // The browser logs that the page was not found.
  for (const visit of [hers, his])
    expect(visit.problems.filter((problem) => !problem.includes('404'))).toEqual([]);
  await Promise.all([hers.context.close(), his.context.close()]);
});
