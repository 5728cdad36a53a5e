import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { expectNoFaults } from '../support/axe.ts';
import { waitForPictures } from '../support/browser.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { waitForHydration } from '../support/signed-in.ts';
import {
  ada,
  announcement,
  bo,
  choose,
  done,
  fixture,
  openAs,
  player,
  server,
  shareStory,
  storyOf,
  strip,
} from '../support/story-stage.ts';
import { moveServerClock } from '../support/test-clock.ts';

test('one member shares a story, the other watches it, replies and reacts; after 24 hours nobody sees it', async () => {
  const hers = await openAs(ada, '/home');
  await strip(hers.page).getByText('Share a photo or a video').waitFor();
  await shareStory(hers.page, 'portrait.jpg', 'First light');
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
    .poll(() => announcement(shown).textContent(), { timeout: 30_000 })
    .toBe('Story 2 of 2 by Ada Quill. And then the waves');
  await expect.poll(() => new URL(page.url()).pathname).not.toBe(first);
  const film = shown.locator('.story-video');
  await expect
    .poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime > 0 && !video.paused))
    .toBe(true);
  await expect
    .poll(() => announcement(shown).textContent(), { timeout: 30_000 })
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

test('an invalid file is refused with a reason; an upload is retried, cancelled, and the story deleted', async () => {
  const cy = await memberOf(server, 'Cy', 'Moss');
  const visit = await openAs(cy, '/home');
  const { page } = visit;
  // Two files dropped onto the tray.
  await strip(page).getByRole('button', { name: 'Add story' }).hover();
  await page.locator('astro-island:not([ssr]) .story-tray').waitFor();
  const two = await page.evaluateHandle(() => {
    const files = new DataTransfer();
    for (const name of ['one.png', 'two.png'])
      files.items.add(new File(['picture'], name, { type: 'image/png' }));
    return files;
  });
  await strip(page).dispatchEvent('drop', { dataTransfer: two });
  const dialog = page.getByRole('dialog', { name: 'Add story' });
  await dialog.getByText('A story takes one photo or one video.').waitFor();
  await dialog.locator('.file-drop-input').setInputFiles(fixture('truncated.mp4'));
  await dialog.getByLabel('Caption').fill('Half of it');
  await dialog.getByRole('button', { name: 'Share story' }).click();
  await page.getByText('Error creating story').first().waitFor();
  await dialog.getByText(/not complete/).waitFor();
  expect(await dialog.getByLabel('Caption').inputValue()).toBe('Half of it');
  await dialog
    .locator('.file-drop-input')
    .setInputFiles({ name: 'words.txt', mimeType: 'text/plain', buffer: Buffer.from('words') });
  await dialog.getByText('Please choose a photo, or a video as MP4, MOV or WebM.').waitFor();
  await dialog.getByRole('button', { name: 'Try again' }).waitFor();
  await dialog.locator('.file-drop-input').setInputFiles(fixture('square.jpg'));

  // A cancelled upload can be sent again.
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/advancedactivity/stories/create', async (route) => {
    await held;
    // Aborted by the page.
    await route.abort().catch(() => undefined);
  });
  await dialog.getByRole('button', { name: 'Share story' }).click();
  await dialog.getByRole('progressbar', { name: 'Upload' }).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Share story' }).waitFor();
  letGo();
  await page.unroute('**/advancedactivity/stories/create');
  await dialog.getByRole('button', { name: 'Share story' }).click();
  await page.getByText('Story created!').first().waitFor();
  const own = strip(page).getByRole('link', { name: /^Your story ?, 1 item, new$/ });
  await own.click();
  const shown = player(page);
  await shown.getByRole('button', { name: 'Seen by 0 people' }).waitFor();
  await waitForPictures(visit);
  await shown.getByRole('button', { name: 'More' }).click();
  await shown.getByRole('button', { name: 'Delete story' }).click();
  await page
    .getByRole('dialog', { name: 'Delete story' })
    .getByRole('button', { name: 'Delete story' })
    .click();
  await page.getByText('Story deleted successfully').first().waitFor();
  await shown.waitFor({ state: 'detached' });
  await expect.poll(() => strip(page).getByRole('link').count()).toBe(0);
  expect(visit.problems.filter((problem) => !/415|ERR_FAILED/.test(problem))).toEqual([]);
  await visit.context.close();
});

test('the chosen file is kept: after closing during the upload and after a reload; a picture is pasted and removed', async () => {
  const eli = await memberOf(server, 'Eli', 'Marsh');
  const visit = await openAs(eli, '/home', { screen: 'phone' });
  const { page } = visit;
  const dialog = await choose(page, 'square.jpg');
  const chosen = (name: string) => dialog.locator(`img.story-preview[alt="${name}"]`);
  await dialog.getByLabel('Caption').fill('Not lost');
  const close = () => dialog.getByRole('button', { name: 'Close', exact: true }).first().click();
  // Nothing arrives.
  await page.route('**/advancedactivity/stories/create', () => new Promise(() => undefined));
  await dialog.getByRole('button', { name: 'Share story' }).click();
  await dialog.getByRole('progressbar', { name: 'Upload' }).waitFor();
  await close();
  await page.getByText('The upload was cancelled. Your story is kept.').first().waitFor();
  await page.unroute('**/advancedactivity/stories/create');
  await strip(page).getByRole('button', { name: 'Add story' }).click();
  await chosen('square.jpg').waitFor();
  await expect.poll(() => dialog.getByLabel('Caption').inputValue()).toBe('Not lost');
  await page.reload();
  await waitForHydration(visit);
  await strip(page).getByRole('button', { name: 'Add story' }).click();
  await chosen('square.jpg').waitFor();

  await dialog.getByRole('button', { name: 'Remove square.jpg' }).click();
  await chosen('square.jpg').waitFor({ state: 'detached' });
  await dialog.getByLabel('Caption').evaluate(
    (field, bytes) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(
        new File([Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0))], 'pasted.jpg', {
          type: 'image/jpeg',
        }),
      );
      field.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    },
    readFileSync(fixture('portrait.jpg')).toString('base64'),
  );
  await chosen('pasted.jpg').waitFor();
  // An error does not replace the dialog's name.
  await page.route('**/advancedactivity/stories/create', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Share story' }).click();
  await page.getByText('Error creating story').first().waitFor();
  const bottomOf = (part: string) =>
    dialog.locator(part).evaluate((element) => element.getBoundingClientRect().bottom);
  expect(
    await page
      .locator('.toast')
      .first()
      .evaluate((element) => element.getBoundingClientRect().top),
  ).toBeGreaterThanOrEqual(await bottomOf('.dialog-head'));
  await page.unroute('**/advancedactivity/stories/create');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.waitFor({ state: 'detached' });
  await strip(page)
    .getByRole('link', { name: /^Your story ?, 1 item, new$/ })
    .waitFor();
  await strip(page).getByRole('button', { name: 'Add story' }).click();
  await dialog.waitFor();
  await expect
    .poll(async () => [
      await chosen('pasted.jpg').count(),
      await dialog.getByLabel('Caption').inputValue(),
    ])
    .toEqual([0, '']);
  expect(visit.problems.filter((problem) => !problem.includes('ERR_FAILED'))).toEqual([]);
  await visit.context.close();
});
