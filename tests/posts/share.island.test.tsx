// @module-tag rights
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  act,
  commands,
  freshText,
  mountFeed,
  page,
  postCard,
  waitForToast,
  writePost,
  type ApiMember,
} from '../support/islands/island.tsx';

let ada: ApiMember;
let bo: ApiMember;

beforeAll(async () => {
  ada = await commands.newMember('Ada', 'Quill');
  bo = await commands.newMember('Bo', 'Reed');
});

async function choose(id: number, entry: string) {
  await postCard(id).getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('button', { name: entry }).click();
}
const dialog = page.getByRole('dialog', { name: 'Share post' });

test('the preview is cut at 190 of more than 200 characters', async () => {
  const [short, long] = ['y'.repeat(200), 'z'.repeat(201)];
  const ids = [await writePost(bo, short), await writePost(bo, long)];
  await mountFeed(ada, ...ids);
  for (const [id, shown] of [
    [ids[0]!, short],
    [ids[1]!, `${'z'.repeat(190)}…`],
  ] as const) {
    await choose(id, 'Share to your feed');
    await expect.poll(() => dialog.css('.share-body').innerText()).toBe(shown);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  }
});

const shareOf = async (who: ApiMember, id: number, body: string) => {
  const shared = { type: 'activity_action', id, body };
  return (await act<{ action_id: number }>(who, '/activity/share', shared)).action_id;
};
const articleOf = (words: string) => page.getByRole('article').filter({ hasText: words });

test('a share of a share points to the original', async () => {
  const text = freshText('The very first');
  const id = await writePost(bo, text);
  const cleo = await commands.newMember('Cleo', 'Tester');
  const first = await shareOf(cleo, id, 'Second hand');
  await mountFeed(ada, id, first);
  await choose(first, 'Share to your feed');
  await expect.poll(() => dialog.css('.share-preview').innerText()).toContain('Bo Reed');
  const words = freshText('Third hand');
  await dialog.getByLabel('Say something about it').fill(words);
  await dialog.getByRole('button', { name: 'Share now' }).click();
  await waitForToast('Post shared successfully!');
  // Until it closes, its words and its preview stand in the post as well.
  await dialog.waitFor({ state: 'hidden' });
  await articleOf(words).getByText(text).waitFor();
  expect(await articleOf(words).innerText()).not.toContain('Second hand');
  await postCard(id).getByText('2 shares').waitFor();
});

test('a post for friends stays with them: elsewhere a share of it is a stub', async () => {
  const text = freshText('For friends');
  const id = await writePost(bo, text);
  const words = freshText('Look at this');
  const share = await shareOf(ada, id, words);
  await act(bo, '/advancedactivity/edit-feed', { action_id: id, body: text, auth_view: 'friends' });
  await mountFeed(ada, id, share);
  await articleOf(words).getByText('This post is not available.').waitFor();
  expect(await postCard(id).count()).toBe(0);
  expect(await articleOf(words).innerText()).not.toContain(text);
  const button = articleOf(words).getByRole('button', { name: 'Share', exact: true });
  expect(await button.count()).toBe(0);
});

test('when the original is deleted, shares on the same screen follow at once', async () => {
  const text = freshText('Soon deleted');
  const id = await writePost(bo, text);
  const words = freshText('Keep it');
  const share = await shareOf(ada, id, words);
  await mountFeed(bo, id, share);
  await articleOf(words).getByText(text).waitFor();
  await postCard(id).getByRole('button', { name: 'Post options' }).click();
  await page.getByRole('button', { name: 'Delete Post' }).click();
  await page.getByRole('button', { name: 'Delete post', exact: true }).click();
  await waitForToast('Post deleted successfully');
  await articleOf(words).getByText('This post is not available.').waitFor();
});

test('the link is copied, also where the browser has no clipboard for pages', async () => {
  const id = await writePost(bo, freshText('Take me along'));
  const url = `${location.origin}/posts/${id}`;
  let copied = '';
  const onCopy = () =>
    (copied = String(getSelection()) || (document.activeElement as HTMLTextAreaElement).value);
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
  document.addEventListener('copy', onCopy);
  onTestFinished(() => {
    document.removeEventListener('copy', onCopy);
    Reflect.deleteProperty(navigator, 'clipboard');
  });
  await mountFeed(ada, id);
  await choose(id, 'Copy link');
  await waitForToast('Link copied');
  expect(copied).toBe(url);
});

test('the device’s own sheet opens where there is one', async () => {
  const id = await writePost(bo, freshText('Take me along'));
  const sheets: unknown[] = [];
  const own = Object.getOwnPropertyDescriptor(Navigator.prototype, 'share');
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'share');
    if (own) Object.defineProperty(Navigator.prototype, 'share', own);
  });
  Object.defineProperty(navigator, 'share', {
    value: async (what: unknown) => void sheets.push(what),
    configurable: true,
  });
  await mountFeed(ada, id);
  await choose(id, 'Share with another app');
  await expect
    .poll(() => sheets)
    .toEqual([{ title: "Bo Reed's post", url: `${location.origin}/posts/${id}` }]);

  Reflect.deleteProperty(navigator, 'share');
  Reflect.deleteProperty(Navigator.prototype, 'share');
  await mountFeed(ada, id);
  await postCard(id).getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('button', { name: 'Copy link' }).waitFor();
  expect(await page.getByRole('button', { name: 'Share with another app' }).count()).toBe(0);
});
