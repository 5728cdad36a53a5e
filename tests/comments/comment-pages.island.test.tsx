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
