import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { composeAuthMail } from '#domains/auth/auth-mails.server.ts';
import { beginLogIn, finishLogIn } from '#domains/auth/login.server.ts';
import { hashPassword } from '#domains/auth/passwords.server.ts';
import { createSession, revokeAllSessions } from '#domains/auth/sessions.server.ts';
import { lockMember } from '#domains/members/members.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { deleteAccount } from '#domains/settings/deletion.server.ts';
import { moveClock } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { addMember } from '../support/people.ts';
import { send } from '../support/rest.ts';
import { avoidWindowBorder } from '../support/windows.ts';
import { goodPassword as password, somebody } from './people.ts';

let hash: string;
beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  hash = await hashPassword(password);
});
let ahead = 0;
const move = (seconds: number) => moveClock((ahead += seconds));
afterEach(() => {
  moveClock((ahead = 0));
  env().RATE_LIMIT_SCALE = 1_000;
});

type Account = Member & { email: string };
async function newMember(): Promise<Account> {
  const member = await addMember();
  await db.execute(sql`update members set password_hash = ${hash} where id = ${member.id}`);
  return { ...member, email: `${member.username}@hearth.example` };
}

const path = '/members/settings/two-factor';
/** The app's code, `steps` later. */
async function codeOf(secret: string, steps = 0): Promise<string> {
  const [row] = await db.execute<{ seconds: number }>(
    sql`select extract(epoch from now())::float8 as seconds`,
  );
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: (row!.seconds + ahead + steps * 30) * 1_000,
  });
}
/** A code that differs from the three valid ones. */
async function wrongCode(secret: string): Promise<string> {
  const good = await Promise.all([-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps)));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find(
    (code) => !good.includes(code),
  )!;
}

async function turnOn(member: Account): Promise<{ secret: string; codes: string[] }> {
  const started = await send('POST', `${path}/start`, { password }, { as: member });
  const { secret } = started.body as { secret: string };
  const confirmed = await send(
    'POST',
    `${path}/confirm`,
    { code: await codeOf(secret) },
    { as: member },
  );
  expect(confirmed.status).toBe(200);
  // The code that confirmed it is used up.
  move(60);
  return { secret, codes: confirmed.body.recovery_codes as string[] };
}

const begin = async ({ email }: Account, caller = somebody()) => {
  const begun = await beginLogIn({ email, password }, caller);
  if (!('token' in begun)) throw new Error('No second step was asked for');
  return begun.token;
};
const mailsAbout = async ({ id }: Member) =>
  (
    await db.execute<{ about: string }>(
      sql`
        select data ->> 'about' as about
        from jobs.job
        where name = 'mail' and data ->> 'memberId' = ${String(id)}
        order by created_on`,
    )
  ).map(({ about }) => about);
const sessionCount = async ({ id }: Member) =>
  (
    await db.execute<{ count: number }>(
      sql`select count(*)::int as count from sessions where member_id = ${id}`,
    )
  )[0]!.count;

test('setup needs the password and a code', async () => {
  const member = await newMember();
  expect(await send('POST', `${path}/start`, {}, { as: member })).toMatchObject({
    status: 400,
    error_code: 'password_required',
  });
  expect(await send('POST', `${path}/start`, { password: 'wrong' }, { as: member })).toMatchObject({
    status: 400,
    message: { password: expect.any(String) },
  });
  expect(await send('POST', `${path}/confirm`, { code: '123456' }, { as: member })).toMatchObject({
    status: 400,
  });
  const { secret, otpauth_url: address } = (
    await send('POST', `${path}/start`, { password }, { as: member })
  ).body;
  expect(address).toContain(`secret=${secret}`);
  expect(decodeURIComponent(address)).toContain(`${env().SITE_NAME}:${member.username}`);
  // Nothing changes until it is confirmed.
  expect('pair' in (await beginLogIn({ email: member.email, password }, somebody()))).toBe(true);
  expect((await send('GET', path, {}, { as: member })).body).toEqual({
    is_on: 0,
    since: null,
    recovery_codes_left: 0,
  });
  expect(
    await send('POST', `${path}/confirm`, { code: await wrongCode(secret) }, { as: member }),
  ).toMatchObject({ status: 400, message: { code: expect.any(String) } });
  const confirmed = await send(
    'POST',
    `${path}/confirm`,
    { code: await codeOf(secret) },
    { as: member },
  );
  expect(new Set(confirmed.body.recovery_codes).size).toBe(10);
  expect((await send('GET', path, {}, { as: member })).body).toMatchObject({
    is_on: 1,
    recovery_codes_left: 10,
  });
});

test('turning it on signs out other devices and notifies the owner', async () => {
  const member = await newMember();
  await createSession(db, member.id, 'other', '');
  await turnOn(member);
  expect(await sessionCount(member)).toBe(1);
  expect(await mailsAbout(member)).toEqual(['two-factor-on']);
  expect((await composeAuthMail({ about: 'two-factor-on', memberId: member.id }, 'job'))!.to).toBe(
    member.email,
  );
});

