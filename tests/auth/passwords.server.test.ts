import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
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

test('in a flood two run, 64 wait, and the rest get 503; files can be read meanwhile', async () => {
  let ready = 0;
  const make = async () => {
    await hashPassword('quiet lantern');
    ready += 1;
    return 'done';
  };
  const flood = Array.from({ length: 90 }, () =>
    make().catch((error: { code: string; retryAfter: number }) => error),
  );
  await readFile(new URL(import.meta.url));
  expect(ready, 'the file came in the midst of it').toBeLessThan(20);
  const results = await Promise.all(flood);
  const refused = results.filter((result) => result !== 'done') as Array<{
    code: string;
    retryAfter: number;
  }>;
  expect(refused.length).toBeGreaterThanOrEqual(90 - 66);
  for (const refusal of refused)
    expect(refusal).toMatchObject({ code: 'unavailable', status: 503, retryAfter: 5 });
  expect(results.filter((result) => result === 'done').length).toBeGreaterThan(2);
  expect(await checkPassword('quiet lantern', await hashPassword('quiet lantern'))).toMatchObject({
    fits: true,
  });
});
