// @module-tag races
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { act, freshText, writePost } from '../support/act.ts';
import { expectNoProblems } from '../support/browser.ts';
import { openWindowAs, waitForHydration } from '../support/signed-in.ts';
import { ada, bo, browser, postCard, server } from '../support/stage.ts';

/** Opens a page whose scripts are held back until `release`; `fail` makes them fail to load. */
async function openEarly(path: string) {
  const visit = await openWindowAs(browser, ada, { origin: server.origin });
  const { page } = visit;
  const posts: string[] = [];
  const addresses: string[] = [];
  page.on('request', (request) => {
    addresses.push(request.url());
    if (request.method() === 'POST') posts.push(new URL(request.url()).pathname);
  });
  const gate = Promise.withResolvers<boolean>();
  await page.route(/\/_astro\/.*\.js$/, async (route) =>
    (await gate.promise) ? route.continue() : route.abort(),
  );
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator('main').waitFor();
  const release = async () => {
    gate.resolve(true);
    await waitForHydration(visit);
  };
  return { visit, page, posts, addresses, release, fail: () => gate.resolve(false) };
}

const feedOf = async () => {
  const answer = await fetch(`${server.origin}/api/rest/advancedactivity/feeds?limit=50`, {
    headers: ada.headers,
  });
  return (
    (await answer.json()) as { body: { data: { feed: { body: string; privacy: string } }[] } }
  ).body.data.map(({ feed }) => feed);
};

const noneHas = (addresses: string[], text: string) =>
  expect(
    addresses.filter((address) => decodeURIComponent(address.replaceAll('+', ' ')).includes(text)),
  ).toEqual([]);

async function conversation(): Promise<string> {
  const { conversation: made } = await act<{ conversation: { conversation_id: number } }>(
    server,
    bo,
    '/messages/compose',
    { toValues: ada.id, title: 'Hello', body: 'Tea?' },
  );
  return `/messages/${made.conversation_id}`;
}

const bubble = (page: Page, text: string) => page.getByRole('log').getByText(text, { exact: true });

test('a post submitted before the scripts load is created once, with the chosen audience', async () => {
  const body = freshText('Early bird');
  const { visit, page, addresses, release } = await openEarly('/home');
  await page.getByRole('textbox', { name: 'What is on your mind?' }).fill(body);
  await page.getByRole('combobox', { name: 'Who can see this post' }).selectOption('onlyme');
  const button = page.getByRole('button', { name: 'Post', exact: true });
  await button.click();
  await button.click();
  expect(await button.getAttribute('aria-busy')).toBe('true');
  await release();
  await page.getByRole('article').filter({ hasText: body }).waitFor();
  expect((await feedOf()).filter((feed) => feed.body === body)).toEqual([
    expect.objectContaining({ privacy: 'onlyme' }),
  ]);
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/home');
  noneHas(addresses, body);
  expectNoProblems(visit);
  await visit.context.close();
});

test('a comment and a Like before the scripts load arrive once', async () => {
  const post = await writePost(server, bo, freshText('By the well'));
  const comment = freshText('First!');
  const { visit, page, posts, addresses, release } = await openEarly(`/posts/${post}`);
  await postCard(page, post).getByRole('button', { name: 'Like', exact: true }).click();
  await page.getByRole('textbox', { name: 'Write a comment' }).fill(comment);
  await page.keyboard.press('Control+Enter');
  await release();
  await page.getByRole('listitem').filter({ hasText: comment }).waitFor();
  noneHas(addresses, comment);
  await expect.poll(() => posts.filter((path) => path.endsWith('/comment'))).toHaveLength(1);
  await postCard(page, post).getByRole('button', { name: 'Like: your reaction' }).waitFor();
  await expect.poll(() => posts.filter((path) => path.endsWith('/like'))).toHaveLength(1);
  await visit.context.close();
});

test('an early press on Add friend takes effect once', async () => {
  const { visit, page, posts, release } = await openEarly(`/profile/${bo.id}/posts`);
  await page.getByRole('button', { name: `Add friend ${bo.displayname}` }).click();
  await release();
  await page.getByRole('button', { name: `Request sent to ${bo.displayname}` }).waitFor();
  expect(posts).toEqual(['/api/rest/user/add']);
  await visit.context.close();
});

test('a message sent before the scripts load arrives once', async () => {
  const message = freshText('See you');
  const { visit, page, posts, addresses, release } = await openEarly(await conversation());
  await page.getByRole('textbox', { name: `Write to ${bo.displayname}` }).fill(message);
  await page.keyboard.press('Enter');
  await release();
  await bubble(page, message).waitFor();
  noneHas(addresses, message);
  await expect.poll(() => posts.filter((path) => path.includes('/messages/view')).length).toBe(1);
  await visit.context.close();
});

test('if the scripts never load, the form is submitted without them', async () => {
  const body = freshText('No scripts today');
  const { visit, page, addresses, fail } = await openEarly('/home');
  await page.getByRole('textbox', { name: 'What is on your mind?' }).fill(body);
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  fail();
  await page.getByText('Post Created').waitFor();
  await page.getByRole('article').filter({ hasText: body }).waitFor();
  expect((await feedOf()).filter((feed) => feed.body === body)).toHaveLength(1);
  noneHas(addresses, body);
  await visit.context.close();
});

test('once the scripts have failed, no press waits for them any more', async () => {
  const post = await writePost(server, bo, freshText('Rope and lantern'));
  const { visit, page, fail } = await openEarly(`/posts/${post}`);
  const like = () => postCard(page, post).getByRole('button', { name: 'Like', exact: true });
  // Without timers nothing ends by itself.
  await page.evaluate(() => Object.assign(window, { setTimeout: () => 0 }));
  await like().click();
  fail();
  await page.getByRole('button', { name: 'Like: your reaction' }).waitFor();
  await page.evaluate(() => Object.assign(window, { setTimeout: () => 0 }));
  await expect.poll(() => page.locator('body[dead]').count()).toBe(1);
  await page.getByRole('button', { name: 'Like: your reaction' }).click();
  await like().waitFor();
  await visit.context.close();
});

test('if the scripts never load, what needs them is not shown, and the rest works', async () => {
  const { visit, page, fail } = await openEarly('/home');
  const tools = page.getByRole('group', { name: 'Add to the post' }).getByRole('button');
  await tools.first().waitFor();
  fail();
  await expect.poll(() => tools.count()).toBe(0);
  const dead = 'button[type=button]:not([popovertarget], [commandfor]):visible';
  await expect.poll(() => page.locator(`.composer ${dead}, header ${dead}`).count()).toBe(0);
  await page.getByRole('button', { name: 'Post', exact: true }).waitFor();
  await visit.context.close();
});
