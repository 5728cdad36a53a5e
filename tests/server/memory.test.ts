import { afterEach, expect, test, vi } from 'vitest';
import { readEnv } from '#server/env.ts';
import { siteMemory } from '#server/memory.ts';

afterEach(() => vi.restoreAllMocks());

/** Limits as the system reports them: of a container or a service, and none. */
const limitTo = (bytes: number) => vi.spyOn(process, 'constrainedMemory').mockReturnValue(bytes);

test.each([
  ['1 GB', 2 ** 30, 4],
  ['2 GB', 2 ** 31, 10],
])('with %s of memory the number of connections follows', (_, bytes, connections) => {
  limitTo(bytes);
  expect(readEnv({}).DATABASE_POOL).toBe(connections);
});

test('a number of connections in the settings wins', () => {
  limitTo(2 ** 30);
  expect(readEnv({ DATABASE_POOL: '20' }).DATABASE_POOL).toBe(20);
});

test.each([0, 2 ** 64])('a limit of %i is none', (bytes) => {
  limitTo(bytes);
  expect(siteMemory()).toBeLessThan(2 ** 60);
  expect(siteMemory()).toBeGreaterThan(0);
});
