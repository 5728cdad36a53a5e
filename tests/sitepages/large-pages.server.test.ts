import { beforeAll, expect, test } from 'vitest';
import { listMemberFaces } from '#domains/containers/membership/member-faces.server.ts';
import { visitor, type Member } from '#domains/policy/viewer.ts';
import { listPages, type PageQuery } from '#domains/sitepages/browse/page-list.server.ts';
import { listMembers, listRequests } from '#domains/sitepages/membership/page-members.server.ts';
import { pageOrders } from '#domains/sitepages/sitepages.rules.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { fill } from '../support/fill.ts';
import { addMember } from '../support/people.ts';
import { recordPlans } from '../support/plans.ts';
import { addPage } from './page-world.ts';

let ada: Member;
let bo: Member;
let large: number;
const pages = 10_000;
const crowd = 100_000;
const waiting = 500;

beforeAll(async () => {
  [ada, bo] = [await addMember({ name: 'Ada' }), await addMember({ name: 'Bo' })];
  large = await addPage(ada, { title: 'Large', location: 'Street 0' });
  await fill(async (tx) => {
    const tables = ['containers', 'sitepages', 'members', 'memberships', 'friendships'];
    for (const table of tables)
      await tx.execute(sql.raw(`alter table ${table} disable trigger user`));
    await tx.execute(sql`
      insert into members (
        status, email, username, first_name, last_name, displayname, password_hash
      )
      select 'active', 'crowd-' || n || '@crowd.example', 'crowd' || n, 'Crowd' || n % 700, 'N' || n,
        'Crowd' || n % 700 || ' N' || n, ''
      from generate_series(1, ${crowd + waiting}::int) n`);
    await tx.execute(sql`
      insert into memberships (type, id, member_id, state, joined_at, requested_at)
      select 'page', ${large}, m.id, case when row_number() over (order by m.id) <= ${crowd}::int then 'member' else 'requested' end,
        now() - m.id * interval '1 minute', now() - m.id * interval '1 minute'
      from members m
      where m.email like 'crowd-%'`);
    await tx.execute(
      sql`update containers set member_count = ${crowd}, request_count = ${waiting} where id = ${large}`,
    );
    await tx.execute(sql`
      insert into containers (type, id, owner_id, title, member_count, created_at)
      select 'page', 100000 + n, (select min(id) + n % 1000 from members), 'Page ' || n || ' of ' || n % 90, n % 700,
        now() - n * interval '1 hour'
      from generate_series(1, ${pages}::int) n`);
    await tx.execute(sql`
      insert into container_totals (type, id, views)
      select 'page', 100000 + n, n % 800
      from generate_series(1, ${pages}::int) n`);
    await tx.execute(sql`
      insert into sitepages (
        id, category_id, package_id, recent_joins, location, review_count, rating_sum, like_count, modified_at
      )
      select 100000 + n, 1 + n % 20, 1, n % 90, 'Street ' || n, n % 10, (n % 10) * (1 + n % 5), n % 300,
        now() - n % 600 * interval '1 hour'
      from generate_series(1, ${pages}::int) n`);
    for (const table of tables)
      await tx.execute(sql.raw(`alter table ${table} enable trigger user`));
  });
  // Vacuumed, since otherwise the plans depend on whether autovacuum has run.
  await db.execute(sql`vacuum analyze`);
});

const planOf = async (query: PageQuery) => {
  const plans = await recordPlans(() => listPages(bo, query));
  expect(plans).toHaveLength(1);
  return plans[0]!;
};

// How many pages equal the last one of a screen, and are put in order by something else.
const equallyTrending = pages / 90 + 1;
// The first twenty with each number of reviews.
const candidates = 10 * 20;

