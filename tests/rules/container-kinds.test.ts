import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { containerTypes } from '#lib/container-types.ts';

/*
 * A kind of container is declared in its own domain and in src/lib/container-types.ts. Everything
 * else asks the registry (`containerKinds`), so that a new kind changes no other file.
 */

/** Folders of the kinds themselves. */
const own = [
  /^src\/domains\/(?:sitepages|groups|events)\//,
  /^src\/pages\/(?:for-members\/)?(?:pages|groups|events)\//,
  /^src\/server\/migrations\//,
  // Events have no domain yet.
  /^src\/domains\/containers\/containers\.domain\.ts$/,
  /^src\/lib\/container-types\.ts$/,
];

/** At most so many lines outside of them, each with its reason. */
const allowed = new Map([
  // The specification's table of destinations: another id for two kinds, photos and videos.
  ['src/domains/notifications/notifications.rules.ts', 6],
  // The call of pages that sends a message.
  ['src/domains/messages/page-owner.server.ts', 1],
]);

/** The call of pages that sends a message. */
const mayImport = new Set([
  'src/domains/messages/page-owner.api.ts',
  'src/domains/messages/page-owner.server.ts',
]);

/** Other meanings of the words: a screen's number, and values of ARIA. */
const otherMeaning =
  /get\('page'\)|searchParams, 'page'\)|: 'page'|'page' : undefined|role: 'group'/;
const name = new RegExp(`'(?:${containerTypes.join('|')})'|/(?:pages|groups|events)/\\$`);

const root = new URL('../../', import.meta.url);
const files = execFileSync('git', ['ls-files', 'src'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.(?:ts|tsx|astro|sql)$/.test(path) && !own.some((one) => one.test(path)));

const linesOf = (path: string): string[] =>
  readFileSync(new URL(path, root), 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !/^(?:\/\/|\/?\*)/.test(line));

const linesNaming = (path: string): string[] =>
  linesOf(path).filter((line) => name.test(line) && !otherMeaning.test(line));

test('no file outside of its own names a kind of container', () => {
  const found = files.flatMap((path) => {
    const lines = linesNaming(path);
    return lines.length > (allowed.get(path) ?? 0) ? [{ path, lines }] : [];
  });
  expect(found).toEqual([]);
});

test('no mechanism imports from a kind of container', () => {
  const importers = files.filter(
    (path) =>
      !mayImport.has(path) &&
      // The app, layouts and screens put everything together.
      /^src\/(?:domains|server|lib|ui)\//.test(path) &&
      linesOf(path).some((line) => /'#domains\/(?:sitepages|groups|events)\//.test(line)),
  );
  expect(importers).toEqual([]);
});
