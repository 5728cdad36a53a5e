import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { act, freshText, writePost } from '../support/act.ts';
import { expectAccessible } from '../support/axe.ts';
import { expectNoProblems } from '../support/browser.ts';
import { memberOf } from '../support/member.ts';
import { whenAwake } from '../support/signed-in.ts';
import { ada, bo, openAs, postCard, server, toasted } from '../support/stage.ts';

async function choose(page: Page, id: number, entry: string) {
  await postCard(page, id).getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('button', { name: entry }).click();
}
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Share post' });

test('a post is shared with words of one’s own; without a connection the dialog says so and keeps them; sent twice it is one', async () => {
  const text = freshText('Lost cat');
  const id = await writePost(server, bo, text);
  const visit = await openAs(ada);
  const { page } = visit;
  await choose(page, id, 'Share to your feed');
  const dialog = dialogOf(page);
  await expect.poll(() => dialog.innerText()).toContain(text);
  const field = dialog.getByLabel('Say something about it');
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
  await dialog.getByRole('button', { name: 'Emoji' }).click();
  await page.getByRole('gridcell', { name: 'grinning face', exact: true }).click();
  await expect.poll(() => field.inputValue()).toBe('😀');
  await field.fill('Seen it anywhere?');
  await dialog.getByText('17/1000').waitFor();
  // Without a connection not even the toasts can come: it is said plainly, above the dialog.
  await visit.context.setOffline(true);
  await dialog.getByRole('button', { name: 'Share now' }).click();
  const plain = page
    .locator('.announcer:popover-open')
    .filter({ hasText: 'You are offline. Please try again when you are back.' });
  await plain.waitFor();
  expect((await plain.boundingBox())!.y).toBeLessThan(120);
  await visit.context.setOffline(false);
  // The answer is lost, the share is made.
  await page.route('**/activity/share', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await dialog.getByRole('button', { name: 'Share now' }).click();
  await toasted(page, 'Error sharing post');
  // With everything that belongs to them, also what was asked for in vain before.
  expect((await page.locator('.toast').first().boundingBox())!.height).toBeLessThan(100);
  await expect.poll(() => field.inputValue()).toBe('Seen it anywhere?');
  await page.unroute('**/activity/share');
  await dialog.getByRole('button', { name: 'Share now' }).click();
  await toasted(page, 'Post shared successfully!');
  await dialog.waitFor({ state: 'hidden' });
  // On top of the feed at once, with the original as a card, and counted under it.
  const share = page.getByRole('article').first();
  await share.getByText('Seen it anywhere?').waitFor();
  await share.getByText(text).waitFor();
  await postCard(page, id).getByText('1 share').waitFor();
  await page.reload();
  expect(await page.getByRole('article').filter({ hasText: 'Seen it anywhere?' }).count()).toBe(1);
  await postCard(page, id).getByText('1 share').waitFor();
  await visit.context.close();
});

test('the preview is cut at 190 of more than 200 characters', async () => {
  const [short, long] = ['y'.repeat(200), 'z'.repeat(201)];
  const ids = [await writePost(server, bo, short), await writePost(server, bo, long)];
  const visit = await openAs(ada);
  const { page } = visit;
  for (const [id, shown] of [
    [ids[0]!, short],
    [ids[1]!, `${'z'.repeat(190)}…`],
  ] as const) {
    await choose(page, id, 'Share to your feed');
    await expect.poll(() => dialogOf(page).locator('.share-body').innerText()).toBe(shown);
    await page.keyboard.press('Escape');
  }
  await visit.context.close();
});

test('a share of a share points to the original; what friends see stays with them; what is gone leaves a stub', async () => {
  const text = freshText('The very first');
  const id = await writePost(server, bo, text);
  const cleo = await memberOf(server, 'Cleo');
  const { action_id: first } = await act<{ action_id: number }>(server, cleo, '/activity/share', {
    type: 'activity_action',
    id,
    body: 'Second hand',
  });
  const visit = await openAs(ada);
  const { page } = visit;
  await choose(page, first, 'Share to your feed');
  await expect
    .poll(() => dialogOf(page).locator('.share-preview').innerText())
    .toContain('Bo Reed');
  await dialogOf(page).getByLabel('Say something about it').fill('Third hand');
  await dialogOf(page).getByRole('button', { name: 'Share now' }).click();
  await toasted(page, 'Post shared successfully!');
  // Until it closes, its words and its preview stand in the post as well.
  await dialogOf(page).waitFor({ state: 'hidden' });
  const mine = page.getByRole('article').filter({ hasText: 'Third hand' });
  await mine.getByText(text).waitFor();
  expect(await mine.innerText()).not.toContain('Second hand');
  await postCard(page, id).getByText('2 shares').waitFor();

  await act(server, bo, '/advancedactivity/edit-feed', {
    action_id: id,
    body: text,
    auth_view: 'friends',
  });
  await page.reload();
  await whenAwake(visit);
  expect(await postCard(page, id).count()).toBe(0);
  await mine.getByText('This post is not available.').waitFor();
  expect(await mine.innerText()).not.toContain(text);
  expect(await mine.getByRole('button', { name: 'Share', exact: true }).count()).toBe(0);
  const theirs = await openAs(bo);
  await theirs.page
    .getByRole('article')
    .filter({ hasText: 'Third hand' })
    .getByText(text)
    .waitFor();
  await choose2(theirs.page, id);
  await toasted(theirs.page, 'Post deleted successfully');
  // Shares on the same screen follow at once.
  await theirs.page
    .getByRole('article')
    .filter({ hasText: 'Third hand' })
    .getByText('This post is not available.')
    .waitFor();
  await visit.context.close();
  await theirs.context.close();
});
async function choose2(page: Page, id: number) {
  await postCard(page, id).getByRole('button', { name: 'Post options' }).click();
  await page.getByRole('button', { name: 'Delete Post' }).click();
  await page.getByRole('button', { name: 'Delete post', exact: true }).click();
}

test('the link is copied, also where the browser has no clipboard for pages; the device’s own sheet opens where there is one', async () => {
  const id = await writePost(server, bo, freshText('Take me along'));
  const visit = await openAs(ada, '/home', {
    before: async ({ page }) => {
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'clipboard', { value: undefined });
        Object.assign(globalThis, { sheets: [] });
        Object.defineProperty(navigator, 'share', {
          value: async (what: unknown) =>
            void (globalThis as unknown as { sheets: unknown[] }).sheets.push(what),
        });
        document.addEventListener('copy', () =>
          Object.assign(globalThis, {
            copied: String(getSelection()) || (document.activeElement as HTMLTextAreaElement).value,
          }),
        );
      });
    },
  });
  const { page } = visit;
  await choose(page, id, 'Copy link');
  await toasted(page, 'Link copied');
  expect(await page.evaluate(() => (globalThis as unknown as { copied: string }).copied)).toBe(
    `${server.origin}/posts/${id}`,
  );
  await choose(page, id, 'Share with another app');
  await expect
    .poll(() => page.evaluate(() => (globalThis as unknown as { sheets: unknown[] }).sheets))
    .toEqual([{ title: "Bo Reed's post", url: `${server.origin}/posts/${id}` }]);
  await visit.context.close();
  const without = await openAs(ada, '/home', {
    before: async ({ page }) => {
      await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
    },
  });
  await postCard(without.page, id).getByRole('button', { name: 'Share', exact: true }).click();
  await without.page.getByRole('button', { name: 'Copy link' }).waitFor();
  expect(await without.page.getByRole('button', { name: 'Share with another app' }).count()).toBe(
    0,
  );
  await without.context.close();
});

