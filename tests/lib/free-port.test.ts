import { expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';

test('a test port is given once, outside the ephemeral range', async () => {
  const ports = await Promise.all(Array.from({ length: 300 }, () => freePort()));
  expect(new Set(ports).size).toBe(300);
  // Ephemeral ports start at 32768 on Linux, at 49152 elsewhere.
  expect(Math.max(...ports)).toBeLessThan(32_768);
});
