import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { writePost } from '../support/act.ts';
import { expectNoProblems, waitForPictures } from '../support/browser.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { openWindowAs, waitForHydration } from '../support/signed-in.ts';
import { addStoryCrowd } from '../support/story-crowd.ts';
import {
  announcement,
  befriend,
  browser,
  done,
  fixture,
  openAs,
  player,
  server,
  storyOf,
  strip,
} from '../support/story-stage.ts';
import { fitsWidth } from '../support/width.ts';

test('on a phone: a swipe leads to the next person, down closes; the profile shows active stories', async () => {
  const [eve, fay, gus] = [
    await memberOf(server, 'Eve', 'Lane'),
    await memberOf(server, 'Fay', 'Hill'),
    await memberOf(server, 'Gus', 'Park'),
  ];
  await addStoryCrowd(server, eve, 40);
  for (const friend of [fay, gus]) {
    await befriend(eve, friend);
    await createStory(friend, 'portrait.jpg', `Hello from ${friend.displayname}`);
  }
  const visit = await openAs(eve, '/home', { screen: 'phone', colorScheme: 'dark' });
  const { page } = visit;
  // A long row scrolls, not the page.
  expect(await strip(page).getByRole('link').count()).toBe(29);
  expect(await fitsWidth(page)).toBe(true);
  await storyOf(page, 'Gus').tap();
  const shown = player(page);
  await shown.waitFor();
  await expect.poll(() => announcement(shown).textContent()).toContain('Gus Park');
  // A tap on the caption advances the story instead of pausing it for a reply.
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
  await page.goto(`/profile/${gus.id}/stories`);
  await waitForHydration(visit);
  await page.getByRole('list', { name: 'Stories of Gus Park' }).getByRole('link').tap();
  await expect.poll(() => announcement(shown).textContent()).toContain('Hello from Gus Park');
  await page.goBack();
  await shown.waitFor({ state: 'detached' });
  // Reloaded it is a page: Back still leads to the screen before it, and Forward, reloaded there,
  // to the player.
  await page.goForward();
  await shown.waitFor();
  await page.reload();
  await page.getByRole('main').locator('.story-player').waitFor();
  await page.goBack();
  await page.getByRole('list', { name: 'Stories of Gus Park' }).waitFor();
  await page.goForward();
  await page.locator('.story-player').waitFor();
  await page.goto(`/profile/${eve.id}/stories`);
  await page.getByText('No stories at the moment. Each one is seen for 24 hours.').waitFor();
  // Own stories appear once created and disappear once deleted.
  await waitForHydration(visit);
  await page.getByRole('button', { name: 'Add story' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Add story' });
  await dialog.locator('.file-drop-input').setInputFiles(fixture('square.jpg'));
  await dialog.getByRole('button', { name: 'Share story' }).tap();
  await page.getByRole('list', { name: 'Stories of Eve Lane' }).getByRole('link').tap();
  await announcement(shown).waitFor({ state: 'attached' });
  await waitForPictures(visit);
  await shown.getByRole('button', { name: 'More' }).tap();
  await shown.getByRole('button', { name: 'Delete story' }).tap();
  await page
    .getByRole('dialog', { name: 'Delete story' })
    .getByRole('button', { name: 'Delete story' })
    .tap();
  await shown.waitFor({ state: 'detached' });
  await page.getByText('No stories at the moment. Each one is seen for 24 hours.').waitFor();
  expectNoProblems(visit);
  await visit.context.close();
});

async function send(
  member: ApiMember,
  method: string,
  path: string,
  body?: FormData,
): Promise<{ body: { response: Array<{ story_id: number }> } }> {
  return (
    await fetch(`${server.origin}/api/rest/advancedactivity${path}`, {
      method,
      headers: member.headers,
      ...(body ? { body } : {}),
    })
  ).json() as never;
}
async function createStory(member: ApiMember, name = 'square.jpg', caption = ''): Promise<number> {
  const form = new FormData();
  form.append('filedata', new File([readFileSync(fixture(name))], name));
  if (caption) form.append('description', caption);
  return (await send(member, 'POST', '/stories/create', form)).body.response[0]!.story_id;
}

test('an open screen updates: a story is added, another one, one is deleted; and it disappears when it expires', async () => {
  const [hal, ivy, jo] = [
    await memberOf(server, 'Hal', 'Stone'),
    await memberOf(server, 'Ivy', 'Wells'),
    await memberOf(server, 'Jo', 'Marsh'),
  ];
  for (const friend of [hal, jo]) await befriend(friend, ivy);
  await createStory(jo);
  const written = await writePost(server, jo, 'The last word');
  const visit = await openWindowAs(browser, ivy, { origin: server.origin });
  const { page } = visit;
  const stream = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/live');
  await page.goto('/home');
  await waitForHydration(visit);
  await stream;
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
  // A blocked member disappears at once.
  await storyOf(page, 'Jo').waitFor();
  await page
    .locator(`[data-post="${written}"]`)
    .getByRole('button', { name: 'Post options' })
    .click();
  await page.getByRole('button', { name: 'Block User' }).click();
  await page.getByRole('button', { name: 'Block user', exact: true }).click();
  await strip(page).getByText('Share a photo or a video').waitFor();
  await visit.context.close();

  // Also before the tray is hydrated, in a long row.
  await addStoryCrowd(server, ivy, 40);
  await createStory(hal);
  const later = await openWindowAs(browser, ivy, { origin: server.origin });
  await later.page.clock.install();
  await later.page.goto('/home');
  await storyOf(later.page, 'Hal').waitFor();
  expect(await strip(later.page).getByRole('link').count()).toBe(29);
  expect(await fitsWidth(later.page)).toBe(true);
  await later.page.clock.fastForward('23:59:00');
  expect(await storyOf(later.page, 'Hal').count()).toBe(1);
  await later.page.clock.fastForward('01:10');
  await storyOf(later.page, 'Hal').waitFor({ state: 'detached' });
  await later.context.close();
});
