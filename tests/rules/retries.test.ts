import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/*
 * Tests of rights, races, kills and stores of the browser are tried once
 * (tests/support/retries.ts). A file about the last two shows it.
 */
const tried = globSync('tests/**/*.{http.test.ts,e2e.ts,island.test.tsx}');

test.each([
  ['kills', /SIGKILL|SIGSTOP|\.kill\(|\b\w*[tT]unnel\.(?:reset|silence|freeze)\(/],
  ['stores', /\b(?:localStorage|sessionStorage|indexedDB|caches)\b/],
])('a file about %s has their tag, so that it is never tried again', (tag, signs) => {
  const untagged = tried.filter((file) => {
    const text = readFileSync(file, 'utf8');
    return signs.test(text) && !new RegExp(`@module-tag ${tag}\\b|tags: .*'${tag}'`).test(text);
  });
  expect(untagged).toEqual([]);
});