test('its secret is not readable in the database', async () => {
  const member = await newMember();
  const { secret } = await turnOn(member);
  const [kept] = await db.execute<{ secret: string }>(
    sql`select encode(secret, 'hex') as secret from two_factor where member_id = ${member.id}`,
  );
  expect(kept!.secret).not.toContain(Secret.fromBase32(secret).hex.toLowerCase());
});

test('a setup cannot be finished in another session', async () => {
  const member = await newMember();
  const { secret } = (await send('POST', `${path}/start`, { password }, { as: member })).body;
  await db.execute(
    sql`update two_factor set pending_session_id = -1 where member_id = ${member.id}`,
  );
  expect(
    await send('POST', `${path}/confirm`, { code: await codeOf(secret) }, { as: member }),
  ).toMatchObject({ status: 400 });
  const late = (await send('POST', `${path}/start`, { password }, { as: member })).body;
  move(31 * 60);
  expect(
    await send('POST', `${path}/confirm`, { code: await codeOf(late.secret) }, { as: member }),
  ).toMatchObject({ status: 400 });
});

test('native clients get an error that names the missing step, and log in with a code', async () => {
  const member = await newMember();
  const { secret } = await turnOn(member);
  const first = await send('POST', '/login', { email: member.email, password });
  expect(first).toMatchObject({
    status: 401,
    status_code: 401,
    error_code: 'two_factor_required',
    message: expect.any(String),
    two_factor: { expires_in: 600, methods: ['app', 'recovery_code'] },
  });
  expect(first.text).not.toContain('oauth_token');
  const { token } = (first as unknown as { two_factor: { token: string } }).two_factor;
  const code = await codeOf(secret);
  expect(
    await send('POST', '/login/two-factor', { token, code: await wrongCode(secret) }),
  ).toMatchObject({ status: 400, message: { code: expect.any(String) } });
  expect((await send('POST', '/login/two-factor', { token, code })).body).toMatchObject({
    oauth_token: expect.any(String),
    user: { user_id: member.id },
  });
});

test('no code is valid twice', async () => {
  const member = await newMember();
  const { secret } = await turnOn(member);
  const token = await begin(member);
  const code = await codeOf(secret);
  await send('POST', '/login/two-factor', { token, code });
  // Neither the step nor the code works again.
  expect(await send('POST', '/login/two-factor', { token, code })).toMatchObject({
    status: 400,
    error_code: 'code_invalid',
  });
  expect(
    await send('POST', '/login/two-factor', { token: await begin(member), code }),
  ).toMatchObject({ status: 400, message: { code: expect.any(String) } });
  // A code of a step before the last used one is refused as well.
  expect(
    await send('POST', '/login/two-factor', {
      token: await begin(member),
      code: await codeOf(secret, -1),
    }),
  ).toMatchObject({ status: 400 });
  move(30);
  expect(
    (
      await send('POST', '/login/two-factor', {
        token: await begin(member),
        code: await codeOf(secret),
      })
    ).status,
  ).toBe(200);
});

