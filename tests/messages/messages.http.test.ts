// @module-tag rights
import { afterAll, beforeAll, expect, test } from 'vitest';
import { act } from '../support/act.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { PlainPage } from '../support/plain-page.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';

let server: SharedServer;
let ada: ApiMember;
let bo: ApiMember;
let path: string;
beforeAll(async () => {
  server = await borrowServer();
  ada = await memberOf(server, 'Ada', 'Quill');
  bo = await memberOf(server, 'Bo', 'Reed');
  const { conversation } = await act<{ conversation: { conversation_id: number } }>(
    server,
    bo,
    '/messages/compose',
    { toValues: ada.id, title: 'The lamp', body: 'Is it yours?' },
  );
  path = `/messages/${conversation.conversation_id}`;
});
afterAll(() => server.stop());

test('a request is found and read without script', async () => {
  const page = new PlainPage(server, ada);
  await page.open('/messages');
  expect(page.links('Bo Reed')).toEqual([]);
  await page.follow('Requests (1)');
  await page.follow('Bo Reed');
  expect(page.url.pathname).toBe(path);
  expect(page.texts('.message-body')).toEqual(['Is it yours?']);
});

test('a conversation of others looks like one that does not exist', async () => {
  const page = new PlainPage(server, await memberOf(server, 'Cy', 'Ash'));
  for (const address of [path, '/messages/999999', '/messages/abc', '/messages/1/2']) {
    await page.open(address);
    expect([page.status, page.text.includes('Is it yours?')], address).toEqual([404, false]);
  }
});

test('visitors have to log in for messages', async () => {
  const page = new PlainPage(server);
  await page.open('/messages');
  expect(page.url.pathname).toBe('/login');
});
