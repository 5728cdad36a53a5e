import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberOf, type ApiMember } from '../support/member.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';

/* Screens whose head, route and addresses are remembered (src/app/build/repeated-work.mjs). */

let server: SharedServer;
let ada: ApiMember;

beforeAll(async () => {
  server = await borrowServer();
  ada = await memberOf(server, 'Ada');
});
afterAll(() => server.stop());

const open = async (path: string, cookie = ada.cookie) => {
  const answer = await fetch(`${server.origin}${path}`, { headers: { cookie } });
  return { html: await answer.text() };
};
const files = (html: string) => html.match(/(?<=(?:href|src)=")\/_astro\/[^"]+/g) ?? [];

test('each screen has its own styles and scripts, the same each time', async () => {
  const [home, friends] = [await open('/home'), await open('/friends')];
  const again = [await open('/home'), await open('/friends')];
  expect(again.map(({ html }) => files(html))).toEqual([files(home.html), files(friends.html)]);
  expect(files(home.html)).not.toEqual(files(friends.html));
  expect(new Set(files(home.html)).size).toBeGreaterThan(5);
});

test('members and visitors get different screens at one address, in turn', async () => {
  const path = `/profile/${ada.id}/posts`;
  const [own, visited] = [await open(path), await open(path, '')];
  expect(own.html).toContain('id="drawer"');
  expect(visited.html).not.toContain('id="drawer"');
  expect(files((await open(path)).html)).toEqual(files(own.html));
  expect(files((await open(path, '')).html)).toEqual(files(visited.html));
});

test('a screen arrives whole, whatever its letters', async () => {
  const { html } = await open('/friends');
  expect(html).toMatch(/<\/html>\s*$/);
  const search = await open('/search?query=Zoë 🏕');
  expect(search.html).toContain('Zoë 🏕');
  expect(search.html).toMatch(/<\/html>\s*$/);
});
