import { createHook } from 'node:async_hooks';
import { readFile } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import {
  checkPassword,
  hashPassword,
  newPasswordProblem,
  voidHash,
} from '#domains/auth/passwords.server.ts';
import { oldHash } from './people.ts';

test('a hash is a PHC string with the configured parameters, a new salt each time, and matches its password only', async () => {
  const [one, other] = [await hashPassword('quiet lantern'), await hashPassword('quiet lantern')];
  const configured = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/;
  expect(one).toMatch(configured);
  // An account that does not exist takes the same work.
  expect(voidHash()).toMatch(configured);
  expect(one).not.toBe(other);
  expect(await checkPassword('quiet lantern', one)).toEqual({ fits: true, isOutdated: false });
  expect(await checkPassword('Quiet lantern', one)).toMatchObject({ fits: false });
});

test('a hash with other parameters matches, and is recognised as outdated', async () => {
  expect(await checkPassword('quiet lantern', oldHash('quiet lantern'))).toEqual({
    fits: true,
    isOutdated: true,
  });
  expect(await checkPassword('quiet Lantern', oldHash('quiet lantern'))).toEqual({
    fits: false,
    isOutdated: true,
  });
});

test('composed and decomposed letters are the same password', async () => {
  expect(
    await checkPassword('Zoe\u0308s lantern', await hashPassword('Zo\u00ebs lantern')),
  ).toMatchObject({ fits: true });
});

test('no password matches an account that does not exist', async () => {
  expect(await checkPassword('', undefined)).toMatchObject({ fits: false });
});

test('a damaged hash throws, and is no log-in', async () => {
  for (const damaged of ['', '$argon2id$', 'plain text', '$argon2i$v=19$m=19456,t=2,p=1$AAAA$AAAA'])
    await expect(checkPassword('x', damaged)).rejects.toThrow(/damaged/);
});

test('common passwords of the right length are refused, in any case', async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const fitting = (dictionary['passwords-common'] as string[]).filter(
    (entry) => entry.length >= 8 && entry.length <= 128,
  );
  expect(fitting.length).toBeGreaterThanOrEqual(3_000);
  for (const password of [
    'password',
    'PassWord',
    'qwertyuiop',
    '12345678',
    'trustno1',
    fitting.at(-1)!,
  ])
    expect(await newPasswordProblem(password, {}), password).toMatch(/common/);
  expect(await newPasswordProblem('hearthside demo', {})).toBeNull();
});

/** The hashes that are computed right now, and the most at once so far. */
function watchHashing() {
  const running = new Set<number>();
  const seen = { running, most: 0 };
  const hook = createHook({
    init(id, type) {
      if (type !== 'ARGON2REQUEST') return;
      running.add(id);
      seen.most = Math.max(seen.most, running.size);
    },
    // Its callback begins, so the thread is free again.
    before: (id) => void running.delete(id),
  }).enable();
  onTestFinished(() => void hook.disable());
  return seen;
}

test('in a flood two hashes run, 64 wait, the rest get 503, and files can be read', async () => {
  const hashing = watchHashing();
  const flood = Array.from({ length: 90 }, () => hashPassword('quiet lantern'));
  const outcomes = Promise.allSettled(flood);
  const refusal = { reason: { code: 'unavailable', status: 503, retryAfter: 5 } };
  for (const refused of await Promise.allSettled(flood.slice(66)))
    expect(refused).toMatchObject(refusal);
  // Two of the four threads that files need, too.
  expect([hashing.running.size, hashing.most]).toEqual([2, 2]);
  await readFile(new URL(import.meta.url));
  expect(hashing.running.size, 'the file came in the midst of it').toBe(2);
  const waited = (await outcomes).slice(0, 66);
  expect(hashing.most).toBe(2);
  // On a slow machine some wait too long.
  const late = waited.filter(({ status }) => status === 'rejected');
  for (const one of late) expect(one).toMatchObject(refusal);
  expect(waited.length - late.length).toBeGreaterThan(2);
  // And it goes on afterwards.
  expect(await checkPassword('quiet lantern', await hashPassword('quiet lantern'))).toMatchObject({
    fits: true,
  });
});
