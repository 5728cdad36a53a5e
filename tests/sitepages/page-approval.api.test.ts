import { beforeAll, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addMember } from '../support/people.ts';
import { addPage, call } from './page-world.ts';

// Pages of a package with approval wait for the moderators of the site.

let host: Member;
let moderator: Member;
let owner: Member;
let other: Member;
let packageId: number;

async function withRole(name: string, role: 'moderator' | 'admin'): Promise<Member> {
  const member = await addMember({ name });
  await db.execute(sql`update members set role = ${role} where id = ${member.id}`);
  return { ...member, role };
}

const fields = { title: 'Checked', needs_approval: 1, quota: '9', days: '30', features: 'A\nB' };
const newest = async () => {
  const [row] = await db.execute<{ id: number }>(sql`select max(id)::int as id from page_packages`);
  return row!.id;
};

beforeAll(async () => {
  host = await withRole('Hera', 'admin');
  moderator = await withRole('Mona', 'moderator');
  owner = await addMember({ name: 'Olga' });
  other = await addMember({ name: 'Otto' });
  expect((await call(host, 'POST', '/admin/packages/create', fields)).status).toBe(200);
  packageId = await newest();
});

const addSubmitted = (title: string) => addPage(owner, { title, package_id: packageId });
const view = async (as: Member | undefined, id: number) => call(as, 'GET', `/sitepage/view/${id}`);
const noticesOf = async (member: Member, type: string): Promise<number[]> => {
  const { body } = await call(member, 'GET', '/notifications');
  return body.recentUpdates
    .filter((one: { type: string }) => one.type === type)
    .map((one: { object_id: number }) => one.object_id);
};
const waiting = async (): Promise<number[]> =>
  (await call(moderator, 'GET', '/admin/pages')).body.response.map(
    (page: { page_id: number }) => page.page_id,
  );

