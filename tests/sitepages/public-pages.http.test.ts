// @module-tag rights
import { afterAll, beforeAll, expect, test } from 'vitest';
import { act, createPage } from '../support/act.ts';
import { fixture } from '../support/files.ts';
import { memberOf, type ApiMember } from '../support/member.ts';
import { startServer, type TestServer } from '../support/server.ts';

// Visitors read a community page from the page cache.

let server: TestServer;
let ada: ApiMember;
let bo: ApiMember;
let id: number;
beforeAll(async () => {
  server = await startServer({}, { isTestBuild: true });
  ada = await memberOf(server, 'Ada', 'Quill');
  bo = await memberOf(server, 'Bo', 'Reed');
  id = await addPage('Rowing club');
});
afterAll(() => server.stop());

async function addPage(title: string): Promise<number> {
  const fields = { title, category_id: 4, body: 'We row on the river.' };
  return createPage(server, ada, fields);
}
const visit = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(server.origin + path, { headers, redirect: 'manual' });
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
};
const renders = async () =>
  ((await (await fetch(`${server.origin}/__test/cache`)).json()) as { renders: number }).renders;
const write = (body: string) =>
  act(server, ada, '/advancedactivity/feeds/post', {
    body,
    subject_type: 'sitepage_page',
    subject_id: id,
  });
const text = async (path: string) => (await visit(path)).html;

