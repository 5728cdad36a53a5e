import { expect, test } from 'vitest';
import { freshText, writePost } from '../support/act.ts';
import { answered } from '../support/answered.ts';
import type { ApiMember } from '../support/member.ts';
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

test('seven reactions appear on hover after a moment; two members see each other’s', async () => {
  const id = await writePost(server, ada, freshText('React to me'));
  const visit = await openPost(bo, id, 'desktop', '/home');
  const { post, page } = visit;
  const row = post.getByRole('group', { name: 'Reactions' });
  // Uses the page's own clock: on a busy machine the moment would be over before the test could
  // look.
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
  // The name appears after the specified delay.
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

test('reacting with a long press; a short one just likes', async () => {
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
