// @module-tag kills
import { expect, test } from 'vitest';

let tries = 0;
test('a kill that fails once', () => {
  tries += 1;
  expect(tries).toBe(2);
});
