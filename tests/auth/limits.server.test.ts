import { afterAll, beforeAll, expect, test } from 'vitest';
import { logIn } from '#domains/auth/login.server.ts';
import { forgotPassword, resetPassword } from '#domains/auth/reset.server.ts';
import { resendVerification, signUp, verifyEmail } from '#domains/auth/signup.server.ts';
import { env } from '#server/env.ts';
import { stopJobs } from '#server/jobs.ts';
import { avoidWindowBorder } from '../support/windows.ts';
import { goodPassword, person, somebody } from './people.ts';

// Each limit of security.md section 8 that protects accounts: the last allowed attempt passes, the
// next one does not.

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

/** Expects `max` attempts to pass and one more to be refused. */
async function expectLimit(max: number, attempt: (turn: number) => Promise<unknown>) {
  for (let turn = 0; turn < max; turn += 1)
    expect(await outcome(attempt(turn)), `try ${turn + 1}`).toBe('other');
  expect(await outcome(attempt(max)), `try ${max + 1}`).toBe('too_many_requests');
}

const wrong = 'not the password';
const signup = (email: string) => ({
  email,
  password: goodPassword,
  passconf: goodPassword,
  firstName: 'Nova',
  lastName: 'Reed',
  timezone: 'UTC',
  language: 'en',
  terms: 1 as const,
});

test('10 log-ins in 15 minutes for one account, known or not, from one address', async () => {
  await avoidWindowBorder(15 * 60);
  for (const email of [(await person()).email, 'unknown@hearth.example']) {
    const caller = somebody();
    await expectLimit(10, (turn) =>
      logIn({ email: turn % 2 ? email : email.toUpperCase(), password: wrong }, caller),
    );
    expect(await outcome(logIn({ email, password: wrong }, somebody()))).toBe('other');
  }
});

test('the right password does not pass a reached limit', async () => {
  await avoidWindowBorder(15 * 60);
  const { email } = await person();
  const caller = somebody();
  for (let turn = 0; turn < 10; turn += 1) await outcome(logIn({ email, password: wrong }, caller));
  expect(await outcome(logIn({ email, password: goodPassword }, caller))).toBe('too_many_requests');
});

test('30 log-ins in 5 minutes from one address', async () => {
  await avoidWindowBorder(5 * 60);
  await expectLimit(30, (turn) =>
    logIn(
      { email: `nobody${turn}@hearth.example`, password: wrong },
      somebody({ address: '10.99.0.1' }),
    ),
  );
});

test('the IPv6 addresses of one /64 share a limit', async () => {
  await avoidWindowBorder(5 * 60);
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

test('100 log-ins in an hour for one account from anywhere but known devices', async () => {
  await avoidWindowBorder(60 * 60);
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
  await avoidWindowBorder(30 * 60);
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
    await avoidWindowBorder(30 * 60);
    for (const email of [(await person()).email, `nobody-${name}@hearth.example`])
      await expectLimit(5, () => ask({ email }, somebody()));
    const caller = somebody();
    await expectLimit(25, (turn) => ask({ email: `${name}${turn}@hearth.example` }, caller));
  },
);

test('25 codes in 5 minutes from one address, for any purpose', async () => {
  await avoidWindowBorder(5 * 60);
  const caller = somebody();
  await expectLimit(25, (turn) =>
    turn % 2
      ? verifyEmail({ token: 'f'.repeat(32), verify: 'x' }, caller)
      : resetPassword({ code: `${'f'.repeat(32)}x`, uid: 1, password: goodPassword }, caller),
  );
});

test('50 concurrent requests pass no more than sequential ones', async () => {
  await avoidWindowBorder(30 * 60);
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, () =>
      outcome(forgotPassword({ email: 'flood@hearth.example' }, somebody())),
    ),
  );
  expect(outcomes.filter((result) => result === 'other')).toHaveLength(5);
});
