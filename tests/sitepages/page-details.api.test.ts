import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { flushViews } from '#domains/containers/statistics/views.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { pageRef } from '#domains/sitepages/one-page.server.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { openLoopback } from '#server/fetching/guard.ts';
import { sql } from '#server/sql.ts';
import { addContainerPost } from '../containers/container-world.ts';
import { addMember } from '../support/people.ts';
import type { Fields } from '../support/rest.ts';
import { addPage, addToPage, call } from './page-world.ts';

let owner: Member;
let other: Member;
let html = '';
const site = createServer((_, response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end(html),
);
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  openLoopback(true);
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  [owner, other] = [await addMember(), await addMember()];
});
afterAll(async () => {
  openLoopback(false);
  await new Promise((resolve) => site.close(resolve));
});

const read = async (id: number) => (await call(other, 'GET', `/sitepage/view/${id}`)).body;
const edit = (id: number, fields: Fields) => call(owner, 'POST', `/sitepage/edit/${id}`, fields);

test('opening hours are set together, shown, and refused if they cannot be read', async () => {
  const id = await addPage(owner);
  expect((await read(id)).response.opening_hours).toEqual([]);
  await edit(id, { hours_1: '9:00 - 12:30', hours_7: '10.00-11.00' });
  const hours = ['09:00-12:30', '', '', '', '', '', '10:00-11:00'];
  expect((await read(id)).response.opening_hours).toEqual(hours);
  const { body: info } = await call(other, 'GET', `/sitepage/information/${id}`);
  expect(info.profile_information['Opening hours']).toMatch(/^Monday 09:00–12:30; Tuesday Closed;/);
  expect(await edit(id, { hours_2: 'at noon' })).toMatchObject({
    status: 400,
    message: { hours_2: expect.any(String) },
  });
  await edit(id, { location: 'Here' });
  expect((await read(id)).response.opening_hours).toEqual(hours);
  await edit(id, { hours_1: '' });
  expect((await read(id)).response.opening_hours).toEqual([]);
});

describe('the website', () => {
  const verify = (id: number, as = owner) => call(as, 'POST', `/sitepage/verify-website/${id}`);

  test('is verified once it names the page, until the page names another', async () => {
    const id = await addPage(owner);
    expect(await verify(id)).toMatchObject({ status: 400 });
    const website = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
    await edit(id, { website });
    html = `<a href="${env().PUBLIC_ORIGIN}/pages/page/${id}">Ours</a>`;
    expect(await verify(id)).toMatchObject({ status: 400 });
    html = `<a rel="me" href="${env().PUBLIC_ORIGIN}/pages/page/${id}0">Another</a>`;
    expect(await verify(id)).toMatchObject({ status: 400 });
    html = `<a rel="me" href="${env().PUBLIC_ORIGIN}/pages/page/${id}">Ours</a>`;
    expect((await verify(id, other)).status).toBe(401);
    expect((await verify(id)).body).toEqual({ verified: 1 });
    expect((await read(id)).response.website_verified).toBe(1);
    await edit(id, { website, phone: '1' });
    expect((await read(id)).response.website_verified).toBe(1);
    await edit(id, { website: `${website}other` });
    expect((await read(id)).response.website_verified).toBe(0);
  });

  test('that cannot be read is not verified', async () => {
    const id = await addPage(owner);
    await edit(id, { website: 'http://127.0.0.1:1/' });
    expect(await verify(id)).toMatchObject({ status: 400 });
  });
});

test('the views of a draft and of its owner count nowhere', async () => {
  const id = await addPage(owner, { draft: 0 });
  const numbers = async () => {
    await flushViews();
    const { body } = await call(owner, 'GET', '/sitepages/statistics', { page_id: id });
    const { series, totals } = body as {
      series: Array<{ views: number }>;
      totals: { views: number };
    };
    return [series.length, series.reduce((sum, { views }) => sum + views, 0), totals.views];
  };
  await call(owner, 'GET', `/sitepage/view/${id}`);
  expect(await numbers()).toEqual([30, 0, 0]);
  await call(owner, 'POST', `/sitepage/publish/${id}`);
  await call(owner, 'GET', `/sitepage/view/${id}`);
  expect(await numbers()).toEqual([30, 0, 0]);
  await read(id);
  expect(await numbers()).toEqual([30, 1, 1]);
});

