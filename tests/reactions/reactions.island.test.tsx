import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { toFeedPages } from '#domains/posts/feed/feed.model.ts';
import { readFeedPage } from '#domains/posts/posts.calls.ts';
import {
  act,
  answered,
  commands,
  freshText,
  goOffline,
  intercept,
  mountFeed,
  page,
  postCard,
  refusal,
  release,
  waitForToast,
  writeComment,
  writePost,
  type ApiMember,
} from '../support/islands/island.tsx';

const likeCall = '/advancedactivity/like';
let ada: ApiMember;
let bo: ApiMember;

beforeAll(async () => {
  ada = await commands.newMember('Ada', 'Quill');
  bo = await commands.newMember('Bo', 'Reed');
});

async function openPost(id: number) {
  await mountFeed(ada, id);
  return postCard(id);
}

test('liked and unliked with one press, and counted at once', async () => {
  const id = await writePost(bo, freshText('Like me'));
  const post = await openPost(id);
  await post.getByRole('button', { name: 'Like', exact: true }).click();
  await post.getByText('1 person reacted to this').waitFor();
  await post.getByRole('button', { name: 'Like: your reaction', pressed: true }).click();
  await post.getByText('1 person reacted to this').waitFor({ state: 'detached' });
  const sent = async () =>
    (await commands.sentCalls())
      .filter(({ path }) => /\/(un)?like$/.test(path))
      .map(({ path, body }) => `${path} ${body}`);
  await expect
    .poll(sent)
    .toEqual([
      `/advancedactivity/like action_id=${id}&reaction=like`,
      `/advancedactivity/unlike action_id=${id}`,
    ]);
});

/** The text of an element's tip, and the delay before it appears. */
const tip = (element: Element) => {
  const { content, animationDelay } = getComputedStyle(element, '::after');
  return [content, animationDelay];
};

test('seven reactions appear on hover after a delay', async () => {
  const id = await writePost(bo, freshText('React to me'));
  const post = await openPost(id);
  const row = post.getByRole('group', { name: 'Reactions' });
  // The moment passes when the test says so, however busy the machine is.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  // Other parts of the screen have timers too, so the one of the hover is known by its delay.
  const timers = vi.spyOn(window, 'setTimeout');
  onTestFinished(() => timers.mockRestore());
  await post.css('.reaction-button').hover();
  await expect.poll(() => timers.mock.calls.some(([, delay]) => delay === 120)).toBe(true);
  await vi.advanceTimersByTimeAsync(119);
  expect(await row.count()).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  await row.waitFor();
  expect(
    await row
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((one) => one.getAttribute('aria-label'))),
  ).toEqual(['Like', 'Love', 'Wow', 'Haha', 'Sad', 'Angry', 'Blessings']);
  // The name appears after the specified delay.
  const love = row.getByRole('button', { name: 'Love' });
  await love.hover();
  expect(await love.evaluate(tip)).toEqual(['"Love" / ""', '0.12s']);
});

test('two members see each other’s reactions', async () => {
  const id = await writePost(bo, freshText('React as well'));
  await act(bo, likeCall, { action_id: id });
  const post = await openPost(id);
  await post.getByText('1 person reacted to this').waitFor();
  await post.getByRole('button', { name: 'Like', exact: true }).press('ArrowUp');
  await page.waitForFunction(() => document.activeElement?.closest('.reaction-panel'));
  await page.keyboard.press('ArrowRight');
  await answered(likeCall, () => page.keyboard.press('Enter'));
  await post.getByRole('button', { name: 'Love: your reaction' }).waitFor();
  const summary = post.getByRole('button', { name: '2 people reacted to this' });
  await summary.hover();
  expect(await summary.evaluate(tip)).toEqual(['"Like 1, Love 1" / ""', '0.12s']);
  const reactionsFor = async (member: ApiMember) => {
    await commands.signIn(member);
    const answer = await readFeedPage({ action_id: id });
    return typeof answer === 'object' && toFeedPages(answer).items[0]!.reactions;
  };
  expect(await reactionsFor(ada)).toMatchObject({ mine: 'love' });
  expect(await reactionsFor(bo)).toMatchObject({ mine: 'like' });
});

