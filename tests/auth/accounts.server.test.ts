import { createHook } from 'node:async_hooks';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startBackgroundJobs, stopBackgroundJobs } from '#app/jobs.ts';
import type { Signup } from '#domains/auth/auth.schema.ts';
import { logIn } from '#domains/auth/login.server.ts';
import { forgotPassword, isResetLinkGood, resetPassword } from '#domains/auth/reset.server.ts';
import { findSession } from '#domains/auth/sessions.server.ts';
import { resendVerification, signUp, verifyEmail } from '#domains/auth/signup.server.ts';
import type { Caller } from '#server/caller.ts';
import { moveClock } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { startMailServer, type MailServer } from '../support/mail.ts';
import { countStatements } from '../support/statements.ts';
import { goodPassword, oldHash, person, somebody } from './people.ts';

let mailbox: MailServer;
beforeAll(async () => {
  mailbox = await startMailServer();
  Object.assign(process.env, {
    SMTP_URL: mailbox.url,
    PUBLIC_ORIGIN: 'https://hearth.example',
    LOG_LEVEL: 'silent',
  });
  await startBackgroundJobs();
});
afterAll(async () => {
  await stopBackgroundJobs(1_000);
  await mailbox.stop();
});
afterEach(() => moveClock(0));

test('a log-in needs few round trips to the database, since it may be far away', async () => {
  const { email } = await person();
  const caller = somebody();
  await logIn({ email, password: goodPassword }, caller);
  // Account and address together, the account's tries, begin, the lock, the session, commit.
  expect(
    await countStatements(() => logIn({ email, password: goodPassword }, caller)),
  ).toBeLessThanOrEqual(7);
});

let count = 0;
const form = (change: Partial<Signup> = {}): Signup => {
  count += 1;
  const fields = {
    email: `new${count}@hearth.example`,
    password: goodPassword,
    passconf: goodPassword,
    firstName: 'Nova',
    lastName: 'Reed',
    timezone: 'UTC',
    language: 'en',
    terms: 1 as const,
  };
  return { ...fields, ...change };
};
const pathIn = (text: string) =>
  decodeURIComponent(/https:\/\/hearth\.example(\/\S+)/.exec(text)![1]!);
const verifyCodes = (text: string) => {
  const [, email, token, verify] =
    /^\/signup\/verify\/email\/([^/]+)\/token\/([^/]+)\/verify\/([^/]+)$/.exec(pathIn(text))!;
  return { email: email!, token: token!, verify: verify! };
};
const resetCodes = (text: string) => {
  const [, code, uid] = /^\/reset-password\/([^/]+)\/(\d+)$/.exec(pathIn(text))!;
  return { code: code!, uid: Number(uid) };
};
const verifyLinkTo = async (email: string) =>
  verifyCodes((await mailbox.mailTo(email, ({ subject }) => subject.startsWith('Confirm'))).text);
const statusOf = async (id: number) =>
  (await db.execute(sql`select status from members where id = ${id}`))[0]?.status;
/** Waits until every job that is due has run. */
const waitForJobs = () =>
  expect
    .poll(() =>
      db.execute(sql`
        select name from jobs.job where state < 'completed' and start_after <= now()`),
    )
    .toEqual([]);
const subjectsTo = (email: string) =>
  mailbox.mails.filter(({ to }) => to.includes(email)).map(({ subject }) => subject);

async function pendingPerson(change: Partial<Signup> = {}) {
  const fields = form(change);
  const signedUp = await signUp(fields, somebody());
  if (signedUp.kind !== 'pending') throw new Error('expected a pending sign-up');
  return { ...fields, id: signedUp.id };
}

