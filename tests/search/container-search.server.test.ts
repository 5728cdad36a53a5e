import { beforeAll, describe, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { containersStatement } from '#domains/search/container-search.server.ts';
import { search } from '#domains/search/search.server.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addPage, addToPage, call } from '../sitepages/page-world.ts';
import { fill } from '../support/fill.ts';
import { addMember, addPost, givePassword } from '../support/people.ts';
import { customPlanOf } from '../support/plans.ts';

let ada: Member;
let bo: Member;

beforeAll(async () => {
  ada = await addMember({ name: 'Ada Quill' });
  bo = await addMember({ name: 'Bo Reed' });
});

const ask = (member: Member, query: string, { type = '', page = 1, limit = 20 } = {}) =>
  search(member, { query, type: type as '' | 'page', page, limit });
const finds = async (member: Member, query: string) => {
  const { result, totalItemCount } = await ask(member, query, { type: 'page' });
  expect(totalItemCount).toBe(result.length);
  return result.map(({ resource_id }) => resource_id);
};
const setPage = (id: number, columns: string) =>
  db.execute(sql.raw(`update containers set ${columns} where type = 'page' and id = ${id}`));

describe('pages', () => {
  test('are found by title, description and category, exact, own and titles first', async () => {
    const inText = await addPage(ada, { title: 'Harbour', body: 'We sell heather.' });
    const inTitle = await addPage(ada, { title: 'Heather and moss', body: 'A shop' });
    const own = await addPage(bo, { title: 'Tea', body: 'With heather honey' });
    const exact = await addPage(ada, { title: 'Heather', category_id: 20 });
    expect(await finds(bo, 'heather')).toEqual([exact, own, inTitle, inText]);
    expect(await finds(bo, 'HÉATHER mo')).toEqual([inTitle]);
    expect(await finds(bo, 'heather bakeries')).toEqual([exact]);
    expect((await ask(bo, 'heather mo')).result[0]).toMatchObject({
      type: 'Sitepage',
      item_type: 'sitepage_page',
      page_id: inTitle,
      title: 'Heather and moss',
      description: 'Associations · A shop',
      module_title: 'Pages',
      content_url: `/pages/page/${inTitle}`,
    });
    await call(ada, 'POST', `/sitepage/edit/${inText}`, { body: 'We sell thyme.' });
    expect(await finds(bo, 'heather')).not.toContain(inText);
    expect(await finds(bo, 'thyme')).toEqual([inText]);
    await call(ada, 'DELETE', `/sitepage/delete/${inText}`, {
      password: await givePassword(ada),
    });
    expect(await finds(bo, 'thyme')).toEqual([]);
  });

  test('are found when they are open or closed', async () => {
    const id = await addPage(ada, { title: 'Gorse' });
    expect(await finds(bo, 'gorse')).toEqual([id]);
    for (const state of ['draft', 'pending', 'declined', 'removed', 'expired']) {
      await setPage(id, `state = '${state}'`);
      for (const member of [ada, bo]) expect(await finds(member, 'gorse'), state).toEqual([]);
    }
    await setPage(id, `state = 'archived'`);
    expect(await finds(bo, 'gorse')).toEqual([id]);
  });

  test('a page for members only is known to all, and exists for its members only if it is secret', async () => {
    const id = await addPage(ada, { title: 'Bilberry', search: 0 });
    const dee = await addMember();
    await addToPage(ada, id, dee);
    await setPage(id, `is_listed = false, visibility = 'members'`);
    expect(await finds(bo, 'bilberry')).toEqual([]);
    expect(await finds(dee, 'bilberry')).toEqual([id]);
    await call(dee, 'POST', `/sitepage/leave/${id}`);
    expect(await finds(dee, 'bilberry')).toEqual([]);
    await setPage(id, `is_listed = true`);
    expect(await finds(bo, 'bilberry')).toEqual([id]);
  });

  test('signs have no meaning in a query', async () => {
    const id = await addPage(ada, { title: 'Rock & Roll: 100%' });
    for (const query of ["rock & roll'", '(roll', '100%', 'rock:*', '!rock'])
      expect(await finds(bo, query), query).toEqual([id]);
  });
});

test('five results are of every type, and the pages of the list hold each once', async () => {
  for (let index = 0; index < 6; index += 1) await addMember({ name: `Curlew ${index}` });
  for (let index = 0; index < 4; index += 1) await addPage(ada, { title: `Curlew ${index}` });
  for (let index = 0; index < 4; index += 1) await addPost(ada, { body: `curlew ${index}` });
  const five = await ask(bo, 'curlew', { limit: 5 });
  expect(five.result.map(({ type }) => type)).toEqual(['User', 'User', 'User', 'Sitepage', 'Post']);
  for (const limit of [1, 2, 3, 5, 20]) {
    const pages = await Promise.all(
      Array.from({ length: Math.ceil(14 / limit) + 1 }, (_, index) =>
        ask(bo, 'curlew', { page: index + 1, limit }),
      ),
    );
    const all = pages.flatMap(({ result }) => result.map(({ content_url }) => content_url));
    expect(all, `pages of ${limit}`).toHaveLength(14);
    expect(new Set(all).size).toBe(14);
    expect(pages.every(({ totalItemCount }) => totalItemCount === 14)).toBe(true);
  }
});

test('by the index of words, however many pages there are', async () => {
  await fill(async (tx) => {
    await tx.execute(sql`
      insert into containers (type, id, owner_id, title, member_count)
      select 'page', 10000 + n, ${ada.id}, 'Page of ' || md5(n::text), n % 700
      from generate_series(1, 5000) n`);
  });
  await db.execute(sql`analyze containers, container_words, memberships`);
  const { indexes, scanned, rows } = await customPlanOf(
    containersStatement(
      bo,
      { query: 'heather', words: 'heather:*', kinds: ['page'] },
      { offset: 0, limit: 20 },
    ),
  );
  expect(indexes).toContain('container_words_words');
  expect(scanned).not.toContain('containers');
  expect(rows.containers).toBeLessThan(20);
});
