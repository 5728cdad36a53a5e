import { beforeAll, expect, test } from 'vitest';
import { toFeedPages } from '#domains/posts/feed/feed.model.ts';
import { readFeedPage } from '#domains/posts/posts.calls.ts';
import {
  act,
  commands,
  focusedName,
  freshText,
  intercept,
  mountFeed,
  page,
  postCard,
  refusal,
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

const fullSeconds = () => Math.floor(Date.now() / 1_000);

/** Opens the '...' menu of a post and chooses an entry. */
async function choose(id: number, entry: string): Promise<void> {
  await postCard(id).getByRole('button', { name: 'Post options' }).click();
  await page.getByRole('button', { name: entry }).click();
}

test('the author copies the link, edits and deletes', async () => {
  const text = freshText('With a tipo');
  const id = await writePost(ada, text);
  await mountFeed(ada, id);
  await choose(id, 'Copy link');
  await waitForToast('Link copied');
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/posts/${id}`);

  await choose(id, 'Edit Post');
  const dialog = page.getByRole('dialog', { name: 'Edit post' });
  const field = dialog.getByLabel('Text');
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
  await field.fill('  ');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Post cannot be empty').waitFor();
  await field.fill(text.replace('tipo', 'typo'));
  await field.press('Home');
  await dialog.getByRole('button', { name: 'Emoji' }).click();
  await page.getByRole('gridcell', { name: 'grinning face', exact: true }).click();
  await expect.poll(() => field.inputValue()).toContain('😀With a typo');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await waitForToast('Post updated successfully');
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => postCard(id).innerText()).toContain('With a typo');

  await choose(id, 'Delete Post');
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(await postCard(id).count()).toBe(1);
  await choose(id, 'Delete Post');
  await page.getByRole('button', { name: 'Delete post', exact: true }).click();
  await waitForToast('Post deleted successfully');
  await expect.poll(() => postCard(id).count()).toBe(0);
});

test('only the author may close comments and stop sharing', async () => {
  const id = await writePost(ada, freshText('Not today'));
  await mountFeed(bo, id);
  await postCard(id).getByRole('button', { name: 'Post options' }).click();
  await page.getByRole('button', { name: 'Hide Post' }).waitFor();
  expect(
    await page.getByRole('button', { name: /(Disable|Enable) (Comments|Sharing)/ }).count(),
  ).toBe(0);

  await mountFeed(ada, id);
  const offered = (name: string) => postCard(id).getByRole('button', { name, exact: true }).count();
  await choose(id, 'Disable Comments');
  await waitForToast('Comments disabled');
  await expect.poll(() => offered('Comment')).toBe(0);
  await choose(id, 'Disable Sharing');
  await waitForToast('Sharing disabled');
  await expect.poll(() => offered('Share')).toBe(0);
});

test('a post is muted, and its notifications are turned on again', async () => {
  const id = await writePost(bo, freshText('Noisy'));
  const isMuted = async () => {
    const answer = await readFeedPage({ action_id: id });
    return typeof answer === 'object' && toFeedPages(answer).items[0]!.isMuted;
  };
  await mountFeed(ada, id);
  await choose(id, 'Turn off notifications');
  await waitForToast('Notifications of this post are off');
  expect(await isMuted()).toBe(true);
  await choose(id, 'Turn on notifications');
  await waitForToast('Notifications of this post are on again');
  expect(await isMuted()).toBe(false);
});

test('an edit made elsewhere meanwhile is not overwritten unasked', async () => {
  const id = await writePost(ada, freshText('First version'));
  await mountFeed(ada, id);
  await choose(id, 'Edit Post');
  const dialog = page.getByRole('dialog', { name: 'Edit post' });
  await dialog.getByLabel('Text').fill('From this window');
  // The interface's times have whole seconds.
  const opened = fullSeconds();
  await expect.poll(fullSeconds).toBeGreaterThan(opened);
  await act(ada, '/advancedactivity/edit-feed', { action_id: id, body: 'From the other window' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await waitForToast('Error updating post');
  await dialog.getByText('From the other window').waitFor();
  expect(await dialog.getByLabel('Text').inputValue()).toBe('From this window');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await waitForToast('Post updated successfully');
  await mountFeed(ada, id);
  await postCard(id).getByText('From this window').waitFor();
});

test('a block, a hiding or a deletion that fails shows that, and nothing disappears', async () => {
  const [id, own] = [
    await writePost(bo, freshText('Still there')),
    await writePost(ada, freshText('And mine')),
  ];
  await mountFeed(ada, id, own);
  await intercept('/advancedactivity/feeds/hide-item', refusal('Not today.'));
  await intercept('/advancedactivity/delete', refusal('Not that one.'));
  await choose(id, 'Hide Post');
  await waitForToast('Not today.');
  await expect.poll(() => page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
  await choose(own, 'Delete Post');
  await page.getByRole('button', { name: 'Delete post', exact: true }).click();
  await waitForToast('Not that one.');
  await page.keyboard.press('Escape');
  await postCard(own).waitFor();
  await intercept('/block/add', { kind: 'abort' });
  await choose(id, 'Block User');
  await page.getByRole('button', { name: 'Block user', exact: true }).click();
  await waitForToast('Error blocking user');
  await page.keyboard.press('Escape');
  await postCard(id).waitFor();
});

test('the menu is used with the keyboard alone', async () => {
  const id = await writePost(ada, freshText('Keys'));
  await mountFeed(ada, id);
  const button = postCard(id).getByRole('button', { name: 'Post options' });
  await button.focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(focusedName).toBe('Copy link');
  for (const next of ['Save Post', 'Turn off notifications', 'Edit Post']) {
    await page.keyboard.press('ArrowDown');
    await expect.poll(focusedName).toBe(next);
  }
  await page.keyboard.press('End');
  await expect.poll(focusedName).toBe('Delete Post');
  await page.keyboard.press('ArrowDown');
  await expect.poll(focusedName).toBe('Copy link');
  await page.keyboard.press('Escape');
  await expect.poll(focusedName).toBe('Post options');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Delete Post' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(focusedName).toBe('Post options');
  await page.keyboard.press('ArrowDown');
  await expect.poll(focusedName).toBe('Copy link');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Delete post' }).waitFor();
  // Enter at once destroys nothing.
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Delete post' }).waitFor({ state: 'hidden' });
  await postCard(id).waitFor();
  await expect.poll(focusedName).toBe('Post options');
});
test('a press elsewhere closes the menu', async () => {
  const id = await writePost(ada, freshText('Elsewhere'));
  await mountFeed(ada, id);
  await postCard(id).getByRole('button', { name: 'Post options' }).click();
  await page.getByRole('button', { name: 'Delete Post' }).waitFor();
  await page.mouse.click(5, 700);
  await page.getByRole('button', { name: 'Delete Post' }).waitFor({ state: 'hidden' });
});
