import { beforeAll, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
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
});

test('a published draft of such a package waits as well', async () => {
  const id = await addPage(owner, { title: 'Later', package_id: packageId, draft: 0 });
  expect(await waiting()).not.toContain(id);
  expect((await view(moderator, id)).status).toBe(404);
  await call(owner, 'POST', `/sitepage/publish/${id}`);
  expect(await waiting()).toContain(id);
});

test('others find none of the calls; moderators no packages', async () => {
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

test('the default package stays free, endless and offered; a retired one is not chosen', async () => {
  const { body } = await call(other, 'GET', '/sitepages/packages');
  const standard = body.response[0] as { package_id: number; title: string };
  const edit = (input: object) => call(host, 'POST', '/admin/packages/edit', { ...input });
  const own = { package_id: standard.package_id, title: standard.title, quota: '20' };
  for (const input of [{ price: '5' }, { days: '3' }, { enabled: 0 }])
    expect((await edit({ ...own, ...input })).status).toBe(400);
  expect((await edit({ ...fields, package_id: packageId, price: '-1' })).status).toBe(400);
  expect((await edit({ ...fields, package_id: 999_999 })).status).toBe(404);
  expect((await edit({ ...fields, package_id: packageId, enabled: 0 })).status).toBe(200);
  await expect(addSubmitted('Too late')).rejects.toThrow('not known');
});