test.each(['desktop', 'phone'] as const)(
  'menus and dialogs hold for everyone, in both themes: %s (axe)',
  async (screen) => {
    const [theirs, own] = [
      await writePost(server, bo, `A long one ${'with words '.repeat(60)}`),
      await writePost(server, ada, freshText('Own')),
    ];
    const visit = await openAs(ada, '/home', { screen });
    const { page } = visit;
    // Of the page itself feed.e2e.ts takes care; behind a dialog nobody can go.
    const look = (state: string, within = 'dialog[open]') =>
      expectAccessible(page, state, { within, inBothThemes: true });
    await postCard(page, theirs).getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('button', { name: 'Share to your feed' }).waitFor();
    await look('share menu', '.popover-sheet:popover-open');
    if (screen === 'phone') {
      const sheet = await page.locator('.popover-sheet:popover-open').boundingBox();
      expect([sheet!.x, Math.round(sheet!.y + sheet!.height), sheet!.width]).toEqual([0, 844, 390]);
    }
    await page.getByRole('button', { name: 'Share to your feed' }).click();
    await look('share dialog');
    await page.keyboard.press('Escape');
    const options = async (id: number, entry: string) => {
      await postCard(page, id).getByRole('button', { name: 'Post options' }).click();
      await page.getByRole('button', { name: entry }).click();
    };
    await options(theirs, 'Report Post');
    await page.getByRole('button', { name: 'Send report' }).click();
    await look('report');
    await page.keyboard.press('Escape');
    await options(theirs, 'Block User');
    await look('block');
    await page.keyboard.press('Escape');
    await options(own, 'Edit Post');
    await look('edit');
    await page.keyboard.press('Escape');
    await options(theirs, 'Hide Post');
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await look('hidden', '[data-hidden-post]');
    await page.getByRole('button', { name: 'Undo' }).click();
    expectNoProblems(visit);
    await visit.context.close();
  },
);
