import { beforeAll, expect, test } from 'vitest';
import {
  commands,
  freshText,
  intercept,
  mountFeed,
  postCard,
  release,
  waitForToast,
  writeComment,
  writePost,
  type ApiMember,
} from '../support/islands/island.tsx';

const listCall = '/advancedactivity/feeds/likes-comments';
let ada: ApiMember;
let bo: ApiMember;

beforeAll(async () => {
  ada = await commands.newMember('Ada', 'Quill');
  bo = await commands.newMember('Bo', 'Reed');
});

const textsOf = (id: number) => postCard(id).css('.comment-body').allInnerTexts();

test('comments that fail to load can be loaded again', async () => {
  const id = await writePost(bo, freshText('Slow words'));
  for (let number = 1; number <= 7; number += 1) await writeComment(bo, id, `Comment ${number}`);
  await mountFeed(ada, id);
  const more = postCard(id).getByRole('button', { name: 'View more comments' });
  await intercept(listCall, { kind: 'abort' });
  await more.click();
  await waitForToast('Unable to load more comments right now.');
  expect(await textsOf(id)).toEqual(['Comment 7']);
  await release(listCall);
  await more.click();
  await expect.poll(async () => (await textsOf(id)).length).toBe(5);
  await more.click();
  await expect.poll(async () => (await textsOf(id)).length).toBe(7);
});

test('replies are shown under their comment, and more can be loaded', async () => {
  const id = await writePost(bo, freshText('Answer me'));
  const top = await writeComment(bo, id, 'Top');
  for (let number = 1; number <= 4; number += 1) await writeComment(bo, id, `Reply ${number}`, top);
  await mountFeed(ada, id);
  const post = postCard(id);
  const all = ['Top', 'Reply 1', 'Reply 2', 'Reply 3', 'Reply 4'];
  await expect.poll(() => textsOf(id)).toEqual(all.slice(0, 1));
  await post.getByRole('button', { name: 'View more replies (4)' }).click();
  await expect.poll(() => textsOf(id)).toEqual(all);
  // A reply to a reply is written under the same comment.
  await post.css('.comment .comment').first().getByRole('button', { name: 'Reply' }).click();
  await post.getByLabelText('Reply to Bo Reed').fill('And mine');
  await post.getByRole('button', { name: 'Send reply' }).click();
  await waitForToast('Comment created successfully');
  await expect.poll(() => textsOf(id)).toEqual([...all, 'And mine']);
  await expect.poll(() => post.getByLabelText('Reply to Bo Reed').count()).toBe(0);
  await post.getByText('6 comments').waitFor();
});
