import { afterAll, beforeAll, expect, test } from 'vitest';
import { act } from '../support/act.ts';
import { memberOf } from '../support/member.ts';
import { PlainPage } from '../support/plain-page.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';

let server: SharedServer;
beforeAll(async () => {
  server = await borrowServer();
});
afterAll(() => server.stop());

test('without script a friend writes on a wall, and a refused text is shown again', async () => {
  const [bo, dora] = [
    await memberOf(server, 'Bo', 'Reed'),
    await memberOf(server, 'Dora', 'Finch'),
  ];
  await act(server, dora, '/user/add', { user_id: bo.id });
  await act(server, bo, '/user/confirm', { user_id: dora.id });
  const page = new PlainPage(server, dora);
  const field = 'Write something to Bo Reed';
  await page.open(`/profile/${bo.id}/posts`);
  page.fill(field, 'The first');
  await page.press('Post');
  expect(page.text).toContain('Post Created');
  expect(page.texts('article').filter((text) => text.includes('The first'))).toHaveLength(1);
  await act(server, bo, '/user/remove', { user_id: dora.id });
  page.fill(field, 'The second');
  await page.press('Post');
  expect(page.text).toContain('You cannot post here.');
  expect(page.value(field)).toBe('The second');
});
