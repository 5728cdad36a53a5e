import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n').filter(Boolean);
const folders = new Set(
  tracked.flatMap((file) => file.split('/').map((_, at, parts) => parts.slice(0, at).join('/'))),
);
/** Any end of a path: `schedule/schedule.server.ts` or `posts/schedule`. */
const ends = new Set(
  [...tracked, ...folders].flatMap((path) =>
    path.split('/').map((_, at, parts) => parts.slice(at).join('/')),
  ),
);
const guides = tracked.filter((file) => file.endsWith('.md'));
const sources = tracked.filter((file) =>
  /^(src|scripts|demo|tests)\/.*\.(ts|tsx|astro|mjs)$/.test(file),
);

/** Names in examples stand for any file: `x.schema.ts`, `<area>.calls.ts`, `NNN-title.md`. */
const isPlaceholder = (name: string) => /[<>*…]|^(x|X)\.|\/(x|X)\.|NNN|\bfolder\b/.test(name);

const exists = (name: string) => {
  const path = name
    .replace(/^\.?\//, '')
    .replace(/^#/, 'src/')
    .replace(/\/$/, '');
  return ends.has(path) || existsSync(path);
};

test('every file and folder named in a guide exists', () => {
  const named = guides.flatMap((guide) =>
    [
      ...readFileSync(guide, 'utf8').matchAll(
        /`((?:src|tests|scripts|docs|deploy|demo)\/[^`\s:]*)`/g,
      ),
    ].map(([, name]) => ({ guide, name: name! })),
  );
  expect(named.length).toBeGreaterThan(0);
  expect(
    named
      .filter(({ name }) => !isPlaceholder(name) && !exists(name))
      .map(({ guide, name }) => `${guide}: ${name}`),
  ).toEqual([]);
});

/** Guides that describe the present; decisions name what there was. */
const currentGuides = guides.filter((guide) => /^(?:docs\/(?:contract\/)?)?[^/]+\.md$/.test(guide));
/** Names in examples, of files that may not exist, and of files that a run writes. */
const notOurs = new Set(['same-folder.ts', 'file.ts', 'utils.ts', 'fetch.ts', 'actions.ts']);
const fileNames =
  /(?<![\w@.…<>*/#{}-])(?:#|\.\/)?(?:(?:[\w-]+|\[\w+\])\/)*(?:[\w-]+|\[\w+\])(?:\.[a-z-]+)*\.(?:ts|tsx|astro|mjs|sql|css|md|yaml)\b/g;
/** Folders of domains and of the top of `src`, such as `posts/composer`. */
const folderNames = new RegExp(
  `\`((?:${[...folders]
    .filter((folder) => /^src\/(?:domains\/)?[^/]+$/.test(folder))
    .map((folder) => folder.split('/').at(-1))
    .join('|')})/[\\w/-]+)\``,
  'g',
);

test('every file and folder named anywhere in a guide about the present exists', () => {
  const named = currentGuides.flatMap((guide) => {
    const text = readFileSync(guide, 'utf8');
    return [
      ...[...text.matchAll(fileNames)].map(([name]) => name),
      ...[...text.matchAll(folderNames)].map(([, name]) => name!),
    ].map((name) => ({ guide, name }));
  });
  expect(named.length).toBeGreaterThan(0);
  expect(
    named
      .filter(({ name }) => !notOurs.has(name.split('/').at(-1)!))
      .filter(({ name }) => !isPlaceholder(name) && !exists(name))
      .map(({ guide, name }) => `${guide}: ${name}`),
  ).toEqual([]);
});

test('every file named in a comment exists', () => {
  const comment = /\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/[^\n]*/g;
  const file =
    /(?<![\w/.-])(?:[\w[\]-]+\/)*[\w[\]-]+(?:\.[a-z-]+)*\.(?:ts|tsx|astro|mjs|sql|css|md)\b/g;
  const named = sources.flatMap((source) =>
    [...readFileSync(source, 'utf8').matchAll(comment)].flatMap(([text]) =>
      [...text.matchAll(file)].map(([name]) => ({ source, name })),
    ),
  );
  expect(named.length).toBeGreaterThan(0);
  expect(
    named
      .filter(({ name }) => !isPlaceholder(name) && !exists(name))
      .map(({ source, name }) => `${source}: ${name}`),
  ).toEqual([]);
});
