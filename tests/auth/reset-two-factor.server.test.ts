import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { composeAuthMail } from '#domains/auth/auth-mails.server.ts';
import { beginLogIn } from '#domains/auth/login.server.ts';
import { createSession, findSession } from '#domains/auth/sessions.server.ts';
import { resetTwoFactor } from '#domains/auth/two-factor/reset-two-factor.server.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { root } from '../../scripts/launch/root.ts';
import { goodPassword as password, person, somebody } from './people.ts';

const reset = (...args: string[]) =>
  spawnSync(process.execPath, [join(root, 'scripts/reset-two-factor.ts'), ...args], {
    env: process.env,
    encoding: 'utf8',
  });
/** The secret cannot be decrypted: its key is lost as well. */
async function turnOn(id: number) {
  await db.execute(
    sql`insert into two_factor (member_id, secret, enabled_at) values (${id}, '\\x0102', now())`,
  );
  await db.execute(sql`insert into recovery_codes (member_id, code_hash) values (${id}, '\\x03')`);
}
const left = async (id: number) =>
  (
    await db.execute(sql`
      select (select count(*)::int from two_factor where member_id = ${id}) as apps,
        (select count(*)::int from recovery_codes where member_id = ${id}) as codes,
        (select count(*)::int from login_challenges where member_id = ${id}) as steps,
        (select count(*)::int from sessions where member_id = ${id}) as sessions`)
  )[0];

test('the command turns two-factor log-in off for one member, ends every session and notifies them', async () => {
  const [ada, bo] = [await person(), await person()];
  for (const { id } of [ada, bo]) await turnOn(id);
  const [session] = [
    await createSession(db, ada.id, 'Phone', '127.0.0.1'),
    await createSession(db, bo.id, 'Phone', '127.0.0.1'),
  ];
  expect(await beginLogIn({ email: ada.email, password }, somebody())).toHaveProperty('token');

  const done = reset(ada.email.toUpperCase());
  expect(done.stderr).toBe('');
  expect([done.status, done.stdout.includes('logs in with the password alone now')]).toEqual([
    0,
    true,
  ]);
  expect(await left(ada.id)).toEqual({ apps: 0, codes: 0, steps: 0, sessions: 0 });
  expect(await left(bo.id)).toEqual({ apps: 1, codes: 1, steps: 0, sessions: 1 });
  expect(await findSession(session)).toBeNull();
  // The password is still required, and no other protection was removed.
  await expect(
    beginLogIn({ email: ada.email, password: 'not this one at all' }, somebody()),
  ).rejects.toThrow();
  expect(await beginLogIn({ email: ada.email, password }, somebody())).not.toHaveProperty('token');
  const [mail] = await db.execute<{ about: 'two-factor-reset'; id: string }>(sql`
    select data ->> 'about' as about, id
    from jobs.job
    where name = 'mail' and data ->> 'memberId' = ${String(ada.id)}`);
  expect(mail!.about).toBe('two-factor-reset');
  expect(await composeAuthMail({ about: mail!.about, memberId: ada.id }, mail!.id)).toMatchObject({
    to: ada.email,
    subject: expect.stringContaining('Two-factor'),
  });
});

test('it does nothing for other accounts', async () => {
  const [plain, pending, suspended] = [
    await person(),
    await person({ status: 'pending' }),
    await person({ status: 'suspended' }),
  ];
  await turnOn(suspended.id);
  for (const email of [
    plain.email,
    pending.email,
    suspended.email,
    'nobody@hearth.example',
    "' or true --",
  ])
    expect((await resetTwoFactor(email))?.wasOn ?? false, email).toBe(false);
  expect(await left(suspended.id)).toMatchObject({ apps: 1 });
  expect(
    await db.execute(
      sql`select 1 from jobs.job where name = 'mail' and data ->> 'memberId' = ${String(plain.id)}`,
    ),
  ).toHaveLength(0);
});