test('one of many concurrent log-ins with one code succeeds', async () => {
  const member = await newMember();
  const { secret } = await turnOn(member);
  const tokens = await Promise.all(Array.from({ length: 5 }, () => begin(member)));
  const code = await codeOf(secret);
  const answers = await Promise.allSettled(
    tokens.map((token) => finishLogIn({ token, code }, somebody())),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a recovery code logs in once, however it is typed, and new ones void the old ones', async () => {
  const member = await newMember();
  const { codes } = await turnOn(member);
  const typed = ` ${codes[0]!.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'L')} `;
  await finishLogIn({ token: await begin(member), code: typed }, somebody());
  await expect(
    finishLogIn({ token: await begin(member), code: codes[0]! }, somebody()),
  ).rejects.toMatchObject({ code: 'validation_fail' });
  expect((await send('GET', path, {}, { as: member })).body.recovery_codes_left).toBe(9);
  const other = await newMember();
  await turnOn(other);
  await expect(
    finishLogIn({ token: await begin(other), code: codes[1]! }, somebody()),
  ).rejects.toMatchObject({ code: 'validation_fail' });
  expect(await send('POST', `${path}/recovery-codes`, {}, { as: member })).toMatchObject({
    error_code: 'password_required',
  });
  const renewed = (await send('POST', `${path}/recovery-codes`, { password }, { as: member })).body
    .recovery_codes as string[];
  await expect(
    finishLogIn({ token: await begin(member), code: codes[1]! }, somebody()),
  ).rejects.toMatchObject({ code: 'validation_fail' });
  await finishLogIn({ token: await begin(member), code: renewed[0]! }, somebody());
  expect(await mailsAbout(member)).toEqual([
    'two-factor-on',
    'recovery-code-used',
    'recovery-codes',
    'recovery-code-used',
  ]);
});

test('tries are limited: per step, and per account for unknown devices', async () => {
  const member = await newMember();
  const { secret } = await turnOn(member);
  const wrong = await wrongCode(secret);
  const token = await begin(member);
  for (let index = 0; index < 10; index += 1)
    await expect(finishLogIn({ token, code: wrong }, somebody())).rejects.toMatchObject({
      code: 'validation_fail',
    });
  await expect(
    finishLogIn({ token, code: await codeOf(secret) }, somebody()),
  ).rejects.toMatchObject({ code: 'code_invalid' });

  const attacked = await newMember();
  const app = await turnOn(attacked);
  const device = 'd'.repeat(32);
  await avoidWindowBorder(900, 20);
  await finishLogIn(
    { token: await begin(attacked), code: await codeOf(app.secret) },
    somebody({ device }),
  );
  move(30);
  env().RATE_LIMIT_SCALE = 1;
  const tries: unknown[] = [];
  for (let index = 0; index < 11; index += 1) {
    const caller = somebody();
    tries.push(
      await finishLogIn({ token: await begin(attacked, caller), code: '000000' }, caller).catch(
        (error: { code: string }) => error.code,
      ),
    );
  }
  // The first log-in of that device counted as an unknown device too.
  expect(tries).toEqual([
    ...Array<string>(9).fill('validation_fail'),
    'too_many_requests',
    'too_many_requests',
  ]);
  const own = somebody({ device });
  await finishLogIn({ token: await begin(attacked, own), code: await codeOf(app.secret) }, own);
});

test('a step ends with its time, with the sessions, and with the account', async () => {
  const member = await newMember();
  const { secret } = await turnOn(member);
  const late = await begin(member);
  move(601);
  await expect(
    finishLogIn({ token: late, code: await codeOf(secret) }, somebody()),
  ).rejects.toMatchObject({ code: 'code_invalid' });
  const revoked = await begin(member);
  await revokeAllSessions(db, member.id);
  await expect(
    finishLogIn({ token: revoked, code: await codeOf(secret) }, somebody()),
  ).rejects.toMatchObject({ code: 'code_invalid' });
  const suspended = await begin(member);
  await db.execute(sql`update members set status = 'suspended' where id = ${member.id}`);
  await expect(
    finishLogIn({ token: suspended, code: await codeOf(secret) }, somebody()),
  ).rejects.toMatchObject({ code: 'account_disabled' });
  await expect(
    finishLogIn({ token: 'f'.repeat(64), code: '123456' }, somebody()),
  ).rejects.toMatchObject({ code: 'code_invalid' });
});

test('a deleted account is restored only after the code', async () => {
  const member = await newMember();
  const { secret } = await turnOn(member);
  await deleteAccount(member, password);
  const begun = await beginLogIn({ email: member.email, password, restore: 1 }, somebody());
  const status = async () =>
    (
      await db.execute<{ status: string }>(sql`select status from members where id = ${member.id}`)
    )[0]!.status;
  expect(await status()).toBe('deleted');
  await finishLogIn(
    { token: (begun as { token: string }).token, code: await codeOf(secret) },
    somebody(),
  );
  expect(await status()).toBe('active');
});

test('turning it off needs the password, which then suffices to log in', async () => {
  const member = await newMember();
  const { codes } = await turnOn(member);
  const waiting = await begin(member);
  expect(await send('POST', `${path}/off`, {}, { as: member })).toMatchObject({
    error_code: 'password_required',
  });
  expect(await send('POST', `${path}/off`, { password }, { as: member })).toMatchObject({
    status_code: 204,
  });
  await expect(finishLogIn({ token: waiting, code: codes[0]! }, somebody())).rejects.toMatchObject({
    code: 'code_invalid',
  });
  expect('pair' in (await beginLogIn({ email: member.email, password }, somebody()))).toBe(true);
  expect(await mailsAbout(member)).toEqual(['two-factor-on', 'two-factor-off']);
  expect(await send('GET', path)).toMatchObject({ status: 401 });
});

/** Whether another transaction waits for a lock that this one holds. */
async function isWaitedFor(tx: Tx): Promise<boolean> {
  const waiting = await tx.execute(sql`
    select 1 from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`);
  return waiting.length > 0;
}

test('a log-in that waited while two-factor log-in was turned on gets no session without a code', async () => {
  const member = await newMember();
  let logIn: Promise<unknown> | undefined;
  await db.transaction(async (tx) => {
    await lockMember(tx, member.id);
    await tx.execute(sql`
      insert into two_factor (member_id, secret, enabled_at)
      values (${member.id}, 'encrypted', now())`);
    logIn = beginLogIn({ email: member.email, password }, somebody()).catch(
      (error: unknown) => error,
    );
    await expect.poll(() => isWaitedFor(tx)).toBe(true);
  });
  expect(await logIn).toMatchObject({ code: 'unavailable' });
  expect(await db.execute(sql`select 1 from sessions where member_id = ${member.id}`)).toHaveLength(
    0,
  );
  expect(await beginLogIn({ email: member.email, password }, somebody())).toHaveProperty('token');
});
