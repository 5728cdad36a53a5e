import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import {
  befriend,
  commands,
  composerOf,
  mount,
  page,
  writePost,
  mountFeed,
  postCard,
} from '../support/islands/island.tsx';

test('an @ offers friends, and Enter takes one instead of sending', async () => {
  const ada = await commands.newMember('Ada', 'Quill');
  const bo = await commands.newMember('Bo', 'Reed');
  await befriend(ada, bo);
  await commands.signIn(ada);
  mount(composerOf(ada));
  const box = page.getByRole('textbox', { name: 'What is on your mind?' });
  await box.click();
  await userEvent.keyboard('With @re');
  await expect.element(page.getByRole('option', { name: /Bo Reed/ })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(box).toHaveValue(expect.stringMatching(/^With @bo\.reed\d* $/));
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
});

test('a sentence names the usernames that notify nobody', async () => {
  const ada = await commands.newMember('Ada', 'Quill');
  await commands.signIn(ada);
  mount(composerOf(ada));
  await page.getByRole('textbox', { name: 'What is on your mind?' }).fill('Hello @nobody.here, ');
  await expect.element(page.getByText('@nobody.here will not be notified.')).toBeVisible();
});

test('Escape closes the list and keeps the comment', async () => {
  const ada = await commands.newMember('Ada', 'Quill');
  const bo = await commands.newMember('Bo', 'Reed');
  await befriend(ada, bo);
  const post = await writePost(bo, 'Bread');
  await commands.signIn(ada);
  await mountFeed(ada, post);
  await postCard(post)
    .getByRole('button', { name: /^Comment/ })
    .first()
    .click();
  const box = postCard(post).getByRole('textbox', { name: 'Write a comment' });
  await box.fill('@');
  await expect.element(page.getByRole('option', { name: /Bo Reed/ })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
  await expect.element(box).toHaveValue('@');
});

test('the window scrolls to the list of people', async () => {
  const ada = await commands.newMember('Ada', 'Quill');
  const bo = await commands.newMember('Bo', 'Reed');
  await befriend(ada, bo);
  await commands.signIn(ada);
  await page.setViewportSize({ width: 390, height: 250 });
  mount(composerOf(ada));
  await page.getByRole('textbox', { name: 'What is on your mind?' }).fill('@re');
  await expect.element(page.getByRole('option', { name: /Bo Reed/ })).toBeVisible();
  const list = page.getByRole('listbox');
  await expect
    .poll(() => list.element().getBoundingClientRect().bottom)
    .toBeLessThanOrEqual(window.innerHeight);
});