describe('signing up with verification', () => {
  test('a name in any script gives a username', async () => {
    const { id } = await pendingPerson({ firstName: 'Мария', lastName: 'Иванова' });
    expect(
      (await db.execute(sql`select username from members where id = ${id}`))[0]!.username,
    ).toBe('mariya.ivanova');
  });

  test('a name that gives no username asks for one', async () => {
    const signs = { firstName: '🦉', lastName: '🦊' };
    const refused = {
      code: 'validation_fail',
      detail: { username: expect.stringContaining('choose a username') },
    };
    // Same response as for an address that has an account: it discloses nothing about addresses.
    const { email } = await pendingPerson();
    for (const change of [signs, { ...signs, email }])
      await expect(signUp(form(change), somebody())).rejects.toMatchObject(refused);
    expect(await statusOf((await pendingPerson({ ...signs, username: 'owl.and.fox' })).id)).toBe(
      'pending',
    );
  });

  test('a pending account has no session and becomes active by its link', async () => {
    const { id, email } = await pendingPerson();
    expect(await statusOf(id)).toBe('pending');
    await expect(logIn({ email, password: goodPassword }, somebody())).rejects.toMatchObject({
      code: 'email_not_verified',
      status: 401,
    });
    await expect(logIn({ email, password: 'something else' }, somebody())).rejects.toMatchObject({
      code: 'no_record',
    });
    const link = await verifyLinkTo(email);
    expect(link.email).toBe(email);
    expect(await verifyEmail(link, somebody())).toMatchObject({ memberId: id });
    expect(await statusOf(id)).toBe('active');
    expect(await verifyEmail(link, somebody())).toMatchObject({ memberId: id });
    const { pair } = await logIn(
      { email: email.toUpperCase(), password: goodPassword },
      somebody(),
    );
    expect(await findSession(pair)).toMatchObject({
      id,
      username: expect.stringMatching(/^nova\.reed/),
    });
  });

  test('a known address gets the same answer as an unknown one, and its owner a mail', async () => {
    const owner = await person({ email: 'owner@hearth.example' });
    const unknown = await signUp(form(), somebody());
    const known = await signUp(form({ email: 'Owner@Hearth.example' }), somebody());
    expect(Object.keys(known)).toEqual(Object.keys(unknown));
    const blank = { id: 0, email: '', device: '' };
    expect({ ...known, ...blank }).toEqual({ ...unknown, ...blank });
    const mail = await mailbox.mailTo(owner.email);
    expect(mail.subject).toMatch(/already have an account/);
    expect(mail.text).not.toContain('/verify/');
    await expect(
      logIn({ email: owner.email, password: 'not the password' }, somebody()),
    ).rejects.toMatchObject({ code: 'no_record' });
    await logIn({ email: owner.email, password: goodPassword }, somebody());
  });

  test('an address is not reserved by a pending sign-up: confirming one deletes the others', async () => {
    const email = 'contested@hearth.example';
    const squatter = await pendingPerson({ email, username: 'contested' });
    const squatterLink = await verifyLinkTo(email);
    const rightful = await pendingPerson({ email, username: 'contested', firstName: 'Rightful' });
    const link = verifyCodes(
      (await mailbox.mailTo(email, ({ text }) => text.includes('Rightful'))).text,
    );
    await verifyEmail(link, somebody());
    expect(await statusOf(squatter.id)).toBeUndefined();
    expect(await statusOf(rightful.id)).toBe('active');
    await expect(verifyEmail(squatterLink, somebody())).rejects.toMatchObject({
      code: 'no_record',
    });
  });

  test('a username is not reserved by a pending sign-up: whoever confirms first has it', async () => {
    const username = 'disputed';
    const [namesake, rightful] = [
      await pendingPerson({ username }),
      await pendingPerson({ username }),
    ];
    for (const { email } of [rightful, namesake])
      await verifyEmail(await verifyLinkTo(email), somebody());
    const names = await db.execute(
      sql`select username from members where id in (${rightful.id}, ${namesake.id}) order by id desc`,
    );
    expect(names[0]!.username).toBe(username);
    expect(names[1]!.username).not.toBe(username);
    await expect(signUp(form({ username: 'Disputed' }), somebody())).rejects.toMatchObject({
      detail: { username: expect.any(String) },
    });
  });

  test('a stranger who signs up with the address never gets to choose its password', async () => {
    const email = 'victim@hearth.example';
    const [mine, other] = ['my own quiet lantern', 'what the stranger chose'];
    const browser = somebody({ device: 'a'.repeat(32) });
    const signUpWith = (password: string, firstName: string, caller: Caller) =>
      signUp(form({ email, password, passconf: password, firstName }), caller);
    const mailsFor = (name: string) =>
      mailbox.mails.filter(({ to, text }) => to.includes(email) && text.includes(name));
    const linkFor = async (name: string, count = 1) => {
      await expect.poll(() => mailsFor(name).length).toBe(count);
      return verifyCodes(mailsFor(name).at(-1)!.text);
    };
    await signUpWith(mine, 'Victoria', browser);
    await linkFor('Victoria');
    await signUpWith(other, 'Mallory', somebody());
    const stolen = await linkFor('Mallory');
    // A repeated request from the member's own browser sends the link of their own sign-up, though
    // the stranger's is newer.
    await resendVerification({ email }, browser);
    const own = await linkFor('Victoria', 2);
    await expect(logIn({ email, password: mine }, browser)).rejects.toMatchObject({
      code: 'email_not_verified',
    });

    expect(await verifyEmail(stolen, somebody())).toMatchObject({ isPasswordVoid: true });
    await expect(verifyEmail(own, browser)).rejects.toMatchObject({ code: 'no_record' });
    for (const password of [mine, other])
      await expect(logIn({ email, password }, somebody())).rejects.toMatchObject({
        code: 'no_record',
      });
    const link = resetCodes(
      (await mailbox.mailTo(email, ({ subject }) => subject.startsWith('Choose your password')))
        .text,
    );
    await resetPassword({ ...link, password: mine }, somebody());
    await logIn({ email, password: mine }, somebody());
  });

  test('in the browser that signed up the password is valid, whoever else signed up', async () => {
    const email = 'twice@hearth.example';
    const browser = somebody({ device: 'b'.repeat(32) });
    await signUp(form({ email, firstName: 'Own' }), browser);
    await signUp(
      form({ email, password: 'what the stranger chose', passconf: 'what the stranger chose' }),
      somebody(),
    );
    const link = verifyCodes(
      (await mailbox.mailTo(email, ({ text }) => text.includes('Own'))).text,
    );
    expect(await verifyEmail(link, browser)).toHaveProperty('isPasswordVoid', false);
    await logIn({ email, password: goodPassword }, somebody());
  });

  test('a second sign-up in one browser replaces the first', async () => {
    const email = 'again@hearth.example';
    const browser = somebody({ device: 'c'.repeat(32) });
    const first = await signUp(form({ email, firstName: 'Once' }), browser);
    await signUp(form({ email, firstName: 'Again' }), browser);
    expect(first.kind === 'pending' && (await statusOf(first.id))).toBeUndefined();
    const link = verifyCodes(
      (await mailbox.mailTo(email, ({ text }) => text.includes('Again'))).text,
    );
    expect(await verifyEmail(link, browser)).toHaveProperty('isPasswordVoid', false);
  });

  test('a link expires after 24 hours, and is void after ten wrong codes', async () => {
    const late = await pendingPerson();
    const lateLink = await verifyLinkTo(late.email);
    moveClock(24 * 60 * 60 + 1);
    await expect(verifyEmail(lateLink, somebody())).rejects.toMatchObject({
      code: 'verification_fail',
    });
    moveClock(24 * 60 * 60 - 60);
    await verifyEmail(lateLink, somebody());
    moveClock(0);

    const guessed = await pendingPerson();
    const link = await verifyLinkTo(guessed.email);
    for (let tries = 0; tries < 9; tries += 1)
      await expect(
        verifyEmail({ ...link, verify: `wrong${tries}` }, somebody()),
      ).rejects.toMatchObject({ code: 'verification_fail' });
    expect(await statusOf(guessed.id)).toBe('pending');
    await expect(verifyEmail({ ...link, verify: 'wrong9' }, somebody())).rejects.toMatchObject({
      code: 'verification_fail',
    });
    await expect(verifyEmail(link, somebody())).rejects.toMatchObject({
      code: 'verification_fail',
    });
    expect(await statusOf(guessed.id)).toBe('pending');
  });

  test('a link is valid for its own account and purpose only', async () => {
    const [one, other] = [await pendingPerson(), await pendingPerson()];
    const [mine, foreign] = [await verifyLinkTo(one.email), await verifyLinkTo(other.email)];
    await expect(
      verifyEmail({ token: mine.token, verify: foreign.verify }, somebody()),
    ).rejects.toMatchObject({ code: 'verification_fail' });
    await expect(verifyEmail({ ...mine, email: other.email }, somebody())).rejects.toMatchObject({
      code: 'verification_fail',
    });
    await expect(
      verifyEmail({ token: 'f'.repeat(32), verify: mine.verify }, somebody()),
    ).rejects.toMatchObject({ code: 'no_record' });
    await expect(
      resetPassword(
        { code: mine.token + mine.verify, uid: one.id, password: 'another lantern' },
        somebody(),
      ),
    ).rejects.toMatchObject({ code: 'code_invalid' });
    expect(await statusOf(one.id)).toBe('pending');
  });

  test('a link opened twice at once activates one account once', async () => {
    const { id, email } = await pendingPerson();
    const link = await verifyLinkTo(email);
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => verifyEmail(link, somebody())));
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(1);
    expect(await statusOf(id)).toBe('active');
  });

  test('a new mail replaces the link of the older one', async () => {
    const { id, email } = await pendingPerson();
    const older = await verifyLinkTo(email);
    await resendVerification({ email }, somebody());
    await expect.poll(() => subjectsTo(email).length).toBe(2);
    const newer = await verifyLinkTo(email);
    expect(newer.token).not.toBe(older.token);
    await expect(verifyEmail(older, somebody())).rejects.toMatchObject({ code: 'no_record' });
    await verifyEmail(newer, somebody());
    expect(await statusOf(id)).toBe('active');
  });

  test('a new mail goes to nobody without a pending sign-up', async () => {
    const { email } = await pendingPerson();
    await verifyEmail(await verifyLinkTo(email), somebody());
    await resendVerification({ email }, somebody());
    await resendVerification({ email: 'nobody@hearth.example' }, somebody());
    await waitForJobs();
    expect(subjectsTo(email)).toHaveLength(1);
    expect(subjectsTo('nobody@hearth.example')).toHaveLength(0);
  });

  test('no code and no password is stored in the database, nor in the jobs', async () => {
    const { email } = await pendingPerson();
    const { token, verify } = await verifyLinkTo(email);
    const dump = await db.execute<{ text: string }>(
      sql`
        select l::text as text
        from email_tokens l
        union all
        select m::text
        from members m
        union all
        select j::text
        from jobs.job j`,
    );
    const text = dump.map((row) => row.text).join('\n');
    expect(text.length).toBeGreaterThan(100);
    for (const secret of [token, verify, goodPassword]) expect(text).not.toContain(secret);
  });

  test('a closed site accepts no sign-ups', async () => {
    env().SIGNUP = 'closed';
    await expect(signUp(form(), somebody())).rejects.toMatchObject({ code: 'unauthorized' });
    env().SIGNUP = 'open';
  });

  test('a weak password is refused and nothing is stored', async () => {
    const fields = form({ password: 'password', passconf: 'password' });
    await expect(signUp(fields, somebody())).rejects.toMatchObject({
      code: 'validation_fail',
      detail: { password: expect.stringMatching(/common/) },
    });
    expect(await db.execute(sql`select 1 from members where email = ${fields.email}`)).toHaveLength(
      0,
    );
  });
});

