import { afterAll, beforeAll, expect, test } from 'vitest';
import { act, freshText, writePost } from '../support/act.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { PlainPage } from '../support/plain-page.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';

let server: SharedServer;
let ada: ApiMember;
let bo: ApiMember;
beforeAll(async () => {
  server = await borrowServer();
  ada = await memberOf(server, 'Ada', 'Quill');
  bo = await memberOf(server, 'Bo', 'Reed');
});
afterAll(() => server.stop());

async function comment(post: number, body: string, to?: number): Promise<number> {
  const { comment_id } = await act<{ comment_id: number }>(
    server,
    bo,
    '/advancedactivity/comment',
    { action_id: post, body, ...(to ? { comment_id: to } : {}) },
  );
  return comment_id;
}
async function deleteComment(id: number): Promise<void> {
  const path = `/api/rest/comment-delete?comment_id=${id}`;
  const answer = await fetch(server.origin + path, { method: 'DELETE', headers: bo.headers });
  expect(answer.ok).toBe(true);
}

test('a visitor without script pages through comments, and each page is cached under its own URL', async () => {
  const id = await writePost(server, bo, freshText('Read on'));
  const written: number[] = [];
  for (let number = 1; number <= 27; number += 1)
    written.push(await comment(id, `Comment ${number}`));
  await comment(id, 'An answer', written[26]!);
  const all = Array.from({ length: 27 }, (_, index) => `Comment ${27 - index}`);
  const page = new PlainPage(server);
  const texts = () => page.texts('.comment-body');
  await page.open(`/posts/${id}?utm_source=mail`);
  expect(texts()).toEqual([all[0], 'An answer', ...all.slice(1, 5)]);
  await page.follow('View more comments (22)');
  expect(page.path + page.url.hash).toBe(`/posts/${id}?comments=2#comments`);
  expect(texts()).toEqual(all.slice(5, 25));
  await page.follow('View more comments');
  expect(texts()).toEqual(all.slice(25));
  expect(page.links('View more comments')).toEqual([]);
  await page.follow('View newer comments');
  expect(page.path + page.url.hash).toBe(`/posts/${id}?comments=2#comments`);
  await page.follow('View newer comments');
  expect(page.path + page.url.hash).toBe(`/posts/${id}#comments`);
  expect(texts()).toEqual([all[0], 'An answer', ...all.slice(1, 5)]);

  await page.open(`/posts/${id}?comments=4`);
  expect(page.status).toBe(404);
  // A deletion updates the cached pages too; later comments move up.
  await deleteComment(written[10]!);
  await expect
    .poll(async () => {
      await page.open(`/posts/${id}?comments=2`);
      return texts();
    })
    .toEqual(all.slice(5, 26).filter((text) => text !== 'Comment 11'));
  // A member gets an uncached page from the beginning.
  const member = new PlainPage(server, ada);
  await member.open(`/posts/${id}?comments=2`);
  expect(member.texts('.comment-body')[0]).toBe('Comment 27');
});

test('without script a link to a comment shows it with its replies, and leads to all comments', async () => {
  const id = await writePost(server, bo, freshText('Long ago'));
  const wanted = await comment(id, 'The one');
  for (let number = 1; number <= 5; number += 1) await comment(id, `Answer ${number}`, wanted);
  for (let number = 1; number <= 6; number += 1) await comment(id, `Later ${number}`);
  const newest = ['Later 6', 'Later 5', 'Later 4', 'Later 3', 'Later 2'];
  const answers = Array.from({ length: 5 }, (_, index) => `Answer ${index + 1}`);
  const page = new PlainPage(server);
  const texts = () => page.texts('.comment-body');
  await page.open(`/posts/${id}?comments=2`);
  expect(texts()).toEqual(['Later 1', 'The one', ...answers.slice(0, 3)]);
  await page.follow('View 2 more replies');
  expect(texts()).toEqual(['The one', ...answers]);
  await page.follow('View all comments (12)');
  expect(texts()).toEqual(newest);
  await deleteComment(wanted);
  await page.open(`/posts/${id}?comment=${wanted}`);
  expect(page.url.search).toBe('');
  await page.open(`/comments/${wanted}`);
  expect(page.status).toBe(404);
});
