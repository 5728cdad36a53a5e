// @module-tag rights
import { afterAll, beforeAll, expect, test } from 'vitest';
import { act, createGroup } from '../support/act.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { PlainPage } from '../support/plain-page.ts';
import { borrowServer, type SharedServer } from '../support/shared-server.ts';

let server: SharedServer;
let ada: ApiMember;
let bo: ApiMember;
beforeAll(async () => {
  server = await borrowServer();
  [ada, bo] = [await memberOf(server, 'Ada', 'Quill'), await memberOf(server, 'Bo', 'Reed')];
});
afterAll(() => server.stop());

async function addGroup(privacy: string) {
  const id = await createGroup(server, ada, {
    title: 'Bakers',
    category_id: 11,
    description: 'We bake.',
    privacy,
  });
  await act(server, ada, '/advancedactivity/feeds/post', {
    body: 'Sourdough at five',
    subject_type: 'group',
    subject_id: id,
  });
  return `/groups/group/${id}`;
}

test('readers of a group find its posts, and its members if those are shown', async () => {
  const group = await addGroup('open');
  const page = new PlainPage(server, bo);
  await page.open(`${group}/posts`);
  await page.follow('Search this group');
  page.fill('Search this group', 'sourd');
  await page.press('Search');
  expect(page.path).toBe(`${group}/search?search=sourd`);
  expect(page.text).toContain('Sourdough at five');
  await page.open(`${group}/search?search=quill`);
  expect(page.texts('main h2')).toContain('Members');
  expect(page.text).not.toContain('Sourdough');
  await page.open(`${group}/search?search=rye`);
  expect(page.text).toContain('Nothing found for “rye”.');
  expect(page.texts('main h2')).not.toContain('Members');
  const visitor = new PlainPage(server);
  await visitor.open(`${group}/search?search=sourd`);
  expect(visitor.text).toContain('Sourdough at five');
  expect(visitor.html).toContain('noindex');
  await visitor.open(`${group}/search?search=quill`);
  expect(visitor.text).toContain('Nothing found');
});

test('the front of a closed group has no search', async () => {
  const group = await addGroup('closed');
  for (const [viewer, status] of [
    [ada, 200],
    [bo, 404],
    [undefined, 404],
  ] as const) {
    const page = new PlainPage(server, viewer);
    await page.open(`${group}/posts`);
    expect(page.links('Search this group')).toHaveLength(viewer === ada ? 1 : 0);
    await page.open(`${group}/search?search=sourd`);
    expect(page.status).toBe(status);
    expect(page.text.includes('Sourdough at five')).toBe(viewer === ada);
  }
});

test('the owner of a new group reads what to do next until it is done or dismissed', async () => {
  const id = await createGroup(server, ada, {
    title: 'Runners',
    category_id: 11,
    description: 'We run.',
  });
  const posts = `/groups/group/${id}/posts`;
  const page = new PlainPage(server, ada);
  await page.open(posts);
  expect(page.href('Invite people')).toBe(`/groups/group/${id}/invite`);
  expect(page.href('Write the first post')).toBe('#composer');
  await act(server, bo, `/groups/member/join/${id}`, {});
  await page.open(posts);
  expect(page.links('Invite people')).toHaveLength(0);
  const his = new PlainPage(server, bo);
  await his.open(posts);
  expect(his.text).not.toContain('What to do next');
  // Another member ends nothing.
  await fetch(`${server.origin}/groups/group/${id}/dismiss-steps`, {
    method: 'POST',
    headers: { origin: server.origin, cookie: bo.cookie },
    body: new URLSearchParams(),
  });
  await page.open(posts);
  expect(page.text).toContain('What to do next');
  await page.press('Dismiss what to do next');
  expect(page.path).toBe(posts);
  expect(page.text).not.toContain('What to do next');
});