test('a submitted page is absent for all but its staff and the moderators, until approved', async () => {
  const id = await addSubmitted('Rowers');
  expect((await view(owner, id)).body.response).toMatchObject({ pending: 1, approved: 0 });
  expect((await view(moderator, id)).status).toBe(200);
  expect((await view(other, id)).text).toBe((await view(other, 999_999)).text);
  expect(await waiting()).toContain(id);
  expect(await noticesOf(moderator, 'sitepage_submitted')).toContain(id);
  const approve = () => call(moderator, 'POST', '/admin/pages/approve', { page_id: id });
  const answers = await Promise.all([approve(), approve()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  expect((await view(other, id)).body.response).toMatchObject({ pending: 0, approved: 1 });
  expect(await noticesOf(moderator, 'sitepage_submitted')).not.toContain(id);
  expect(await noticesOf(owner, 'sitepage_approved')).toEqual([id]);
  expect(await waiting()).not.toContain(id);
});

test('the owner of a declined page reads why, changes it and submits it again', async () => {
  const id = await addSubmitted('Advertising');
  const decline = { page_id: id, reason: 'It names no person.' };
  expect((await call(moderator, 'POST', '/admin/pages/decline', decline)).status).toBe(200);
  expect((await call(moderator, 'POST', '/admin/pages/decline', decline)).status).toBe(404);
  expect((await view(owner, id)).body.response).toMatchObject({ declined: 1 });
  for (const member of [moderator, other]) expect((await view(member, id)).status).toBe(404);
  expect(await noticesOf(owner, 'sitepage_declined')).toEqual([id]);
  await call(owner, 'POST', `/sitepage/edit/${id}`, { body: 'By Olga.' });
  expect((await call(owner, 'POST', `/sitepage/publish/${id}`)).status).toBe(200);
  expect(await waiting()).toContain(id);
  // Declined once more, the owner is notified once more.
  await call(owner, 'POST', '/notifications/markallread');
  await call(moderator, 'POST', '/admin/pages/decline', decline);
  expect(await noticesOf(owner, 'sitepage_declined')).toEqual([id, id]);
});

test('a published draft of such a package waits as well', async () => {
  const id = await addPage(owner, { title: 'Later', package_id: packageId, draft: 0 });
  expect(await waiting()).not.toContain(id);
  expect((await view(moderator, id)).status).toBe(404);
  await call(owner, 'POST', `/sitepage/publish/${id}`);
  expect(await waiting()).toContain(id);
});

test('members find none of the calls', async () => {
  const id = await addSubmitted('Closed doors');
  const calls = [
    ['GET', '/admin/pages', {}],
    ['POST', '/admin/pages/approve', { page_id: id }],
    ['POST', '/admin/pages/decline', { page_id: id }],
    ['POST', '/admin/pages/promote', { page_id: id, featured: 1 }],
  ] as const;
  for (const as of [owner, other])
    for (const [method, path, input] of calls)
      expect((await call(as, method, path, input)).status, path).toBe(404);
});

test('moderators find no calls for packages', async () => {
  for (const as of [owner, moderator]) {
    expect((await call(as, 'POST', '/admin/packages/create', fields)).status).toBe(404);
    const edit = { ...fields, package_id: packageId };
    expect((await call(as, 'POST', '/admin/packages/edit', edit)).status).toBe(404);
  }
});

test('moderators mark open pages as featured and sponsored, one without the other', async () => {
  const id = await addPage(owner, { title: 'Marked' });
  await call(moderator, 'POST', '/admin/pages/promote', { page_id: id, featured: 1 });
  await call(moderator, 'POST', '/admin/pages/promote', { page_id: id, sponsored: 1 });
  expect((await view(other, id)).body.response).toMatchObject({ featured: 1, sponsored: 1 });
  await call(moderator, 'POST', '/admin/pages/promote', { page_id: id, featured: 0 });
  expect((await view(other, id)).body.response).toMatchObject({ featured: 0, sponsored: 1 });
});

test('the default package stays free, endless and offered', async () => {
  const { body } = await call(other, 'GET', '/sitepages/packages');
  const standard = body.response[0] as { package_id: number; title: string };
  const edit = (input: object) => call(host, 'POST', '/admin/packages/edit', { ...input });
  const own = { package_id: standard.package_id, title: standard.title, quota: '20' };
  for (const input of [{ price: '5' }, { days: '3' }, { enabled: 0 }])
    expect((await edit({ ...own, ...input })).status).toBe(400);
});

test('a retired package is not chosen', async () => {
  const edit = (input: object) => call(host, 'POST', '/admin/packages/edit', { ...input });
  expect((await edit({ ...fields, package_id: packageId, price: '-1' })).status).toBe(400);
  expect((await edit({ ...fields, package_id: 999_999 })).status).toBe(404);
  expect((await edit({ ...fields, package_id: packageId, enabled: 0 })).status).toBe(200);
  await expect(addSubmitted('Too late')).rejects.toThrow('choose one of these');
});

test('another package becomes the default one, which a new page gets', async () => {
  const packages = async () => (await call(other, 'GET', '/sitepages/packages')).body.response;
  const [standard] = (await packages()) as Array<{ package_id: number }>;
  const create = (input: object) => call(host, 'POST', '/admin/packages/create', { ...input });
  const choose = (id: number, as = host) =>
    call(as, 'POST', '/admin/packages/default', { package_id: id });
  await create({ title: 'Open to all', quota: '7' });
  const free = await newest();
  await create({ title: 'Gold', price: '5', days: '' });
  const priced = await newest();
  expect((await choose(free, moderator)).status).toBe(404);
  expect((await choose(999_999)).status).toBe(404);
  expect((await choose(priced)).status).toBe(400);
  expect((await choose(packageId)).status).toBe(400);
  expect((await choose(free)).status).toBe(200);
  const id = await addPage(other);
  expect((await view(other, id)).body.response.package_id).toBe(free);
  // The form of a new page asks for the quota of the chosen package.
  await create({ title: 'Only one', quota: '1' });
  const single = await newest();
  const form = async (package_id: number) =>
    (await call(other, 'GET', '/sitepages/create', { package_id })).status;
  expect([await form(free), await form(single), await form(priced), await form(999_999)]).toEqual([
    200, 401, 400, 400,
  ]);
  expect((await choose(standard!.package_id)).status).toBe(200);
});

test('an administrator gives a page a package with a price for its days', async () => {
  const gold = { title: 'Gold for 30 days', price: '9.50', days: '30' };
  await call(host, 'POST', '/admin/packages/create', gold);
  const paid = await newest();
  const id = await addPage(owner, { title: 'Golden' });
  const give = (fields: object, as = host) =>
    call(as, 'POST', '/admin/packages/give', { page_id: id, package_id: paid, ...fields });
  for (const as of [owner, moderator]) expect((await give({}, as)).status).toBe(404);
  expect((await give({ page_id: 999_999 })).status).toBe(404);
  expect((await give({ package_id: 999_999 })).status).toBe(400);
  expect((await give({})).status).toBe(200);
  const [row] = await db.execute(sql`
    select package_id as id, round(extract(epoch from package_until - now()) / 86400)::int as days
    from sitepages
    where id = ${id}`);
  expect(row).toEqual({ id: paid, days: 30 });
  const log = await call(owner, 'GET', `/sitepage/audit-log/${id}`);
  expect(log.body.response[0]).toMatchObject({ action: 'give_package', user_id: 0 });
});

test('moderators alone see how many pages wait', async () => {
  const count = async (as: Member) =>
    (await call(as, 'GET', '/notifications/new-updates')).body.submissions as number;
  const before = await count(moderator);
  const [waitingPackage] = await db.execute<{ id: number }>(sql`
    update page_packages set is_enabled = true where id = ${packageId} returning id`);
  const id = await addSubmitted('Counted');
  expect(waitingPackage!.id).toBe(packageId);
  expect(await count(moderator)).toBe(before + 1);
  expect(await count(owner)).toBe(0);
  await call(moderator, 'POST', '/admin/pages/decline', { page_id: id });
  expect(await count(moderator)).toBe(before);
});

test('moderators feature a review, which is found as such', async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  const id = await addPage(owner, { title: 'Reviewed' });
  const review = { rating: 4, title: 'Fine', body: 'A fine club to row in.' };
  const { body } = await call(other, 'POST', `/sitepage/reviews/create/${id}`, review);
  const named = { review_id: body.response.review_id as number };
  const feature = (as: Member, fields: object = {}) =>
    call(as, 'POST', '/admin/reviews/feature', { ...named, featured: 1, ...fields });
  for (const as of [owner, other]) expect((await feature(as)).status).toBe(404);
  expect((await feature(moderator, { review_id: 999_999 })).status).toBe(404);
  const featured = async () =>
    (await call(other, 'GET', `/sitepage/reviews/browse/${id}`, { show: 'featured' })).body;
  expect((await featured()).totalItemCount).toBe(0);
  expect((await feature(moderator)).status).toBe(200);
  expect((await featured()).reviews[0]).toMatchObject({ featured: 1 });
  await feature(moderator, { featured: 0 });
  expect((await featured()).totalItemCount).toBe(0);
});
