import { afterEach, expect, test } from 'vitest';
import type { Locator } from 'vitest/browser';
import { expectAccessible } from '../support/islands/axe.ts';
import { commands, intercept, page, release, waitForToast } from '../support/islands/island.tsx';
import { announcement, done, mountTray, player, storyOf, strip } from './story-islands.tsx';

async function hover(locator: Locator) {
  const { x, y, width, height } = await locator.evaluate((element) =>
    element.getBoundingClientRect(),
  );
  await page.mouse.move(x + width / 2, y + height / 2);
}

/** Opens the row of a member with sixty friends who have a story. */
async function openRow() {
  const dee = await commands.newMember('Dee', 'Fox');
  await commands.addStoryCrowd(dee, 60);
  await mountTray(dee);
  await strip.waitFor();
}
afterEach(async () => {
  if ((await player.count()) === 0) return;
  await page.keyboard.press('Escape');
  await player.waitFor({ state: 'detached' });
});

const links = strip.getByRole('link');
const row = strip.css('.story-row');

test('keys, buttons and the wheel scroll the row of many stories, and more load at its end', async () => {
  await openRow();
  expect(await links.count()).toBe(29);
  await strip.getByRole('button', { name: 'Further in the row' }).click();
  await strip.getByRole('button', { name: 'Earlier in the row' }).waitFor();
  await strip.getByRole('button', { name: 'Add story' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect
    .poll(() => links.first().evaluate((link) => link === document.activeElement))
    .toBe(true);
  await page.keyboard.press('End');
  await expect.poll(() => links.count()).toBeGreaterThan(29);
  await page.keyboard.press('Home');
  await expect.poll(() => row.evaluate((list) => list.scrollLeft)).toBe(0);
  await hover(row);
  await page.mouse.wheel(0, 300);
  await expect.poll(() => row.evaluate((list) => list.scrollLeft)).toBeGreaterThan(0);
  expect(scrollY).toBe(0);
  await expectAccessible('strip', '.story-tray', { beyond: 'everything' });
});

/** Opens the player with the first of many stories. */
async function openPlayer() {
  await openRow();
  await storyOf('Person No 60').click();
  await player.waitFor();
  await expect.poll(announcement).toContain('Story by Person No 60');
}

test('the player has the focus, and steps to the next person', async () => {
  await openPlayer();
  // The element focused before the player opened was removed: the dialog has the focus. The
  // members' files never existed.
  await expect.poll(() => document.activeElement?.matches('.story-dialog')).toBe(true);
  await player.getByText('This photo could not be loaded.').waitFor();
  await player.getByRole('button', { name: 'Next person: Person No 59' }).click();
  await expect.poll(announcement).toContain('Story by Person No 59');
});

test('a player without a connection tries again', async () => {
  await openRow();
  const address = await storyOf('Person No 60').getAttribute('href');
  const first = `/advancedactivity/story/view/${address!.split('/').at(-1)}`;
  await intercept(first, { kind: 'abort' });
  await storyOf('Person No 59').click();
  await expect.poll(announcement).toContain('Story by Person No 59');
  await page.keyboard.press('Shift+ArrowLeft');
  await player.getByText('This could not be loaded.').waitFor();
  await release(first);
  await player.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(announcement).toContain('Story by Person No 60');
});

/** Whether the story goes on within two frames. */
const goesOn = async () => {
  const at = await done();
  await new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined))),
  );
  return (await done()) !== at;
};

test('a story pauses while it is held', async () => {
  await openPlayer();
  await hover(player.getByRole('button', { name: 'Next story' }));
  await page.mouse.down();
  await player.css('.story-card-held').waitFor();
  // The clock pauses shortly after the state is shown.
  await expect.poll(goesOn).toBe(false);
  const heldAt = await done();
  await page.mouse.up();
  await player.css('.story-card-held').waitFor({ state: 'detached' });
  await expect.poll(done).not.toBe(heldAt);
});

test('a story pauses while the tab is hidden', async () => {
  await openPlayer();
  const hide = async (isHidden: boolean) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden });
    document.dispatchEvent(new Event('visibilitychange'));
    for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
  };
  await hide(true);
  const hiddenAt = await done();
  expect(await goesOn()).toBe(false);
  await hide(false);
  Reflect.deleteProperty(document, 'hidden');
  await expect.poll(done).not.toBe(hiddenAt);
});

test('a story is reported from its menu', async () => {
  await openPlayer();
  await player.getByRole('button', { name: 'More' }).click();
  await player.getByRole('button', { name: 'Report story' }).click();
  const report = page.getByRole('dialog', { name: 'Report story' });
  await report.getByLabel('Description').fill('This is an advert');
  await report.getByRole('button', { name: 'Send report' }).click();
  await waitForToast('Report successful!');
});

test('the stories of a member are muted from the menu of one', async () => {
  await openPlayer();
  await player.getByRole('button', { name: 'More' }).click();
  await player.getByRole('button', { name: 'Mute stories of Person No 60' }).click();
  await waitForToast('Stories of Person No 60 are muted');
  await page.keyboard.press('Escape');
  await player.waitFor({ state: 'detached' });
  await expect
    .poll(() => links.first().css('.story-name').textContent())
    .toBe('Story of Person No 60, 1 item, muted');
});