describe('signing up without verification', () => {
  test('the account is active and signed in at once, and a taken address is reported', async () => {
    env().EMAIL_VERIFICATION = 'off';
    try {
      const fields = form();
      const waiting = await db.execute<{ id: number }>(sql`
        insert into members (
          status, email, username, first_name, last_name, displayname, password_hash
        )
        values ('pending', ${fields.email}, 'waiting', 'W', 'W', 'W W', 'x')
        returning id`);
      const signedUp = await signUp(fields, somebody());
      if (signedUp.kind !== 'member') throw new Error('expected a member');
      expect(await findSession(signedUp.pair)).toMatchObject({ id: signedUp.memberId });
      expect(await statusOf(waiting[0]!.id)).toBeUndefined();
      await expect(
        signUp({ ...form(), email: fields.email.toUpperCase() }, somebody()),
      ).rejects.toMatchObject({ code: 'validation_fail', detail: { email: expect.any(String) } });
      const twins = await Promise.allSettled(
        [1, 2, 3].map(() => signUp({ ...form(), email: 'twin@hearth.example' }, somebody())),
      );
      expect(twins.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    } finally {
      env().EMAIL_VERIFICATION = 'required';
    }
  });
});

test('people with one name who sign up at once each get an account', async () => {
  env().EMAIL_VERIFICATION = 'off';
  try {
    const all = await Promise.allSettled(
      Array.from({ length: 8 }, () =>
        signUp(form({ firstName: 'Nora', lastName: 'Namesake' }), somebody()),
      ),
    );
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 'fulfilled'));
  } finally {
    env().EMAIL_VERIFICATION = 'required';
  }
});

