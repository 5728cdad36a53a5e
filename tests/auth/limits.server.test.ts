import { afterAll, beforeAll, expect, test } from 'vitest';
import { logIn } from '#domains/auth/login.server.ts';
import { forgotPassword, resetPassword } from '#domains/auth/reset.server.ts';
import { resendVerification, signUp, verifyEmail } from '#domains/auth/signup.server.ts';
import { env } from '#server/env.ts';
import { stopJobs } from '#server/jobs.ts';
import { clearOfBorder } from '../support/windows.ts';
import { goodPassword, person, somebody } from './people.ts';

// Each limit of security.md section 8 that guards accounts: the last one passes, the next does not.

beforeAll(() => void (process.env.LOG_LEVEL = 'silent'));
afterAll(() => stopJobs());

type Outcome = 'too_many_requests' | 'other';
const outcome = (work: Promise<unknown>): Promise<Outcome> =>
  work.then(
    () => 'other' as const,
    (error: { code: string; retryAfter?: number }) => {
      if (error.code !== 'too_many_requests') return 'other';
      expect(error.retryAfter).toBeGreaterThan(0);
      return 'too_many_requests';
    },
  );

/** Runs it `most` times without, and once more with refusal. */
async function expectLimit(most: number, attempt: (turn: number) => Promise<unknown>) {
  for (let turn = 0; turn < most; turn += 1)
    expect(await outcome(attempt(turn)), `try ${turn + 1}`).toBe('other');
  expect(await outcome(attempt(most)), `try ${most + 1}`).toBe('too_many_requests');
}

const wrong = 'not the password';
const signup = (email: string) => ({
  email,
  password: goodPassword,
  passconf: goodPassword,
  first_name: 'Nova',
  last_name: 'Reed',
  timezone: 'UTC',
  language: 'en',
  terms: 1 as const,
});

test('10 log-ins in 15 minutes for one account from one address; other addresses go on, known or unknown alike', async () => {
  await clearOfBorder(15 * 60);
  for (const email of [(await person()).email, 'unknown@hearth.example']) {
    const caller = somebody();
    await expectLimit(10, (turn) =>
      logIn({ email: turn % 2 ? email : email.toUpperCase(), password: wrong }, caller),
    );
    expect(await outcome(logIn({ email, password: wrong }, somebody()))).toBe('other');
  }
});

test('the right password does not pass a limit that is reached', async () => {
  await clearOfBorder(15 * 60);
  const { email } = await person();
  const caller = somebody();
  for (let turn = 0; turn < 10; turn += 1) await outcome(logIn({ email, password: wrong }, caller));
  expect(await outcome(logIn({ email, password: goodPassword }, caller))).toBe('too_many_requests');
});

test('30 log-ins in 5 minutes from one address; of IPv6 a whole /64 is one', async () => {
  await clearOfBorder(5 * 60);
  await expectLimit(30, (turn) =>
    logIn(
      { email: `nobody${turn}@hearth.example`, password: wrong },
      somebody({ address: '10.99.0.1' }),
    ),
  );
  await expectLimit(30, (turn) =>
    logIn(
      { email: `nobody${turn}@hearth.example`, password: wrong },
      somebody({ address: `2001:db8:1:2:${turn}::${turn}` }),
    ),
  );
  expect(
    await outcome(
      logIn(
        { email: 'nobody@hearth.example', password: wrong },
        somebody({ address: '2001:db8:1:3::1' }),
      ),
    ),
  ).toBe('other');
});

test('100 log-ins in an hour for one account from anywhere; then only from known devices', async () => {
  await clearOfBorder(60 * 60);
  env().RATE_LIMIT_SCALE = 0.1;
  try {
    const { email } = await person();
    const { device } = await logIn({ email, password: goodPassword }, somebody());
    for (let turn = 1; turn < 10; turn += 1)
      expect(await outcome(logIn({ email, password: wrong }, somebody()))).toBe('other');
    expect(await outcome(logIn({ email, password: goodPassword }, somebody()))).toBe(
      'too_many_requests',
    );
    expect(
      await outcome(
        logIn({ email, password: goodPassword }, somebody({ device: 'somebody else' })),
      ),
    ).toBe('too_many_requests');
    await logIn({ email, password: goodPassword }, somebody({ device }));
  } finally {
    env().RATE_LIMIT_SCALE = 1;
  }
});

test('10 sign-ups in 30 minutes from one address', async () => {
  await clearOfBorder(30 * 60);
  const caller = somebody();
  env().EMAIL_VERIFICATION = 'required';
  await expectLimit(10, (turn) => signUp(signup(`signup${turn}@hearth.example`), caller));
});

test.each([
  ['forgot', forgotPassword],
  ['resend', resendVerification],
])(
  '%s: 5 mails in 30 minutes for one account, known or unknown, and 25 in 5 minutes from one address',
  async (name, ask) => {
    await clearOfBorder(30 * 60);
    for (const email of [(await person()).email, `nobody-${name}@hearth.example`])
      await expectLimit(5, () => ask({ email }, somebody()));
    const caller = somebody();
    await expectLimit(25, (turn) => ask({ email: `${name}${turn}@hearth.example` }, caller));
  },
);

test('25 codes in 5 minutes from one address, of whichever purpose', async () => {
  await clearOfBorder(5 * 60);
  const caller = somebody();
  await expectLimit(25, (turn) =>
    turn % 2
      ? verifyEmail({ token: 'f'.repeat(32), verify: 'x' }, caller)
      : resetPassword({ code: `${'f'.repeat(32)}x`, uid: 1, password: goodPassword }, caller),
  );
});

test('of 50 at once no more pass than one after the other', async () => {
  await clearOfBorder(30 * 60);
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, () =>
      outcome(forgotPassword({ email: 'flood@hearth.example' }, somebody())),
    ),
  );
  expect(outcomes.filter((result) => result === 'other')).toHaveLength(5);
});
