import { expect, test } from 'vitest';
import { expectAccessible } from '../support/islands/axe.ts';
import {
  act,
  befriend,
  commands,
  mountFeed,
  page,
  postCard,
  writeComment,
  writePost,
} from '../support/islands/island.tsx';

test.each([
  ['desktop', 1440, 900],
  ['phone', 390, 844],
])(
  'reactions, menus and dialogs of a post are accessible in both themes: %s (axe)',
  async (screen, width, height) => {
    await page.setViewportSize({ width, height });
    const [ada, bo] = [
      await commands.newMember('Ada', 'Quill'),
      await commands.newMember('Bo', 'Reed'),
    ];
    const [bosPost, own] = [
      await writePost(bo, `A long one ${'with words '.repeat(60)}`),
      await writePost(ada, 'Own'),
    ];
    await writeComment(ada, bosPost, 'A comment');
    await mountFeed(ada, bosPost, own);
    const look = (state: string, within = 'dialog[open]') =>
      expectAccessible(state, within, { inBothThemes: true });
    const card = `[data-post="${bosPost}"]`;
    const sheet = '.popover-sheet:popover-open';

    await postCard(bosPost).getByRole('button', { name: 'Comment', exact: true }).click();
    await postCard(bosPost).getByLabel('Write a comment').waitFor();
    await postCard(bosPost).css('.reaction-button').first().press('ArrowUp');
    await postCard(bosPost).getByRole('group', { name: 'Reactions' }).waitFor();
    await look('reactions', card);
    await page.keyboard.press('Escape');
    await postCard(bosPost).getByRole('button', { name: 'Post options' }).click();
    await page.getByRole('button', { name: 'Copy link' }).waitFor();
    await look('menu', screen === 'phone' ? sheet : card);
    await page.keyboard.press('Escape');

    await postCard(bosPost).getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('button', { name: 'Share to your feed' }).waitFor();
    await look('share menu', sheet);
    if (screen === 'phone') {
      const box = document.querySelector(sheet)!.getBoundingClientRect();
      expect([box.x, Math.round(box.bottom), box.width]).toEqual([0, 844, 390]);
    }
    await page.getByRole('button', { name: 'Share to your feed' }).click();
    await look('share dialog');
    await page.keyboard.press('Escape');
    const choose = async (id: number, entry: string) => {
      await postCard(id).getByRole('button', { name: 'Post options' }).click();
      await page.getByRole('button', { name: entry }).click();
    };
    await choose(bosPost, 'Report Post');
    await page.getByRole('button', { name: 'Send report' }).click();
    await look('report');
    await page.keyboard.press('Escape');
    await choose(bosPost, 'Block User');
    await look('block');
    await page.keyboard.press('Escape');
    await choose(own, 'Edit Post');
    await look('edit');
    await page.keyboard.press('Escape');
    await choose(bosPost, 'Hide Post');
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await look('hidden', '[data-hidden-post]');
    await page.getByRole('button', { name: 'Undo' }).click();
    await postCard(bosPost).waitFor();
  },
);

test('posts on walls of others name whoever can see the profile as readers', async () => {
  const [writer, owner] = [
    await commands.newMember('Ada', 'Quill'),
    await commands.newMember('Bo', 'Reed'),
  ];
  await befriend(writer, owner);
  const { response } = await act<{ response: { feed: { action_id: number } } }>(
    writer,
    '/advancedactivity/feeds/post',
    { body: 'Hello', auth_view: 'everyone', subject_type: 'user', subject_id: owner.id },
  );
  const id = response.feed.action_id;
  await mountFeed(writer, id);
  const tip = postCard(id).getByRole('img', { name: 'Everyone who can see this profile' });
  await expect.element(tip).toBeVisible();
});
