// @module-tag rights
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { act, freshText, writePost } from '../support/act.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { PlainPage } from '../support/plain-page.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';

let server: SharedServer;
let ada: ApiMember;
let bo: ApiMember;
let mo: ApiMember;
beforeAll(async () => {
  server = await borrowServer();
  [ada, bo, mo] = [
    await memberOf(server, 'Ada', 'Quill'),
    await memberOf(server, 'Bo', 'Reed'),
    await memberOf(server, 'Mo', 'Hale'),
  ];
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  await sql`update members set role = 'moderator' where id = ${mo.id}`;
  await sql.end();
});
afterAll(() => server.stop());

const report = (type: string, id: number) =>
  act(server, ada, '/report/create', { type, id, category: 'spam', description: 'Please look' });

test('a moderator removes a reported post after a question', async () => {
  const bad = freshText('Buy my pills');
  const id = await writePost(server, bo, bad);
  await report('activity_action', id);
  const page = new PlainPage(server, mo);
  const items = () => page.texts('article').filter((text) => text.includes(bad));
  await page.open('/admin/reports');
  expect(items()).toEqual([expect.stringContaining('Please look')]);
  await page.press('Remove…', bad);
  await page.press('Remove this post', bad);
  expect(page.text).toContain('Removed.');
  await page.open(`/posts/${id}`);
  expect(page.status).toBe(404);
});

test('a moderator dismisses the reports of a post, which stays', async () => {
  const fine = freshText('Only a joke');
  const id = await writePost(server, bo, fine);
  await report('activity_action', id);
  const page = new PlainPage(server, mo);
  await page.open('/admin/reports');
  await page.press('Dismiss', fine);
  expect(page.text).toContain('Reports dismissed.');
  expect(page.texts('article').filter((text) => text.includes(fine))).toEqual([]);
  await page.open(`/posts/${id}`);
  expect(page.status).toBe(200);
});

test('a moderator reads a reported comment on request', async () => {
  const { comment_id } = await act<{ comment_id: number }>(
    server,
    bo,
    '/advancedactivity/comment',
    {
      action_id: await writePost(server, bo, freshText('Not reported')),
      body: 'Rude words',
    },
  );
  await report('activity_comment', comment_id);
  const page = new PlainPage(server, mo);
  await page.open('/admin/reports');
  expect(page.text).not.toContain('Rude words');
  await page.press('Show what was reported');
  expect(page.text).toContain('Rude words');
});

test('members neither find the reports nor a link to them', async () => {
  const page = new PlainPage(server, ada);
  await page.open('/admin/reports');
  expect(page.status).toBe(404);
  await page.open('/home');
  expect(page.html).not.toContain('href="/admin/reports"');
});

test('the address of the administration leads to the reports', async () => {
  const page = new PlainPage(server, mo);
  await page.open('/admin');
  expect(page.texts('h1')).toEqual(['Reports']);
});
