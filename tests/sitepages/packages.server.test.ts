import { beforeAll, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { settlePackages } from '#domains/sitepages/packages/package-end.server.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addMember } from '../support/people.ts';
import { addPage, call } from './page-world.ts';

// Packages that end: a reminder a week before, then the default one, and nothing is lost.

let owner: Member;
let gold: number;
let standard: number;

beforeAll(async () => {
  owner = await addMember({ name: 'Olga' });
  const rows = await db.execute<{ id: number }>(sql`
    insert into page_packages (title, days) values ('Gold', 30) returning id`);
  gold = rows[0]!.id;
  const defaults = await db.execute<{ id: number }>(
    sql`select id from page_packages where is_default`,
  );
  standard = defaults[0]!.id;
});

const endsIn = (id: number, days: number) =>
  db.execute(sql`
    update sitepages
    set package_until = now() + make_interval(hours => ${Math.round(days * 24)})
    where id = ${id}`);
const stored = async (id: number) => {
  const [row] = await db.execute<{ packageId: number; isEndless: boolean }>(sql`
    select package_id as "packageId", package_until is null as "isEndless"
    from sitepages
    where id = ${id}`);
  return row!;
};
const shown = async (id: number) =>
  (await call(owner, 'GET', `/sitepage/view/${id}`)).body.response.package_id as number;
const reminders = async (member: Member): Promise<Array<Record<string, unknown>>> => {
  const { body } = await call(member, 'GET', '/notifications');
  return body.recentUpdates.filter(
    ({ type }: { type: string }) => type === 'sitepage_package_ends',
  );
};

test('the owner is reminded once, a week before the end', async () => {
  const [soon, later, endless] = [
    await addPage(owner, { title: 'Soon', package_id: gold }),
    await addPage(owner, { title: 'Later', package_id: gold }),
    await addPage(owner, { title: 'Endless' }),
  ];
  await endsIn(soon, 6);
  await endsIn(later, 8);
  await settlePackages();
  await settlePackages();
  expect(await reminders(owner)).toMatchObject([
    { object_id: soon, url: `/pages/page/${soon}`, subject_count: 1 },
  ]);
  expect(await stored(soon)).toEqual({ packageId: gold, isEndless: false });
  expect(await stored(endless)).toEqual({ packageId: standard, isEndless: true });
  // Two pages that end at once are two reminders.
  await endsIn(later, 6.5);
  await settlePackages();
  expect((await reminders(owner)).map(({ object_id }) => object_id)).toEqual([later, soon]);
});

test('afterwards the page has the default package and keeps its content', async () => {
  const id = await addPage(owner, { title: 'Ended', package_id: gold, overview: 'All we do.' });
  const kept = await addPage(owner, { title: 'Kept', package_id: gold });
  expect(await shown(id)).toBe(gold);
  await endsIn(id, -0.1);
  // Before the job has run.
  expect(await shown(id)).toBe(standard);
  const edit = await call(owner, 'POST', `/sitepage/edit/${id}`, { location: 'Quay 3' });
  expect(edit.body.response).toMatchObject({ location: 'Quay 3', package_id: standard });
  await settlePackages();
  expect(await stored(id)).toEqual({ packageId: standard, isEndless: true });
  expect(await stored(kept)).toEqual({ packageId: gold, isEndless: false });
  const { body } = await call(owner, 'GET', `/sitepage/view/${id}`);
  expect(body.response).toMatchObject({ title: 'Ended', location: 'Quay 3', draft: 1, closed: 0 });
  expect(JSON.stringify(body.response.overview)).toContain('All we do.');
  const log = await call(owner, 'GET', `/sitepage/audit-log/${id}`);
  const actions = log.body.response.map(({ action }: { action: string }) => action);
  expect(actions.filter((action: string) => action === 'end_package')).toHaveLength(1);
});

test('whoever owns all pages of the default package may create one with another that is free', async () => {
  const keen = await addMember();
  await db.execute(sql`
    insert into containers (type, owner_id, title)
    select 'page', ${keen.id}, 'Page ' || number
    from generate_series(1, (select quota from page_packages where is_default)) number`);
  const canCreate = async () =>
    (await call(keen, 'GET', '/sitepages/browse')).body.canCreate as number;
  expect(await canCreate()).toBe(0);
  const [large] = await db.execute<{ id: number }>(sql`
    insert into page_packages (title, quota)
    select 'Large', quota + 1 from page_packages where is_default
    returning id`);
  expect(await canCreate()).toBe(1);
  await db.execute(sql`update page_packages set price = 900 where id = ${large!.id}`);
  expect(await canCreate()).toBe(0);
  await db.execute(sql`update page_packages set price = 0 where id = ${large!.id}`);
  await addPage(keen, { title: 'Last', package_id: large!.id });
  expect(await canCreate()).toBe(0);
});

test('a priced package is refused, and one that is not offered too', async () => {
  const [priced] = await db.execute<{ id: number }>(sql`
    insert into page_packages (title, price) values ('Platinum', 900) returning id`);
  const create = (package_id: number) =>
    call(owner, 'POST', '/sitepages/create', {
      title: 'Priced',
      category_id: 2,
      body: 'We row.',
      package_id,
    });
  expect((await create(priced!.id)).error_code).toBe('payment_not_available');
  await db.execute(sql`update page_packages set is_enabled = false where id = ${gold}`);
  expect((await create(gold)).status).toBe(400);
});