test('a follower of a page that turns to members only keeps following, and reads nothing', async () => {
  const id = await addPage(owner, { title: 'Quiet rowers' });
  const post = await addContainerPost(pageRef(id), owner, { body: 'At dawn.', inItsName: true });
  await call(other, 'POST', `/sitepage/follow/${id}`);
  const feed = () => call(other, 'GET', '/advancedactivity/feeds', { limit: 50 });
  expect((await feed()).text).toContain('At dawn.');
  await edit(id, { auth_view: 'member' });
  expect((await feed()).text).not.toContain('At dawn.');
  expect((await call(other, 'GET', '/advancedactivity/feeds', { action_id: post })).status).toBe(
    404,
  );
  const { body } = await call(other, 'GET', '/sitepages/browse', { followed: 1 });
  expect(body.response).toMatchObject([{ page_id: id, isPageFollowed: 1, allow_to_view: 0 }]);
});

test('admins order the tabs, and a hidden one stays at its position', async () => {
  const id = await addPage(owner);
  const set = (fields: Fields, as = owner) => call(as, 'POST', `/sitepage/apps/${id}`, fields);
  const tabs = async () =>
    (await read(id)).profile_tabs.map(({ name }: { name: string }) => name).slice(0, 2);
  expect(await tabs()).toEqual(['photos', 'reviews']);
  await set({ name: 'reviews', move: 'up' });
  await set({ name: 'reviews', move: 'up' });
  await set({ name: 'reviews', move: 'up' });
  expect(await tabs()).toEqual(['reviews', 'photos']);
  await set({ name: 'reviews', enabled: 0 });
  await set({ name: 'reviews', enabled: 1 });
  expect(await tabs()).toEqual(['reviews', 'photos']);
  await addToPage(owner, id, other, 'moderator');
  expect((await set({ name: 'photos', move: 'up' }, other)).status).toBe(401);
  expect((await set({ name: 'photos', move: 'left' })).status).toBe(400);
  const log = await call(owner, 'GET', `/sitepage/audit-log/${id}`);
  expect(log.body.response.map(({ label }: { label: string }) => label)).toContain(
    'changed its tabs',
  );
  // They have no tab to hide.
  expect((await set({ name: 'discussions', enabled: 0 })).status).toBe(400);
});

test('the log has both values of a setting in the words of its screen', async () => {
  const id = await addPage(owner, { title: 'Mill' });
  await edit(id, { title: 'Old mill', auth_view: 'member' });
  const { body } = await call(owner, 'GET', `/sitepage/audit-log/${id}`);
  const [entry] = body.response;
  expect(entry.action).toBe('edit');
  expect(entry.changes).toContainEqual({ label: 'Title', from: 'Mill', to: 'Old mill' });
  expect(entry.changes).toContainEqual(
    expect.objectContaining({ label: 'Who sees it', from: 'Everyone' }),
  );
});

describe('a deleted category', () => {
  const add = async (parentId: number | null) => {
    const [row] = await db.execute<{ id: number }>(sql`
      insert into page_categories (parent_id, title) values (${parentId}, 'Chess') returning id`);
    return row!.id;
  };
  const pathOf = async (id: number) => {
    const [row] = await db.execute<{ path: string; count: number }>(sql`
      select path, page_count as count from page_categories where id = ${id}`);
    return row;
  };
  const remove = (id: number) => db.execute(sql`delete from page_categories where id = ${id}`);

  test('leaves its pages and subcategories to the one above it', async () => {
    const top = await add(null);
    const middle = await add(top);
    const lowest = await add(middle);
    const pages = [
      await addPage(owner, { category_id: middle }),
      await addPage(owner, { category_id: lowest }),
    ];
    await remove(middle);
    expect(await pathOf(lowest)).toEqual({ path: `/${top}/${lowest}/`, count: 1 });
    expect(await pathOf(top)).toMatchObject({ count: 1 });
    const ids = await Promise.all(pages.map(async (id) => (await read(id)).response));
    expect(ids.map(({ category_id, subcategory_id }) => [category_id, subcategory_id])).toEqual([
      [top, 0],
      [top, lowest],
    ]);
  });

  test('stays on the first level as long as it has pages', async () => {
    const top = await add(null);
    const below = await add(top);
    const id = await addPage(owner, { category_id: top });
    await expect(remove(top)).rejects.toThrow();
    await edit(id, { category_id: below });
    await remove(top);
    expect(await pathOf(below)).toEqual({ path: `/${below}/`, count: 1 });
  });
});
