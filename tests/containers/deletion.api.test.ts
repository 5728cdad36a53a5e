import { beforeEach, expect, test } from 'vitest';
import { deleteRows } from '#domains/containers/lifecycle/deletion.server.ts';
import { changeSlug, findBySlug } from '#domains/containers/slugs.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addGroup, addToGroup, call } from '../groups/group-world.ts';
import { addPage } from '../sitepages/page-world.ts';
import { addMember, givePassword } from '../support/people.ts';
import { addContainerPost } from './container-world.ts';

let owner: Member;
let officer: Member;
let password: string;
let id: number;
beforeEach(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  [owner, officer] = [await addMember(), await addMember()];
  password = await givePassword(owner);
  id = await addGroup(owner);
  await addToGroup(owner, id, officer, 'officer');
});

const remove = (as: Member, fields = {}, group = id) =>
  call(as, 'DELETE', `/groups/delete/${group}`, fields);
const count = async (table: string) => {
  const key =
    { posts: 'object_', pending_posts: 'target_', albums: 'container_', notifications: 'context_' }[
      table
    ] ?? '';
  const [row] = await db.execute<{ count: number }>(sql`
    select count(*)::int as count
    from ${sql.identifier(table)}
    where ${sql.raw(`${key}type`)} = 'group' and ${sql.raw(`${key}id`)} = ${id}`);
  return row!.count;
};

test('is for the owner alone, who enters the password', async () => {
  await givePassword(officer);
  expect((await remove(officer, { password })).status).toBe(401);
  expect((await remove(owner, { password }, 999_999)).status).toBe(404);
  const missing = await remove(owner);
  expect([missing.status, missing.error_code]).toEqual([400, 'password_required']);
  const wrong = await remove(owner, { password: 'not this one' });
  expect([wrong.status, Object.keys(wrong.message as object)]).toEqual([400, ['password']]);
  expect((await call(owner, 'GET', `/groups/view/${id}`)).status).toBe(200);
});

test('makes it absent at once for everybody, and a job deletes the rows in batches', async () => {
  const admin = await addMember({ role: 'admin' });
  await call(owner, 'POST', `/groups/edit/${id}`, { title: 'Ferrymen' });
  for (let post = 0; post < 3; post += 1) await addContainerPost({ type: 'group', id }, officer);
  const [post] = await db.execute<{ id: number }>(
    sql`select id from posts where object_type = 'group' and object_id = ${id}`,
  );
  expect((await remove(owner, { password })).status).toBe(200);
  for (const viewer of [owner, officer, admin, undefined]) {
    expect((await call(viewer, 'GET', `/groups/view/${id}`)).status).toBe(404);
    const found = await call(viewer, 'GET', '/groups', { text: 'Ferrymen' });
    expect(found.body.totalItemCount).toBe(0);
    const read = await call(viewer, 'GET', `/advancedactivity/feeds?action_id=${post!.id}`);
    expect(read.body?.response ?? []).toEqual([]);
  }
  const own = await call(owner, 'GET', '/groups/manage', { text: 'Ferrymen' });
  expect(own.body.totalItemCount).toBe(0);
  expect((await remove(owner, { password })).status).toBe(404);
  // With the item that says that the officer joined.
  expect(await count('posts')).toBe(4);
  // The officer was notified of the role.
  expect(await count('notifications')).toBeGreaterThan(0);
  // Stopped after the first table, it goes on with the next job.
  await deleteRows(undefined, 1);
  expect(await count('containers')).toBe(1);
  await deleteRows();
  for (const table of [
    'containers',
    'memberships',
    'groups',
    'posts',
    'notifications',
    'container_audit_log',
  ])
    expect(await count(table), table).toBe(0);
});

test('an owner whose account ends leaves a deleted group to the job', async () => {
  await remove(owner, { password });
  await db.execute(sql`delete from members where id = ${owner.id}`);
  await deleteRows();
  expect(await count('containers')).toBe(0);
});

test('a page goes with its details, and its names are not given to another one', async () => {
  const page = await addPage(owner);
  await changeSlug(owner, { type: 'page', id: page }, 'rowers-of-old');
  await changeSlug(owner, { type: 'page', id: page }, 'rowers-of-today');
  const removed = await call(owner, 'DELETE', `/sitepage/delete/${page}`, { password });
  expect(removed.status).toBeLessThan(300);
  await deleteRows();
  for (const left of [
    await db.execute(sql`select from containers where type = 'page' and id = ${page}`),
    await db.execute(sql`select from sitepages where id = ${page}`),
  ])
    expect(left).toHaveLength(0);
  const other = { type: 'page', id: await addPage(owner) };
  for (const slug of ['rowers-of-old', 'rowers-of-today']) {
    expect(await findBySlug(owner, 'page', slug)).toBeUndefined();
    await expect(changeSlug(owner, other, slug)).rejects.toMatchObject({ code: 'validation_fail' });
  }
});