describe('logging in', () => {
  test('unknown address and wrong password get the same answer after the same work', async () => {
    const { email } = await person();
    const failure = (address: string) =>
      logIn({ email: address, password: 'not the password' }, somebody()).catch(
        (error: Error & { code: string; detail: string }) => ({
          code: error.code,
          detail: error.detail,
        }),
      );
    // The hash is nearly all of the work.
    let hashes = 0;
    const hook = createHook({ init: (_, type) => (hashes += Number(type === 'ARGON2REQUEST')) });
    hook.enable();
    onTestFinished(() => void hook.disable());
    for (const address of [email, 'nobody@hearth.example']) {
      hashes = 0;
      expect(await failure(address)).toEqual({
        code: 'no_record',
        detail: 'The e-mail address or password is wrong.',
      });
      expect(hashes).toBe(1);
    }
  });

  test('the state of an account is disclosed only with its password', async () => {
    const { email } = await person({ status: 'suspended' });
    await expect(logIn({ email, password: 'not the password' }, somebody())).rejects.toMatchObject({
      code: 'no_record',
    });
    await expect(logIn({ email, password: goodPassword }, somebody())).rejects.toMatchObject({
      code: 'account_disabled',
      status: 401,
    });
    const deleted = await person({ status: 'deleted' });
    await expect(
      logIn({ email: deleted.email, password: goodPassword }, somebody()),
    ).rejects.toMatchObject({ code: 'no_record' });
  });

  test('each log-in creates a new pair, even with an existing session', async () => {
    const { email } = await person();
    const pairs = [
      await logIn({ email, password: goodPassword }, somebody()),
      await logIn({ email, password: goodPassword }, somebody()),
    ].map(({ pair }) => pair);
    expect(pairs[0]!.token).not.toBe(pairs[1]!.token);
    expect(pairs[0]!.secret).not.toBe(pairs[1]!.secret);
  });

  test('a hash with outdated parameters is replaced', async () => {
    const { id, email } = await person({ passwordHash: oldHash(goodPassword) });
    await logIn({ email, password: goodPassword }, somebody());
    const [row] = await db.execute(sql`select password_hash from members where id = ${id}`);
    expect(row!.password_hash).toMatch(/m=19456,t=2,p=1/);
    await logIn({ email, password: goodPassword }, somebody());
  });
});

