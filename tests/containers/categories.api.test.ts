import { beforeAll, expect, test } from 'vitest';
import {
  moveContents,
  renewWords,
} from '#domains/containers/categories/category-batches.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addGroup } from '../groups/group-world.ts';
import { addPage, call } from '../sitepages/page-world.ts';
import { endedTags } from '../support/ended-tags.ts';
import { addMember } from '../support/people.ts';

// Administrators create, rename, move and delete the categories of pages and groups.

let host: Member;
let moderator: Member;
let owner: Member;

async function withRole(name: string, role: 'moderator' | 'admin'): Promise<Member> {
  const member = await addMember({ name });
  await db.execute(sql`update members set role = ${role} where id = ${member.id}`);
  return { ...member, role };
}

beforeAll(async () => {
  host = await withRole('Hera', 'admin');
  moderator = await withRole('Mona', 'moderator');
  owner = await addMember({ name: 'Olga' });
});

const ofPages = { type: 'sitepage_page' };
const ofGroups = { type: 'group' };
const send = (step: 'create' | 'edit' | 'delete', fields: object, as = host) =>
  call(as, 'POST', `/admin/categories/${step}`, { ...fields });

async function add(fields: { type: string; title: string; parent_id?: number }): Promise<number> {
  expect((await send('create', fields)).status).toBe(200);
  const table = sql.identifier(fields.type === 'group' ? 'group_categories' : 'page_categories');
  const [row] = await db.execute<{ id: number }>(sql`select max(id)::int as id from ${table}`);
  return row!.id;
}
const found = async (query: string): Promise<number[]> => {
  const { body } = await call(owner, 'GET', '/search', { query });
  return body.result.map(
    (one: { page_id?: number; group_id?: number }) => one.page_id ?? one.group_id,
  );
};
const nodes = async () => {
  const { body } = await call(owner, 'GET', '/sitepages/category');
  return body.categories as Array<{ category_id: number; category_name: string; count: number }>;
};

test('only administrators find the calls', async () => {
  const id = await add({ ...ofPages, title: 'Closed shelf' });
  for (const as of [owner, moderator]) {
    expect((await send('create', { ...ofPages, title: 'Mine' }, as)).status).toBe(404);
    expect((await send('edit', { ...ofPages, category_id: id, title: 'Mine' }, as)).status).toBe(
      404,
    );
    expect((await send('delete', { ...ofPages, category_id: id }, as)).status).toBe(404);
  }
  const log = await db.execute<{ action: string }>(sql`
    select action
    from moderation_log
    where moderator_id = ${host.id} and subject_type = 'page_category' and subject_id = ${id}`);
  expect(log.map(({ action }) => action)).toEqual(['created']);
});

test('a page is found by a renamed category, one above it, and no longer by the old names', async () => {
  const top = await add({ ...ofPages, title: 'Quillwork' });
  const other = await add({ ...ofPages, title: 'Marquetry' });
  const below = await add({ ...ofPages, title: 'Inlay', parent_id: top });
  const id = await addPage(owner, { title: 'Blitz', category_id: top, subcategory_id: below });
  await send('edit', { ...ofPages, category_id: top, title: 'Zugzwang' });
  expect(await found('zugzwang')).toEqual([id]);
  expect(await found('quillwork')).toEqual([]);
  await send('edit', { ...ofPages, category_id: below, title: 'Inlay', parent_id: other });
  expect(await found('marquetry')).toEqual([id]);
  expect(await found('zugzwang')).toEqual([]);
  expect((await call(owner, 'GET', `/sitepage/view/${id}`)).body.response).toMatchObject({
    category_id: other,
    subcategory_id: below,
  });
});

test('a group is found by its renamed category', async () => {
  const category = await add({ ...ofGroups, title: 'Falconry' });
  const id = await addGroup(owner, { category_id: category });
  await send('edit', { ...ofGroups, category_id: category, title: 'Hawking' });
  expect(await found('hawking')).toEqual([id]);
  expect(await found('falconry')).toEqual([]);
});

test('cached posts that show a group end with its description, its category and the name of that', async () => {
  const [category, other] = [
    await add({ ...ofGroups, title: 'Thatching' }),
    await add({ ...ofGroups, title: 'Roofing' }),
  ];
  const id = await addGroup(owner, { category_id: category });
  const edit = (fields: object) => call(owner, 'POST', `/groups/edit/${id}`, { ...fields });
  const changes = [
    () => edit({ description: 'Reed and straw.' }),
    () => edit({ category_id: other }),
    () => send('edit', { ...ofGroups, category_id: other, title: 'Slating' }),
  ];
  for (const change of changes) expect(await endedTags(change)).toContain(`group:${id}`);
});

