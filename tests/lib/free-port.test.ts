import { expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';

test('a port of the tests is given once, and not from those that systems choose themselves', async () => {
  const ports = await Promise.all(Array.from({ length: 300 }, () => freePort()));
  expect(new Set(ports).size).toBe(300);
  // Linux chooses from 32768 on, the others from 49152 on.
  expect(Math.max(...ports)).toBeLessThan(32_768);
});