describe('choosing a new password', () => {
  const linkTo = async (email: string) =>
    resetCodes((await mailbox.mailTo(email, ({ subject }) => subject.startsWith('Choose'))).text);

  test('ends every session and every other link, works once, and notifies the owner', async () => {
    const { id, email } = await person();
    const { pair } = await logIn({ email, password: goodPassword }, somebody());
    await forgotPassword({ email: email.toUpperCase() }, somebody());
    const link = await linkTo(email);
    expect(link.uid).toBe(id);
    expect(await isResetLinkGood(link.code, link.uid, somebody())).toBe(true);
    expect(await isResetLinkGood(link.code, link.uid, somebody())).toBe(true);
    await expect(resetPassword({ ...link, password: 'pat' }, somebody())).rejects.toMatchObject({
      code: 'validation_fail',
    });
    await expect(resetPassword({ ...link, password: email }, somebody())).rejects.toMatchObject({
      code: 'validation_fail',
    });
    await resetPassword({ ...link, password: 'another lantern' }, somebody());
    expect(await findSession(pair)).toBeNull();
    await expect(logIn({ email, password: goodPassword }, somebody())).rejects.toMatchObject({
      code: 'no_record',
    });
    await logIn({ email, password: 'another lantern' }, somebody());
    await expect(
      resetPassword({ ...link, password: 'a third lantern' }, somebody()),
    ).rejects.toMatchObject({ code: 'code_invalid', status: 400 });
    expect(await isResetLinkGood(link.code, link.uid, somebody())).toBe(false);
    await mailbox.mailTo(email, ({ subject }) => subject.includes('was changed'));
  });

  test('a link expires after 30 minutes, belongs to one member, and is void after a newer one', async () => {
    const [ada, bo] = [await person(), await person()];
    await forgotPassword({ email: ada.email }, somebody());
    const older = await linkTo(ada.email);
    await forgotPassword({ email: ada.email }, somebody());
    await expect.poll(() => subjectsTo(ada.email).length).toBe(2);
    const link = await linkTo(ada.email);
    const password = 'another lantern';
    for (const wrong of [
      older,
      { ...link, uid: bo.id },
      { ...link, code: `${link.code.slice(0, -1)}!` },
      { ...link, code: 'x' },
    ]) {
      await expect(resetPassword({ ...wrong, password }, somebody())).rejects.toMatchObject({
        code: 'code_invalid',
      });
    }
    moveClock(30 * 60 + 1);
    await expect(resetPassword({ ...link, password }, somebody())).rejects.toMatchObject({
      code: 'code_invalid',
    });
    moveClock(30 * 60 - 30);
    const twice = await Promise.allSettled(
      [1, 2].map(() => resetPassword({ ...link, password }, somebody())),
    );
    expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('no mail is sent to an unknown, suspended or deleted account', async () => {
    const [suspended, deleted] = [
      await person({ status: 'suspended' }),
      await person({ status: 'deleted' }),
    ];
    for (const email of [suspended.email, deleted.email, 'unknown@hearth.example'])
      await forgotPassword({ email }, somebody());
    await waitForJobs();
    for (const email of [suspended.email, deleted.email, 'unknown@hearth.example'])
      expect(subjectsTo(email)).toEqual([]);
  });
});