test('reacting with the keyboard alone', async () => {
  const id = await writePost(bo, freshText('Type at me'));
  const post = await openPost(id);
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
    .poll(() => document.activeElement?.getAttribute('aria-label'))
    .toBe('Wow: your reaction');
});

test('a reaction that the server refuses is reverted with a message', async () => {
  const id = await writePost(bo, freshText('Refuse me'));
  await act(bo, likeCall, { action_id: id });
  const post = await openPost(id);
  // By class, as the row that opens under the pointer has a Like too.
  const like = post.css('.reaction-button');
  await intercept(likeCall, refusal('No.'));
  await like.click();
  await waitForToast('Invalid API Response');
  await post.getByText('1 person reacted to this').waitFor();
  await post.getByRole('button', { name: 'Like', exact: true, pressed: false }).waitFor();
  await release(likeCall);
  await answered(likeCall, () => like.click());
  await post.getByText('2 people reacted to this').waitFor();
  // Also while offline.
  await goOffline();
  await post.getByRole('button', { name: 'Like: your reaction' }).click();
  await post.getByText('2 people reacted to this').waitFor();
  await waitForToast('You are offline. Your reaction was not saved.');
});

test('a comment can be liked, and a refused like is reverted', async () => {
  const id = await writePost(bo, freshText('Comment on me'));
  const commentId = await writeComment(bo, id, 'Like this');
  const open = async () => {
    await openPost(id);
    return page.css(`#comment-${commentId}`);
  };
  const comment = await open();
  const like = comment.getByRole('button', { name: 'Like', exact: true });
  await answered(likeCall, () => like.click());
  await comment.getByText('1 like').waitFor();
  await expect.poll(() => like.getAttribute('aria-pressed')).toBe('true');
  await open();
  await comment.getByText('1 like').waitFor();
  await intercept('/advancedactivity/unlike', refusal('No.'));
  await like.click();
  await waitForToast('Invalid API Response');
  await expect.poll(() => like.getAttribute('aria-pressed')).toBe('true');
});

test('the dialog lists reactors by kind, page by page, each name a link', async () => {
  const id = await writePost(bo, freshText('Count us'));
  const [first] = await commands.addReactors(id, 23);
  const post = await openPost(id);
  await post.getByRole('button', { name: '23 people reacted to this' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reactions' });
  await dialog.getByRole('tab', { name: 'All, 23', selected: true }).waitFor();
  const names = () => dialog.getByRole('link').allInnerTexts();
  await expect.poll(async () => (await names())[0] ?? '').toContain('Person No 23');
  // Reaching the end of the list loads the next page.
  await expect
    .poll(async () => {
      await dialog
        .getByRole('group', { name: 'People who reacted' })
        .evaluate((box) => box.scrollTo(0, box.scrollHeight));
      return (await names()).at(-1);
    })
    .toContain('Person No 01');
  await dialog.getByRole('tab', { name: 'All, 23' }).press('ArrowRight');
  await dialog.getByRole('tab', { name: 'Love, 22', selected: true }).waitFor();
  await page.keyboard.press('End');
  await dialog.getByRole('tab', { name: 'Wow, 1', selected: true }).waitFor();
  await expect.poll(async () => (await names()).length).toBe(1);
  expect(await dialog.getByRole('link', { name: 'Person No 01' }).getAttribute('href')).toBe(
    `/profile/${first}`,
  );
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await expect
    .poll(() => document.activeElement?.textContent)
    .toContain('23 people reacted to this');
});

test('the list of reactors of a comment can be loaded again if it failed to load', async () => {
  const id = await writePost(bo, freshText('List us'));
  const commentId = await writeComment(bo, id, 'Like this');
  await act(bo, likeCall, { action_id: id, comment_id: commentId });
  await openPost(id);
  const listCall = '/advancedactivity/feeds/likes-comments';
  await intercept(listCall, { kind: 'abort' });
  await page.css(`#comment-${commentId}`).getByRole('button', { name: '1 like' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reactions' });
  await dialog.getByText('The list could not be loaded.').waitFor();
  await release(listCall);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByRole('link', { name: 'Bo Reed' }).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'hidden' });
});
