import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// Everything that the browser keeps belongs to one member (docs/decisions/054-one-member-per-browser.md).

const sources = globSync('src/**/*.{ts,tsx,js,astro}', { exclude: ['src/server/**'] }).map(
  (file) => ({
    file,
    text: readFileSync(file, 'utf8').replaceAll(/^\s*(?:\/\/|\*|\/\*\*).*$/gm, ''),
  }),
);
const filesWith = (pattern: RegExp) =>
  sources
    .filter(({ text }) => pattern.test(text))
    .map(({ file }) => file)
    .toSorted();

test('stores of the browser are used only where names carry the member, or belong to the device', () => {
  expect(filesWith(/\b(?:localStorage|sessionStorage|indexedDB|idb-keyval)\b/)).toEqual([
    // The member to whom the rest belongs.
    'src/layouts/member-stores.ts',
    // Theme and motion.
    'src/layouts/theme-script.ts',
    'src/layouts/theme-toggle.ts',
    'src/lib/browser-files.ts',
    'src/lib/browser-storage.ts',
    // A sign-out, without content.
    'src/lib/session-end.ts',
    // The credentials of a native shell, which a log-in replaces.
    'src/lib/stored-credentials.ts',
  ]);
  expect(filesWith(/(?<!\.)\bcaches\b/)).toEqual([
    'src/worker/client.ts',
    'src/worker/private-cache.ts',
    'src/worker/worker.ts',
  ]);
});

test('a new entry of the history keeps the member for whom it was made', () => {
  const calls = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/history\.(?:push|replace)State\(([^,]*(?:\}|,))/g)]
      .filter(([, state]) => !/history\.state/.test(state!))
      .map(() => file),
  );
  // Gives the entry up for the next member.
  expect(calls).toEqual(['src/layouts/other-member.js']);
});
