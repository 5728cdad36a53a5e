import type { Page } from 'playwright';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { writePost } from '../support/act.ts';
import { expectNoProblems, waitForPictures, type Visit } from '../support/browser.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { openWindowAs, waitForHydration } from '../support/signed-in.ts';
import { addStoryCrowd } from '../support/story-crowd.ts';
import {
  announcement,
  befriend,
  browser,
  createStory,
  done,
  fixture,
  player,
  send,
  server,
  storyOf,
  strip,
} from '../support/story-stage.ts';
import { fitsWidth } from '../support/width.ts';

describe('on a phone', () => {
  let eve: ApiMember;
  let gus: ApiMember;
  let visit: Visit;
  let page: Page;
  beforeAll(async () => {
    eve = await memberOf(server, 'Eve', 'Lane');
    gus = await memberOf(server, 'Gus', 'Park');
    await addStoryCrowd(server, eve, 40);
    for (const friend of [await memberOf(server, 'Fay', 'Hill'), gus]) {
      await befriend(eve, friend);
      await createStory(friend, 'portrait.jpg', `Hello from ${friend.displayname}`);
    }
    visit = await openWindowAs(browser, eve, {
      origin: server.origin,
      screen: 'phone',
      colorScheme: 'dark',
    });
    ({ page } = visit);
  });
  afterEach(() => expectNoProblems(visit));

  async function open(path: string) {
    await page.goto(path);
    await waitForHydration(visit);
  }

  test('a long row of stories scrolls, not the page', async () => {
    await open('/home');
    expect(await strip(page).getByRole('link').count()).toBe(29);
    expect(await fitsWidth(page)).toBe(true);
  });

  test('a tap on the caption advances the story, a swipe leads to the next person or closes', async () => {
    await open('/home');
    await storyOf(page, 'Gus').tap();
    const shown = player(page);
    await shown.waitFor();
    await expect.poll(() => announcement(shown).textContent()).toContain('Gus Park');
    // Instead of pausing it for a reply.
    const words = (await shown.locator('.story-caption').boundingBox())!;
    await page.touchscreen.tap(words.x + words.width / 2, words.y + words.height / 2);
    const pressedAt = await done(shown);
    await expect.poll(() => done(shown)).not.toBe(pressedAt);
    const client = await visit.context.newCDPSession(page);
    const swipe = async (from: [number, number], to: [number, number]) => {
      const points = (part: number) => [
        { x: from[0] + (to[0] - from[0]) * part, y: from[1] + (to[1] - from[1]) * part },
      ];
      await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: points(0) });
      for (const part of [0.3, 0.6, 1])
        await client.send('Input.dispatchTouchEvent', {
          type: 'touchMove',
          touchPoints: points(part),
        });
      await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    await swipe([330, 400], [90, 410]);
    await expect.poll(() => announcement(shown).textContent()).toContain('Fay Hill');
    await swipe([200, 250], [205, 560]);
    await shown.waitFor({ state: 'detached' });
  });

  test('the profile shows active stories, and Back leads to it from the player, also reloaded', async () => {
    await open(`/profile/${gus.id}/stories`);
    const shown = player(page);
    await page.getByRole('list', { name: 'Stories of Gus Park' }).getByRole('link').tap();
    await expect.poll(() => announcement(shown).textContent()).toContain('Hello from Gus Park');
    await page.goBack();
    await shown.waitFor({ state: 'detached' });
    // Reloaded it is a page, and Forward, reloaded there, leads to the player.
    await page.goForward();
    await shown.waitFor();
    await page.reload();
    await page.getByRole('main').locator('.story-player').waitFor();
    await page.goBack();
    await page.getByRole('list', { name: 'Stories of Gus Park' }).waitFor();
    await page.goForward();
    await page.locator('.story-player').waitFor();
  });

  test('own stories appear on the profile once created, until they are deleted', async () => {
    await open(`/profile/${eve.id}/stories`);
    const nothing = page.getByText('No stories at the moment. Each one can be seen for 24 hours.');
    await nothing.waitFor();
    await page.getByRole('button', { name: 'Add story' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Add story' });
    await dialog.locator('.file-drop-input').setInputFiles(fixture('square.jpg'));
    await dialog.getByRole('button', { name: 'Share story' }).tap();
    await page.getByRole('list', { name: 'Stories of Eve Lane' }).getByRole('link').tap();
    const shown = player(page);
    await announcement(shown).waitFor({ state: 'attached' });
    await waitForPictures(visit);
    await shown.getByRole('button', { name: 'More' }).tap();
    await shown.getByRole('button', { name: 'Delete story' }).tap();
    await page
      .getByRole('dialog', { name: 'Delete story' })
      .getByRole('button', { name: 'Delete story' })
      .tap();
    await shown.waitFor({ state: 'detached' });
    await nothing.waitFor();
  });
});

/** Opens home as a new member with these friends; follows what they do. */
async function openAsFriendOf(name: string, ...friends: ApiMember[]) {
  const member = await memberOf(server, name, 'Wells');
  for (const friend of friends) await befriend(friend, member);
  const visit = await openWindowAs(browser, member, { origin: server.origin });
  const { page } = visit;
  const stream = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/live');
  await page.goto('/home');
  await waitForHydration(visit);
  await stream;
  return { visit, page, member };
}

test('an open screen follows the stories that a friend adds and deletes', async () => {
  const hal = await memberOf(server, 'Hal', 'Stone');
  const { visit, page } = await openAsFriendOf('Ivy', hal);
  const name = storyOf(page, 'Hal').locator('.story-name');
  const first = await createStory(hal);
  await expect.poll(() => name.textContent()).toBe('Story of Hal Stone, 1 item, new');
  const second = await createStory(hal);
  await expect.poll(() => name.textContent()).toBe('Story of Hal Stone, 2 items, new');
  await storyOf(page, 'Hal').click();
  const shown = player(page);
  await shown.getByRole('button', { name: 'Pause' }).click();
  // A shown story continues, or ends with the last of its owner's.
  await expect.poll(() => announcement(shown).textContent()).toContain('of 2 by Hal Stone');
  await send(hal, 'DELETE', `/story/delete/${first}`);
  await expect.poll(() => announcement(shown).textContent()).toContain('Story by Hal Stone');
  await send(hal, 'DELETE', `/story/delete/${second}`);
  await shown.getByText('This story has ended.').waitFor();
  await shown.getByRole('button', { name: 'Close' }).click();
  await shown.waitFor({ state: 'detached' });
  await visit.context.close();
});

test('the stories of a member leave the screen at once with a block', async () => {
  const jo = await memberOf(server, 'Jo', 'Marsh');
  await createStory(jo);
  const written = await writePost(server, jo, 'The last word');
  const { visit, page } = await openAsFriendOf('Ida', jo);
  await storyOf(page, 'Jo').waitFor();
  await page
    .locator(`[data-post="${written}"]`)
    .getByRole('button', { name: 'Post options' })
    .click();
  await page.getByRole('button', { name: 'Block User' }).click();
  await page.getByRole('button', { name: 'Block user', exact: true }).click();
  await strip(page).getByText('Share a photo or video with').waitFor();
  await visit.context.close();
});

test('a story leaves an open screen when it expires, also a long row before it is hydrated', async () => {
  const [kim, lou] = [
    await memberOf(server, 'Kim', 'Stone'),
    await memberOf(server, 'Lou', 'Wells'),
  ];
  await befriend(kim, lou);
  await addStoryCrowd(server, lou, 40);
  await createStory(kim);
  const { page, context } = await openWindowAs(browser, lou, { origin: server.origin });
  await page.clock.install();
  await page.goto('/home');
  await storyOf(page, 'Kim').waitFor();
  expect(await strip(page).getByRole('link').count()).toBe(29);
  expect(await fitsWidth(page)).toBe(true);
  await page.clock.fastForward('23:59:00');
  expect(await storyOf(page, 'Kim').count()).toBe(1);
  await page.clock.fastForward('01:10');
  await storyOf(page, 'Kim').waitFor({ state: 'detached' });
  await context.close();
});
