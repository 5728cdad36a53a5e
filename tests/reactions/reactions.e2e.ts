import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { act, freshText, writePost } from '../support/act.ts';
import { answered } from '../support/answered.ts';
import { expectNoProblems } from '../support/browser.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { whenAwake } from '../support/signed-in.ts';
import { ada, bo, openAs, postCard, server } from '../support/stage.ts';

async function openPost(
  member: ApiMember,
  id: number,
  screen: 'desktop' | 'phone' = 'desktop',
  path = `/posts/${id}`,
) {
  const visit = await openAs(member, path, { screen });
  return { ...visit, post: postCard(visit.page, id) };
}
const refuse = (page: Page, path: string) =>
  page.route(`**${path}`, (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/json',
      body: '{"status_code":500,"error":true,"error_code":"server_error","message":"No."}',
    }),
  );

test('liked and unliked with one press, and counted at once', async () => {
  const id = await writePost(server, bo, freshText('Like me'));
  const visit = await openPost(ada, id);
  const { post, page } = visit;
  const sent: string[] = [];
  // Of this alone: the page also says what it watches, when it comes to it.
  page.on(
    'request',
    (request) =>
      /\/(un)?like$/.test(request.url()) &&
      sent.push(`${new URL(request.url()).pathname} ${request.postData()}`),
  );
  await post.getByRole('button', { name: 'Like', exact: true }).click();
  await post.getByText('1 person reacted to this').waitFor();
  await post.getByRole('button', { name: 'Like: your reaction', pressed: true }).click();
  await post.getByText('1 person reacted to this').waitFor({ state: 'detached' });
  await expect
    .poll(() => sent)
    .toEqual([
      `/api/rest/advancedactivity/like action_id=${id}&reaction=like`,
      `/api/rest/advancedactivity/unlike action_id=${id}`,
    ]);
  expectNoProblems(visit);
  await visit.context.close();
});

test('seven reactions appear on hover after a moment; two members see each other’s', async () => {
  const id = await writePost(server, ada, freshText('React to me'));
  const visit = await openPost(bo, id, 'desktop', '/home');
  const { post, page } = visit;
  const row = post.getByRole('group', { name: 'Reactions' });
  // By the page's own clock: on a busy machine the moment is over before anybody could look from
  // outside.
  await post.evaluate((element) => {
    const marks = { entered: 0, shown: 0 };
    Object.assign(globalThis, { marks });
    element.addEventListener('pointerenter', () => (marks.entered ||= performance.now()), {
      capture: true,
    });
    new MutationObserver(
      () => element.querySelector('.reaction-panel') && (marks.shown ||= performance.now()),
    ).observe(element, { childList: true, subtree: true });
  });
  await post.getByRole('button', { name: 'Like', exact: true }).hover();
  await row.waitFor();
  const { entered, shown } = await page.evaluate(
    () => (globalThis as unknown as { marks: { entered: number; shown: number } }).marks,
  );
  expect(entered).toBeGreaterThan(0);
  expect(shown - entered).toBeGreaterThan(100);
  expect(
    await row
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((one) => one.getAttribute('aria-label'))),
  ).toEqual(['Like', 'Love', 'Wow', 'Haha', 'Sad', 'Angry', 'Blessings']);
  // Its name comes after the delay that the specification names.
  await row.getByRole('button', { name: 'Love' }).hover();
  const tip = (element: Element) => {
    const { content, animationDelay } = getComputedStyle(element, '::after');
    return [content, animationDelay];
  };
  expect(await row.getByRole('button', { name: 'Love' }).evaluate(tip)).toEqual([
    '"Love" / ""',
    '0.12s',
  ]);
  await answered(page, '/like', () => row.getByRole('button', { name: 'Love' }).click());
  await post.getByRole('button', { name: 'Love: your reaction' }).waitFor();
  const summary = post.getByRole('button', { name: '1 person reacted to this' });
  await summary.hover();
  expect(await summary.evaluate(tip)).toEqual(['"Love 1" / ""', '0.12s']);
  await page.reload();
  await post.getByRole('button', { name: 'Love: your reaction' }).waitFor();
  await visit.context.close();

  const other = await openPost(ada, id);
  await other.post.getByText('1 person reacted to this').waitFor();
  await answered(other.page, '/like', () =>
    other.post.getByRole('button', { name: 'Like', exact: true }).click(),
  );
  await other.post.getByText('2 people reacted to this').waitFor();
  await other.page.reload();
  await other.post.getByText('2 people reacted to this').waitFor();
  await other.context.close();
});

