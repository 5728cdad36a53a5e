import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresAt } from '#server/postgres-at.ts';
import { act, freshText, writePost } from '../support/act.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { putPhotos } from '../support/photos.ts';
import { PlainPage } from '../support/plain-page.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';

// As browsers without script do it.

let server: SharedServer;
let ada: ApiMember;
let bo: ApiMember;
beforeAll(async () => {
  server = await borrowServer();
  ada = await memberOf(server, 'Ada', 'Quill');
  bo = await memberOf(server, 'Bo', 'Reed');
});
afterAll(() => server.stop());

// Runs first: the other tests write posts.
test('home of a new community has no posts yet, and shortcuts to the own profile', async () => {
  const page = new PlainPage(server, ada);
  await page.open('/home');
  expect(page.html).toMatch(/<title>My News Feed · /);
  expect(page.text).toContain('No posts here yet...');
  expect(
    ['Hi Ada Quill!', 'View Recent Updates', 'Edit My Profile'].map((name) => page.href(name)),
  ).toEqual([`/profile/${ada.id}/posts`, '/home', '/profile/edit']);
});

/** A screen as a member without script uses it, and every address that a form leads to. */
function plainScreen() {
  const page = new PlainPage(server, ada);
  const addresses: string[] = [];
  const press = async (name: string, words?: string) => {
    await page.press(name, words);
    addresses.push(decodeURIComponent(page.path.replaceAll('+', ' ')));
  };
  const expectInNoAddress = (text: string) =>
    expect(addresses.filter((address) => address.includes(text))).toEqual([]);
  return { page, press, expectInNoAddress };
}

test('a post is written, and its text gets into no address', async () => {
  const { page, press, expectInNoAddress } = plainScreen();
  await page.open('/home');
  const body = freshText('Plain words');
  page.fill('What is on your mind?', body);
  await press('Post');
  expect(page.texts('article').filter((text) => text.includes(body))).toHaveLength(1);
  expectInNoAddress(body);
});

test('a post is liked in the feed', async () => {
  const begun = freshText('At the gate');
  await writePost(server, bo, begun);
  const { page, press } = plainScreen();
  await page.open('/home');
  await press('Like', begun);
  expect(page.buttons('Like: your reaction')).toHaveLength(1);
});

test('a comment is written, and its text gets into no address', async () => {
  const { page, press, expectInNoAddress } = plainScreen();
  await page.open(`/posts/${await writePost(server, bo, freshText('By the gate'))}`);
  const comment = freshText('Plain comment');
  page.fill('Write a comment', comment);
  await press('Send');
  expect(page.texts('.comment-body')).toEqual([comment]);
  expectInNoAddress(comment);
});

test('a post is saved from its options', async () => {
  const { page, press } = plainScreen();
  await page.open(`/posts/${await writePost(server, bo, freshText('Over the gate'))}`);
  await press('Post options');
  await page.follow('Post options');
  await press('Save Post');
  expect(page.buttons('Unsave Post')).toHaveLength(1);
});

test('a message is sent from a profile, and its text gets into no address', async () => {
  const { page, press, expectInNoAddress } = plainScreen();
  await page.open(`/profile/${bo.id}/posts`);
  await press('Message');
  page.fill('Title', 'Plain');
  const message = freshText('Plain message');
  page.fill('Message', message);
  await press('Send');
  expect(page.texts('.message-body')).toEqual([message]);
  expectInNoAddress(message);
});

test('a filter of the feed has an address', async () => {
  const id = await writePost(server, bo, freshText('With a jetty'));
  await putPhotos(server, bo, id, [{ width: 800, height: 600, alt: 'A jetty' }]);
  const page = new PlainPage(server, ada);
  await page.open('/home?filter=photo');
  expect([...page.html.matchAll(/data-post="(\d+)"/g)].map(([, one]) => Number(one))).toEqual([id]);
});

test('an edited post shows its time', async () => {
  const id = await writePost(server, ada, freshText('Before'));
  const sql = postgresAt(server.databaseUrl, { max: 1 });
  await sql`update posts set published_at = published_at - interval '1 minute' where id = ${id}`;
  await sql.end();
  await act(server, ada, '/advancedactivity/edit-feed', { action_id: id, body: 'Any more' });
  const page = new PlainPage(server, ada);
  await page.open(`/posts/${id}`);
  expect(page.text).toMatch(/edited (Today at|Yesterday at|[A-Z][a-z]{2} \d)/);
  expect(page.html).toMatch(/title="Edited [^"]*\d{4}/);
});
