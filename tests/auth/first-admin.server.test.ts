import { beforeEach, expect, test } from 'vitest';
import type { Signup } from '#domains/auth/auth.schema.ts';
import { signUpFirstAdmin } from '#domains/auth/first-admin-signup.server.ts';
import { becomeFirstAdmin, isFirstAdminLinkGood } from '#domains/members/first-admin.server.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { createFirstAdminLink } from '../../scripts/launch/first-admin.ts';
import { goodPassword, person, somebody } from './people.ts';

const newCode = async () =>
  (await createFirstAdminLink(process.env.DATABASE_URL!))?.split('/').at(-1) ?? '';
const admins = async () =>
  (
    await db.execute<{ id: number }>(sql`select id from members where role = 'admin' order by id`)
  ).map(({ id }) => id);
let count = 0;
const form = (change: Partial<Signup> = {}): Signup => {
  count += 1;
  const names = { firstName: 'Ada', lastName: 'Quill', timezone: 'UTC', language: 'en' };
  return {
    email: `first${count}@hearth.example`,
    password: goodPassword,
    passconf: goodPassword,
    terms: 1,
    ...names,
    ...change,
  };
};

beforeEach(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  await db.execute(sql`update members set role = 'member'`);
});

test('creates an account that is the administrator, once, even while sign-up is closed', async () => {
  env().SIGNUP = 'closed';
  const code = await newCode();
  expect(code).toMatch(/^[\w-]{43}$/);
  const [row] = await db.execute<{ value: string }>(
    sql`select value from site_state where key = 'first_admin_link'`,
  );
  expect(row!.value).toMatch(/^[0-9a-f]{64}$/);
  expect(await isFirstAdminLinkGood(code, somebody())).toBe(true);
  expect(await isFirstAdminLinkGood(code, somebody())).toBe(true);
  await expect(
    signUpFirstAdmin(code, form({ password: 'hearth' }), somebody()),
  ).rejects.toMatchObject({ code: 'validation_fail' });
  const { memberId, pair } = await signUpFirstAdmin(code, form(), somebody());
  expect(pair.token).toHaveLength(32);
  expect(await admins()).toEqual([memberId]);
  await expect(signUpFirstAdmin(code, form(), somebody())).rejects.toMatchObject({
    code: 'code_invalid',
  });
  expect(await isFirstAdminLinkGood(code, somebody())).toBe(false);
  expect(await newCode()).toBe('');
  env().SIGNUP = 'open';
});

test('is used up by one of two concurrent requests, and the other leaves no account behind', async () => {
  const code = await newCode();
  const [before] = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from members`,
  );
  const tries = await Promise.allSettled(
    [form(), form()].map((fields) => signUpFirstAdmin(code, fields, somebody())),
  );
  expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await admins()).toHaveLength(1);
  const [after] = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from members`,
  );
  expect(after!.count).toBe(before!.count + 1);
});

test('promotes a signed-in member, and nobody else', async () => {
  const [member, pending] = [await person(), await person({ status: 'pending' })];
  const older = await newCode();
  const code = await newCode();
  await expect(becomeFirstAdmin(older, member.id, somebody())).rejects.toMatchObject({
    code: 'code_invalid',
  });
  await expect(becomeFirstAdmin(code, pending.id, somebody())).rejects.toMatchObject({
    code: 'code_invalid',
  });
  expect(await isFirstAdminLinkGood(code, somebody())).toBe(true);
  await becomeFirstAdmin(code, member.id, somebody());
  expect(await admins()).toEqual([member.id]);
});

test('is void once there is an administrator, however they became one', async () => {
  const code = await newCode();
  const [admin, member] = [await person(), await person()];
  await db.execute(sql`update members set role = 'admin' where id = ${admin.id}`);
  expect(await isFirstAdminLinkGood(code, somebody())).toBe(false);
  await expect(becomeFirstAdmin(code, member.id, somebody())).rejects.toMatchObject({
    code: 'code_invalid',
  });
  expect(await admins()).toEqual([admin.id]);
});

test('guesses are limited per address', async () => {
  env().RATE_LIMIT_SCALE = 1;
  const guesser = somebody();
  for (let guess = 0; guess < 25; guess += 1) await isFirstAdminLinkGood(`guess${guess}`, guesser);
  await expect(isFirstAdminLinkGood('guess', guesser)).rejects.toMatchObject({
    code: 'too_many_requests',
  });
});