test('with the keyboard alone', async () => {
  const id = await writePost(server, bo, freshText('Type at me'));
  const visit = await openPost(ada, id);
  const { post, page } = visit;
  await post.getByRole('button', { name: 'Like', exact: true }).focus();
  await page.keyboard.press('ArrowUp');
  await post.getByRole('group', { name: 'Reactions' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => post.getByRole('group', { name: 'Reactions' }).count()).toBe(0);
  await page.keyboard.press('ArrowUp');
  await page.waitForFunction(() => document.activeElement?.closest('.reaction-panel'));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await post.getByRole('button', { name: 'Wow: your reaction' }).waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Wow: your reaction');
  await visit.context.close();
});

test('with a long press of a finger; a short one just likes', async () => {
  const id = await writePost(server, bo, freshText('Touch me'));
  const visit = await openPost(ada, id, 'phone');
  const { post, page } = visit;
  const touches = await visit.context.newCDPSession(page);
  const box = (await post.getByRole('button', { name: 'Like', exact: true }).boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await touches.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  await post.getByRole('group', { name: 'Reactions' }).waitFor();
  await touches.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.waitForTimeout(100);
  expect(await post.getByRole('button', { name: 'Like', exact: true, pressed: true }).count()).toBe(
    0,
  );
  await post.getByRole('button', { name: 'Blessings' }).tap();
  await post.getByRole('button', { name: 'Blessings: your reaction' }).waitFor();
  await post.getByRole('button', { name: 'Blessings: your reaction' }).tap();
  await post.getByRole('button', { name: 'Like', exact: true }).waitFor();
  await visit.context.close();
});

test('refused by the server, it is taken back with a word about it', async () => {
  const id = await writePost(server, bo, freshText('Refuse me'));
  await act(server, bo, '/advancedactivity/like', { action_id: id });
  const visit = await openPost(ada, id);
  const { post, page } = visit;
  await refuse(page, '/advancedactivity/like');
  await post.getByRole('button', { name: 'Like', exact: true }).click();
  await page.getByText('Invalid API Response').first().waitFor();
  await post.getByText('1 person reacted to this').waitFor();
  await post.getByRole('button', { name: 'Like', exact: true, pressed: false }).waitFor();
  await page.unroute('**/advancedactivity/like');
  await answered(page, '/advancedactivity/like', () =>
    post.getByRole('button', { name: 'Like', exact: true }).click(),
  );
  await post.getByText('2 people reacted to this').waitFor();
  // Without a connection as well.
  await visit.context.setOffline(true);
  await post.getByRole('button', { name: 'Like: your reaction' }).click();
  await post.getByText('2 people reacted to this').waitFor();
  await page.getByText('You are offline. Your reaction was taken back.').first().waitFor();
  await visit.context.close();
});

test('a comment is liked too, and the like taken back when refused', async () => {
  const id = await writePost(server, bo, freshText('Comment on me'));
  const { comment_id } = await act<{ comment_id: number }>(
    server,
    bo,
    '/advancedactivity/comment',
    { action_id: id, body: 'Like this' },
  );
  const visit = await openPost(ada, id);
  const { page } = visit;
  const comment = page.locator(`#comment-${comment_id}`);
  const like = comment.getByRole('button', { name: 'Like', exact: true });
  await answered(page, '/like', () => like.click());
  await comment.getByText('1 like').waitFor();
  await expect.poll(() => like.getAttribute('aria-pressed')).toBe('true');
  await page.reload();
  await whenAwake(visit);
  await comment.getByText('1 like').waitFor();
  await refuse(page, '/advancedactivity/unlike');
  await like.click();
  await page.getByText('Invalid API Response').first().waitFor();
  await expect.poll(() => like.getAttribute('aria-pressed')).toBe('true');
  await visit.context.close();
});

test('who reacted stands in a dialog, by kind, page by page, each name a link', async () => {
  const id = await writePost(server, bo, freshText('Count us'));
  const crowd: ApiMember[] = [];
  for (let number = 1; number <= 23; number += 1)
    crowd.push(await memberOf(server, 'Person', `No ${number}`));
  for (const [index, one] of crowd.entries())
    await act(server, one, '/advancedactivity/like', {
      action_id: id,
      reaction: index === 0 ? 'wow' : 'love',
    });
  const visit = await openPost(ada, id);
  const { post, page } = visit;
  await post.getByRole('button', { name: '23 people reacted to this' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reactions' });
  await dialog.getByRole('tab', { name: 'All, 23', selected: true }).waitFor();
  const names = () => dialog.getByRole('link').allInnerTexts();
  await expect.poll(async () => (await names())[0] ?? '').toContain('Person No 23');
  // The end of the list brings the next page.
  await dialog
    .getByRole('group', { name: 'People who reacted' })
    .evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await expect
    .poll(async () => {
      await dialog
        .getByRole('group', { name: 'People who reacted' })
        .evaluate((box) => box.scrollTo(0, box.scrollHeight));
      return (await names()).at(-1);
    })
    .toContain('Person No 1');
  await dialog.getByRole('tab', { name: 'All, 23' }).press('ArrowRight');
  await dialog.getByRole('tab', { name: 'Love, 22', selected: true }).waitFor();
  await page.keyboard.press('End');
  await dialog.getByRole('tab', { name: 'Wow, 1', selected: true }).waitFor();
  await expect.poll(async () => (await names()).length).toBe(1);
  expect(await dialog.getByRole('link', { name: 'Person No 1' }).getAttribute('href')).toBe(
    `/profile/${crowd[0]!.id}`,
  );
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toContain('23 people reacted to this');
  expectNoProblems(visit);
  await visit.context.close();
});

test('a list of who reacted that does not come can be asked for again; a comment has one too', async () => {
  const id = await writePost(server, bo, freshText('List us'));
  const { comment_id } = await act<{ comment_id: number }>(
    server,
    bo,
    '/advancedactivity/comment',
    { action_id: id, body: 'Like this' },
  );
  await act(server, bo, '/advancedactivity/like', { action_id: id, comment_id });
  const visit = await openPost(ada, id);
  const { page } = visit;
  await page.route('**/feeds/likes-comments?*', (route) => route.abort());
  await page.locator(`#comment-${comment_id}`).getByRole('button', { name: '1 like' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reactions' });
  await dialog.getByText('The list could not be loaded.').waitFor();
  await page.unroute('**/feeds/likes-comments?*');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByRole('link', { name: 'Bo Reed' }).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await visit.context.close();
});