test('the screens of a page are rendered once for all visitors, and small without a script', async () => {
  await write('The boats are ready.');
  const before = await renders();
  for (const part of ['', '/about', '/reviews', '/members']) {
    const first = await visit(`/pages/page/${id}${part}`);
    expect(first.status).toBe(200);
    expect(first.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    expect(first.html).not.toMatch(/astro-island|react|client\.\w+\.js/);
    const again = await visit(`/pages/page/${id}${part}`, {
      'if-none-match': first.headers.get('etag')!,
    });
    expect(again.status).toBe(304);
    const sent = await fetch(`${server.origin}/pages/page/${id}${part}`, { method: 'HEAD' });
    expect(Number(sent.headers.get('content-length'))).toBeLessThan(20_000);
  }
  expect((await renders()) - before).toBe(4);
});

test('visitors see the posts of a page beside the beginning of its description', async () => {
  const long = await addPage('Long story');
  const sentence = 'We row on the river, in every weather. ';
  await act(server, ada, `/sitepage/edit/${long}`, {
    body: sentence.repeat(120),
    overview: 'How it all began. '.repeat(1_000),
    question1: 'Why?',
  });
  await act(server, ada, '/advancedactivity/feeds/post', {
    body: 'The boats are ready.',
    subject_type: 'sitepage_page',
    subject_id: long,
  });
  const front = await visit(`/pages/page/${long}`);
  expect(front.html).toContain('The boats are ready.');
  expect(front.html).not.toContain('How it all began.');
  // Also in the metadata.
  expect(front.html.split(sentence.trim()).length).toBeLessThan(20);
  const sent = await fetch(`${server.origin}/pages/page/${long}`, { method: 'HEAD' });
  expect(Number(sent.headers.get('content-length'))).toBeLessThan(20_000);
  expect(await text(`/pages/page/${long}/about`)).toContain('How it all began.');
});

test('a search and further parts of a list are not cached', async () => {
  const before = await renders();
  for (const query of ['?search=ada', '?page=2', '?before=99999']) {
    const { headers } = await visit(`/pages/page/${id}/members${query}`);
    expect(headers.get('cache-control')).toBe('private, no-cache');
  }
  expect(await renders()).toBe(before);
});

test('each change is seen at once', async () => {
  const path = `/pages/page/${id}`;
  await text(path);
  await write('Second post');
  expect(await text(path)).toContain('Second post');
  await act(server, ada, `/sitepage/edit/${id}`, { title: 'Rowers', phone: '0123' });
  expect(await text(path)).toContain('Rowers');
  expect(await text(`${path}/about`)).toContain('0123');
  await text(`${path}/reviews`);
  const review = { rating: 4, title: 'Friendly', body: 'They taught me to row.' };
  await act(server, bo, `/sitepage/reviews/create/${id}`, review);
  expect(await text(`${path}/reviews`)).toContain('They taught me to row.');
});

test('a pinned post is above the others at once', async () => {
  const path = `/pages/page/${id}`;
  const old = await act<{ response: { feed: { action_id: number } } }>(
    server,
    ada,
    '/advancedactivity/feeds/post',
    { body: 'The house rules', subject_type: 'sitepage_page', subject_id: id },
  );
  await write('Newer than the rules');
  const order = async () => {
    const html = await text(path);
    return html.indexOf('The house rules') < html.indexOf('Newer than the rules');
  };
  expect(await order()).toBe(false);
  const pin = { action_id: old.response.feed.action_id };
  await act(server, ada, '/advancedactivity/update-pinned', pin);
  expect(await order()).toBe(true);
  expect((await text(path)).split('The house rules')).toHaveLength(2);
  await act(server, ada, '/advancedactivity/update-pinned', pin);
  expect(await order()).toBe(false);
});

test('a member who leaves is not listed any more', async () => {
  const path = `/pages/page/${id}/members`;
  await act(server, bo, `/sitepage/join/${id}`, {});
  await expect.poll(() => text(path)).toContain('Bo Reed');
  await act(server, bo, `/sitepage/leave/${id}`, {});
  expect(await text(path)).not.toContain('Bo Reed');
});

test('a cached page shows changed faces, photos and related pages at once', async () => {
  const shown = await addPage('Weir swimmers');
  const other = await addPage('Lake swimmers');
  const path = `/pages/page/${shown}`;
  const { response: album } = await act<{ response: { album_id: number } }>(
    server,
    ada,
    `/sitepage/photos/addalbum/${shown}`,
    { title: 'Summer' },
  );
  const beside = async () => {
    const html = await text(path);
    return [
      html.includes('title="Bo Reed"'),
      html.includes(`/albums/${album.album_id}/photo/`),
      html.includes('Lake swimmers'),
    ];
  };
  expect(await beside()).toEqual([false, false, true]);
  const photos = new FormData();
  photos.set('photo0', fixture('square.jpg'));
  const added = await fetch(
    `${server.origin}/api/rest/sitepage/photos/addphoto/${shown}/${album.album_id}`,
    { method: 'POST', headers: ada.headers, body: photos },
  );
  const photo = (await added.json()).body.response[0].photo_id as number;
  expect(await beside()).toEqual([false, true, true]);
  await act(server, bo, `/sitepage/join/${shown}`, {});
  await expect.poll(beside).toEqual([true, true, true]);
  const settings = '/members/settings/privacy';
  await act(server, bo, settings, { privacy: 'registered' });
  expect(await beside()).toEqual([false, true, true]);
  await act(server, bo, settings, { privacy: 'everyone' });
  await act(server, ada, `/sitepage/edit/${other}`, { auth_view: 'registered' });
  expect(await beside()).toEqual([true, true, false]);
  await fetch(`${server.origin}/api/rest/albums/photo/delete?photo_id=${photo}`, {
    method: 'DELETE',
    headers: ada.headers,
  });
  expect(await beside()).toEqual([true, false, false]);
});

test('a closed page shows visitors its front until it turns secret', async () => {
  const closing = await addPage('Closing');
  const path = `/pages/page/${closing}`;
  expect((await visit(path)).status).toBe(200);
  await act(server, ada, `/sitepage/edit/${closing}`, { auth_view: 'member' });
  const front = await visit(path);
  expect(front.headers.get('x-robots-tag')).toBe('noindex');
  for (const shown of ['Closing', 'We row on the river.', '1 member', 'to ask to join'])
    expect(front.html).toContain(shown);
  for (const hidden of ['Ada Quill', 'ld+json', `${closing}/feed.xml`, 'follower'])
    expect(front.html, hidden).not.toContain(hidden);
  for (const part of ['/about', '/members', '/reviews', '/photos', '/videos', '/feed.xml'])
    expect((await visit(path + part)).status, part).toBe(404);
  expect(await text('/pages')).not.toContain(`${path}"`);
  // The edit above reaches the cache a moment after its answer; then it is read until it changes.
  const rendersOfVisit = async () => {
    const before = await renders();
    await visit(path);
    return (await renders()) - before;
  };
  await expect.poll(rendersOfVisit).toBe(0);
  await act(server, ada, `/sitepage/edit/${closing}`, { title: 'Closing soon' });
  expect(await text(path)).toContain('Closing soon');
  await act(server, ada, `/sitepage/edit/${closing}`, { search: 0 });
  const after = await visit(path);
  expect(after.status).not.toBe(200);
  expect(after.html).not.toContain('Closing');
});

test('an earlier name in the address leads to the page, and reveals no draft', async () => {
  const renamed = await addPage('Harbour club');
  await act(server, ada, `/sitepage/edit/${renamed}`, { page_url: 'harbour-rowers' });
  for (const slug of ['harbour-club', 'harbour-rowers', 'Harbour-Rowers']) {
    const { status, headers } = await visit(`/pages/${slug}`);
    expect([status, headers.get('location')]).toEqual([302, `/pages/page/${renamed}`]);
  }
  const fields = { title: 'Secret plan', category_id: 4, body: 'Not yet.', draft: 0 };
  await act(server, ada, '/sitepages/create', fields);
  for (const slug of ['secret-plan', 'never-given'])
    expect((await visit(`/pages/${slug}`)).status).toBe(404);
});
