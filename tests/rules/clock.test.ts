import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('no screen reads the local time: the database’s clock is the only one (server/clock.ts)', () => {
  const screens = globSync('src/**/*.astro');
  expect(screens.length).toBeGreaterThan(0);
  expect(
    screens.filter((file) => /new Date\(\)|Date\.now\(\)/.test(readFileSync(file, 'utf8'))),
  ).toEqual([]);
});
