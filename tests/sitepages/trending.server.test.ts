import { beforeAll, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { listPages, type PageQuery } from '#domains/sitepages/browse/page-list.server.ts';
import { listTrendingPages, trendingStatement } from '#domains/sitepages/browse/trending.server.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { fill } from '../support/fill.ts';
import { addMember } from '../support/people.ts';
import { genericPlanOf } from '../support/plans.ts';
import { addPage, someCategory } from './page-world.ts';

let ada: Member;
let bo: Member;

beforeAll(async () => {
  ada = await addMember({ name: 'Ada Quill' });
  bo = await addMember({ name: 'Bo Reed' });
});

const titles = async (member: Member) =>
  (await listTrendingPages(member)).map(({ title }) => title);

test('those that gained the most come first, then the largest, and hidden ones for nobody', async () => {
  const gained = { Choir: 3, Mill: 9, Band: 9, Draft: 50, Hidden: 40, Oven: 0, Library: -2 };
  const sizes = { Choir: 5, Mill: 3, Band: 2, Draft: 90, Hidden: 80, Oven: 30, Library: 70 };
  for (const [title, joins] of Object.entries(gained)) {
    const id = await addPage(ada, { title });
    await db.execute(sql`update sitepages set recent_joins = ${joins} where id = ${id}`);
    await db.execute(
      sql`
        update containers
        set member_count = ${sizes[title as keyof typeof sizes]},
          state = ${title === 'Draft' ? 'draft' : 'open'}, is_listed = ${title !== 'Hidden'}
        where type = 'page' and id = ${id}`,
    );
  }
  const order = ['Mill', 'Band', 'Choir', 'Library', 'Oven'];
  expect(await titles(bo)).toEqual(order);
  // Its owner knows of the others, which are no less absent from a list for everybody.
  expect(await titles(ada)).toEqual(order);
  // The screen with all pages has the same order, also where a filter leaves some out.
  const listed = async (query: PageQuery) =>
    (await listPages(bo, { order: 'trending', ...query })).rows.map(({ title }) => title);
  expect(await listed({})).toEqual(order);
  expect(await listed({ page: 2, limit: 2 })).toEqual(order.slice(2, 4));
  expect(await listed({ categoryId: someCategory })).toEqual(order);
});

test('two walks of an index, however many pages there are', async () => {
  await fill(async (tx) => {
    // Thousands of pages would update the total of one category thousands of times.
    for (const table of ['containers', 'sitepages'])
      await tx.execute(sql.raw(`alter table ${table} disable trigger user`));
    await tx.execute(sql`
      insert into containers (type, id, owner_id, title, member_count)
      select 'page', 10000 + n, ${ada.id}, 'Page ' || n, n % 700
      from generate_series(1, 5000) n`);
    await tx.execute(sql`
      insert into sitepages (id, category_id, package_id, recent_joins)
      select 10000 + n, ${someCategory}, 1, n % 90
      from generate_series(1, 5000) n`);
    for (const table of ['containers', 'sitepages'])
      await tx.execute(sql.raw(`alter table ${table} enable trigger user`));
  });
  await db.execute(sql`analyze containers, sitepages`);
  const { indexes, scanned, rows } = await genericPlanOf(trendingStatement(bo));
  expect(indexes).toEqual(expect.arrayContaining(['sitepages_trending', 'containers_largest']));
  expect(scanned).not.toContain('containers');
  expect(rows.containers).toBeLessThan(200);
});