test('many pages of a renamed category follow in a job, which goes on where it stopped', async () => {
  const category = await add({ ...ofPages, title: 'Bookbinding' });
  const pages = [];
  for (const title of ['One', 'Two', 'Three'])
    pages.push(await addPage(owner, { title, category_id: category }));
  await db.execute(sql`update page_categories set title = 'Endpapers' where id = ${category}`);
  await renewWords({ type: 'page', id: category, after: pages[0]! });
  expect((await found('endpapers')).toSorted()).toEqual(pages.slice(1));
  await renewWords({ type: 'page', id: category, after: 0 });
  expect((await found('endpapers')).toSorted()).toEqual(pages);
});

test('a category is deleted once its pages have moved, and those below it move up', async () => {
  const [top, target] = [
    await add({ ...ofPages, title: 'Weaving' }),
    await add({ ...ofPages, title: 'Spinning' }),
  ];
  const below = await add({ ...ofPages, title: 'Looms', parent_id: top });
  const id = await addPage(owner, { title: 'Warp', category_id: top });
  const remove = (fields: object) => send('delete', { ...ofPages, category_id: top, ...fields });
  expect((await remove({})).status).toBe(400);
  expect((await remove({ target_id: top })).status).toBe(400);
  expect((await remove({ target_id: 999_999 })).status).toBe(400);
  expect((await remove({ target_id: target })).status).toBe(200);
  expect((await remove({ target_id: target })).status).toBe(404);
  expect((await call(owner, 'GET', `/sitepage/view/${id}`)).body.response.category_id).toBe(target);
  const ids = (await nodes()).map(({ category_id }) => category_id);
  expect(ids).toContain(below);
  expect(ids).not.toContain(top);
  expect((await nodes()).find((node) => node.category_id === target)?.count).toBe(1);
  expect(await found('spinning')).toEqual([id]);
});

test('a job moves the rest, and leaves everything where it is if the target is deleted', async () => {
  const from = await add({ ...ofGroups, title: 'Basketry' });
  const id = await addGroup(owner, { category_id: from });
  await moveContents({ type: 'group', id: from, targetId: 999_999 });
  expect((await call(owner, 'GET', `/groups/view/${id}`)).body.response.category_id).toBe(from);
  const target = await add({ ...ofGroups, title: 'Wicker' });
  await moveContents({ type: 'group', id: from, targetId: target });
  expect((await call(owner, 'GET', `/groups/view/${id}`)).body.response.category_id).toBe(target);
  expect(await db.execute(sql`select from group_categories where id = ${from}`)).toHaveLength(0);
});

test('titles are taken once beside each other', async () => {
  const top = await add({ ...ofPages, title: 'Pottery' });
  expect((await send('create', { ...ofPages, title: 'POTTERY' })).status).toBe(400);
  const twice = () => send('create', { ...ofPages, title: 'Raku', parent_id: top });
  const answers = await Promise.all([twice(), twice()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
});

test('nothing is below itself, four levels deep or below another type', async () => {
  const top = await add({ ...ofPages, title: 'Glass' });
  const middle = await add({ ...ofPages, title: 'Glazes', parent_id: top });
  const lowest = await add({ ...ofPages, title: 'Celadon', parent_id: middle });
  const refused = [
    ['create', { ...ofPages, title: 'Blue', parent_id: lowest }],
    ['create', { ...ofGroups, title: 'Blue', parent_id: top }],
    ['edit', { ...ofPages, category_id: top, title: 'Glass', parent_id: lowest }],
    ['edit', { ...ofPages, category_id: top, title: 'Glass', parent_id: top }],
    ['edit', { ...ofPages, category_id: middle, title: 'Glazes', parent_id: lowest }],
  ] as const;
  for (const [step, fields] of refused)
    expect((await send(step, fields)).status, JSON.stringify(fields)).toBe(400);
});

test('a category without a title, with a wrong position or of something unknown is refused', async () => {
  const refused = [
    ['create', { ...ofPages, title: 'Blue', parent_id: 999_999 }, 400],
    ['create', { ...ofPages, title: '  ' }, 400],
    ['create', { ...ofPages, title: 'Blue', position: '-1' }, 400],
    ['create', { type: 'member', title: 'Fairs' }, 400],
    ['edit', { ...ofPages, category_id: 999_999, title: 'X' }, 404],
  ] as const;
  for (const [step, fields, status] of refused)
    expect((await send(step, fields)).status, JSON.stringify(fields)).toBe(status);
});