test.each([
  ['newest', 'containers_newest', 0],
  ['members', 'containers_largest', 0],
  ['title', 'containers_titles', 0],
  ['views', 'container_totals_views', 0],
  ['modified', 'sitepages_modified', 0],
  ['likes', 'sitepages_likes', 0],
  ['reviews', 'sitepages_rating', 0],
  ['trending', 'sitepages_trending', equallyTrending],
  ['rating', 'sitepages_rating', candidates],
] as const)(
  'pages in the order %s walk an index, with the details of one screen',
  async (order, index, more) => {
    const { indexes, scanned, rows } = await planOf({ order });
    expect(indexes).toContain(index);
    // The total reads each container once, and no details; the mean of the site an index of ratings.
    expect(scanned.filter((table) => table === 'containers').length).toBeLessThanOrEqual(1);
    expect(scanned).not.toContain('sitepages');
    const ratings = order === 'rating' ? pages + 2 * 10 + 2 : 0;
    expect(rows.sitepages).toBeLessThanOrEqual(40 + more + ratings);
    expect(rows.container_totals).toBeLessThanOrEqual(100);
    expect(rows.containers).toBeLessThan(pages + 100 + more);
  },
);

test.each(pageOrders)(
  'pages in the order %s are the same with a filter that leaves none out, which sorts them all',
  async (order) => {
    const ids = async (query: PageQuery) =>
      (await listPages(bo, { order, limit: 50, ...query })).rows.map(({ id }) => id);
    expect(await ids({})).toEqual(await ids({ location: 'street' }));
    expect(await ids({ page: 15 })).toEqual(await ids({ page: 15, location: 'street' }));
  },
);

test('pages with a rare word in their location are found by an index', async () => {
  const { indexes, rows } = await planOf({ location: 'Street 9999' });
  expect(indexes).toContain('sitepages_location_words');
  expect(rows.sitepages).toBeLessThan(20);
});

test('pages whose titles have rare words are found by an index', async () => {
  const { indexes, rows } = await planOf({ search: '9999' });
  expect(indexes).toContain('containers_title_words');
  expect(rows.containers).toBeLessThan(20);
  expect(rows.sitepages).toBeLessThan(20);
});

test('pages in which a member has a role are found by the member', async () => {
  const { scanned, rows } = await planOf({ scope: 'managed' });
  expect(scanned).not.toContain('containers');
  expect(rows.containers ?? 0).toBeLessThan(20);
});

/** The last statement of a list: the first reads the page. */
const lastPlan = async (work: () => Promise<unknown>) => (await recordPlans(work)).at(-1)!;

test('members of a large page are read one screen at a time, and found by name', async () => {
  const first = await lastPlan(() => listMembers(bo, large));
  expect(first.indexes).toContain('memberships_joined');
  expect(first.rows.memberships).toBeLessThanOrEqual(20);
  const found = await lastPlan(() => listMembers(bo, large, { search: 'n9999' }));
  expect(found.indexes).toContain('members_name_words');
  expect(found.rows.memberships).toBeLessThan(100);
});

test('a name that many members have is searched once, for the total and the page', async () => {
  // Members and those who wait.
  const matches = Math.floor((crowd + waiting - 121) / 700) + 1;
  const plan = await lastPlan(async () => {
    const { total, members } = await listMembers(bo, large, { search: 'crowd121', page: 2 });
    expect(total).toBeGreaterThanOrEqual(matches - 1);
    expect(members).toHaveLength(20);
  });
  expect(plan.rows.memberships).toBeLessThanOrEqual(matches);
  // And those of the page once more.
  expect(plan.rows.members).toBeLessThan(matches + 40);
});

test('the faces of a large page of which a visitor sees none look at few members', async () => {
  const row = { id: large, isReadable: true, isMemberListShown: true };
  const plan = await lastPlan(() => listMemberFaces(visitor, 'page', [row], 4));
  expect(plan.indexes).toContain('memberships_joined');
  expect(plan.rows.memberships).toBeLessThanOrEqual(50);
  expect(plan.rows.members).toBeLessThanOrEqual(50);
});

test('requests to join are read apart from the members', async () => {
  const { indexes, rows } = await lastPlan(() => listRequests(ada, large));
  expect(indexes).toContain('memberships_pending');
  expect(rows.memberships).toBeLessThanOrEqual(2 * waiting + 20);
});
