import type { Page } from 'playwright';
// @module-tag rights
// @module-tag stores
import { beforeAll, describe, expect, test } from 'vitest';
import { act, createGroup, createPage, freshText } from '../support/act.ts';
import { expectAccessible } from '../support/axe.ts';
import { expectNoProblems, screens, type Visit } from '../support/browser.ts';
import { memberOf } from '../support/member.ts';
import { choose } from '../support/post-menu.ts';
import { scrollUntil, waitUntilIdle, wheelBy } from '../support/scroll.ts';
import { ada, bo, openAs, postCard, server, waitForToast } from '../support/stage.ts';
import { fitsWidth } from '../support/width.ts';

beforeAll(async () => {
  await act(server, ada, '/user/add', { user_id: bo.id });
  await act(server, bo, '/user/confirm', { user_id: ada.id });
});

const wallOf = ({ id }: { id: number }) => `/profile/${id}/posts`;

test('a friend is notified of a post on the own wall, and deletes it for the writer as well', async () => {
  const text = freshText('Happy birthday');
  const adas = await openAs(ada, wallOf(bo));
  const field = adas.page.getByRole('textbox', { name: 'Write something to Bo Reed' });
  const audience = adas.page.getByLabel('Who can see this post');
  expect(await audience.getByRole('option').allTextContents()).toEqual([
    'Everyone here',
    'Friends Only',
  ]);
  await field.fill(text);
  await adas.page.getByRole('button', { name: 'Post', exact: true }).click();
  await waitForToast(adas.page, 'Post Created');
  const written = adas.page.getByRole('article').filter({ hasText: text });
  await written.getByRole('img', { name: 'to', exact: true }).waitFor();
  await written.getByRole('link', { name: 'Bo Reed' }).waitFor();
  const id = Number(await written.getAttribute('data-post'));
  await expectAccessible(adas.page, 'a friend’s profile with the composer');

  const bos = await openAs(bo, '/notifications');
  await bos.page.getByText('wrote on your profile').first().click();
  await bos.page.waitForURL(`**/posts/${id}**`);
  await bos.page.goto(wallOf(bo));
  await postCard(bos.page, id).getByText(text).waitFor();
  await choose(bos.page, id, 'Delete Post');
  await bos.page.getByRole('dialog').getByRole('button', { name: 'Delete post' }).click();
  await waitForToast(bos.page, 'Post deleted successfully');
  await expect.poll(() => postCard(adas.page, id).count()).toBe(0);
  for (const visit of [adas, bos]) {
    expectNoProblems(visit);
    await visit.context.close();
  }
});

/** Opens the wall of Bo as a new friend, and begins to write there. */
async function beginToWrite(name: string) {
  const friend = await memberOf(server, name, 'Moss');
  await act(server, friend, '/user/add', { user_id: bo.id });
  await act(server, bo, '/user/confirm', { user_id: friend.id });
  const visit = await openAs(friend, wallOf(bo), { screen: 'phone' });
  const field = visit.page.getByRole('textbox', { name: 'Write something to Bo Reed' });
  await field.fill('Not for everybody');
  return { friend, visit, page: visit.page, field };
}

test('a draft stays with its wall', async () => {
  const { visit, page, field } = await beginToWrite('Cleo');
  expect(await fitsWidth(page)).toBe(true);
  await page.goto('/home');
  expect(await page.getByRole('textbox', { name: 'What is on your mind?' }).inputValue()).toBe('');
  await page.goto(wallOf(bo));
  await expect.poll(() => field.inputValue()).toBe('Not for everybody');
  await visit.context.close();
});

test('a former friend is refused, and keeps the text', async () => {
  const { friend, visit, page, field } = await beginToWrite('Dee');
  await act(server, bo, '/user/remove', { user_id: friend.id });
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await waitForToast(page, 'You cannot post here. Your draft is kept.');
  expect(await field.inputValue()).toBe('Not for everybody');
  await page.goto(wallOf(bo));
  await page.getByRole('heading', { name: 'Bo Reed' }).waitFor();
  expect(await field.count(), 'who may not post there gets no composer').toBe(0);
  await visit.context.close();
});

/** Notes what moves without having been pressed. */
const noteShifts = (page: Page) =>
  page.addInitScript(() => {
    interface Shift extends PerformanceEntry {
      value: number;
      sources: { node: Node | null }[];
    }
    const shifts: string[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[])
        for (const { node } of sources)
          shifts.push(`${value} ${node instanceof Element ? node.outerHTML : node?.textContent}`);
    }).observe({ type: 'layout-shift', buffered: true });
  });

describe('on a wall', () => {
  const walls: string[] = [];
  beforeAll(async () => {
    const group = await createGroup(server, ada, {
      title: 'Lantern makers',
      description: 'Wicks.',
      category_id: 12,
    });
    await act(server, bo, `/groups/member/join/${group}`, {});
    await act(server, ada, `/groups/member/promote/${group}`, { user_id: bo.id });
    const page = await createPage(server, ada, { title: 'Bakery', body: 'Rolls.', category_id: 1 });
    walls.push(wallOf(bo), `/groups/group/${group}/posts`, `/pages/page/${page}`);
  });

  test.each(Object.values(screens))('nothing moves by itself, $width px wide', async (size) => {
    for (const path of walls) {
      const before = async ({ page }: Visit) => {
        await page.setViewportSize(size);
        await noteShifts(page);
      };
      const { page, context } = await openAs(ada, path, { before });
      await page.mouse.move(size.width / 2, 500);
      const isAtEnd = () =>
        page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 1);
      await scrollUntil(page, 200, isAtEnd, wheelBy);
      await waitUntilIdle(page);
      expect(
        await page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts),
        path,
      ).toEqual([]);
      await context.close();
    }
  });

  test('the actions of the header are one row on phones', async () => {
    for (const [who, path] of [
      [ada, walls[1]],
      [bo, walls[1]],
      [ada, walls[2]],
    ] as const) {
      const { page, context } = await openAs(who, path, { screen: 'phone' });
      for (const width of [360, 390]) {
        await page.setViewportSize({ width, height: 800 });
        const tops = await page
          .locator('.subject-actions .button:visible')
          .evaluateAll((all) => [...new Set(all.map((one) => one.getBoundingClientRect().top))]);
        expect([path, width, tops.length]).toEqual([path, width, 1]);
      }
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('link', { name: /^Search this/ }).waitFor();
      await context.close();
    }
  });
});
