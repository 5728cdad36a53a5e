import { afterAll, beforeAll, expect, test } from 'vitest';
import { writePost } from '../support/act.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { PlainPage } from '../support/plain-page.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';

let server: SharedServer;
let ada: ApiMember;
let post: number;

beforeAll(async () => {
  server = await borrowServer();
  ada = await memberOf(server, 'Ada', 'Quill');
  for (const name of ['Heron', 'Herbert', 'Hera', 'Herman', 'Hermia', 'Hero'])
    await memberOf(server, name, 'Reed');
  post = await writePost(server, ada, 'Herons and hedgehogs in one morning');
});
afterAll(() => server.stop());

test('the page has tabs and needs no script', async () => {
  const page = new PlainPage(server, ada);
  await page.open('/search');
  page.fill('Search', 'her', 'Search this site');
  await page.press('Search', 'Search this site');
  expect(page.path).toBe('/search?query=her');
  expect(page.texts('.search-results li')).toHaveLength(7);
  await page.follow('Posts');
  expect(page.path).toBe('/search?query=her&type=activity_action');
  expect(page.texts('.search-results li')).toHaveLength(1);
  await page.follow('Herons and hedgehogs in one morning');
  expect(page.path).toBe(`/posts/${post}`);
  await page.open('/search?query=nobody+at+all');
  expect(page.text).toContain('Nothing found for “nobody at all”.');
  await page.open('/search?query=%3Cscript%3E&type=planet&page=0');
  expect(page.status).toBe(200);
});
