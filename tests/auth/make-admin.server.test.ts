import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { root } from '../../scripts/launch/root.ts';
import { person } from './people.ts';

const makeAdmin = (...args: string[]) =>
  spawnSync(process.execPath, [join(root, 'scripts/make-admin.ts'), ...args], {
    env: process.env,
    encoding: 'utf8',
  });
const roleOf = async (id: number) =>
  (await db.execute(sql`select role from members where id = ${id}`))[0]!.role;

test('the command makes an active member an administrator, and nobody else', async () => {
  await db.execute(sql`insert into site_state (key, value) values ('first_admin_link', 'hash')`);
  const [ada, bo, pending] = [await person(), await person(), await person({ status: 'pending' })];
  const done = makeAdmin(ada.email.toUpperCase());
  expect(done.stderr).toBe('');
  expect(done.stdout).toMatch(/is an administrator now/);
  expect(await roleOf(ada.id)).toBe('admin');
  expect(await roleOf(bo.id)).toBe('member');
  for (const email of [pending.email, 'nobody@hearth.example', "' or true --"])
    expect(makeAdmin(email).status).toBe(1);
  expect(await roleOf(pending.id)).toBe('member');
  expect(await roleOf(bo.id)).toBe('member');
  expect(makeAdmin().status).toBe(2);
  // An old link must not become valid again after the administrator leaves.
  expect([
    ...(await db.execute(sql`select from site_state where key = 'first_admin_link'`)),
  ]).toEqual([]);
});
