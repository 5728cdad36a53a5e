import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n').filter(Boolean);
const folders = new Set(
  tracked.flatMap((file) => file.split('/').map((_, at, parts) => parts.slice(0, at).join('/'))),
);
const guides = tracked.filter((file) => file.endsWith('.md') && !file.startsWith('docs/contract/'));
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
  return (
    folders.has(path) ||
    existsSync(path) ||
    tracked.some((file) => file === path || file.endsWith(`/${path}`))
  );
};

test('every file and folder named in a guide exists', () => {
  const missing = guides.flatMap((guide) =>
    [
      ...readFileSync(guide, 'utf8').matchAll(
        /`((?:src|tests|scripts|docs|deploy|demo)\/[^`\s:]*)`/g,
      ),
    ]
      .map(([, name]) => name!)
      .filter((name) => !isPlaceholder(name) && !exists(name))
      .map((name) => `${guide}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test('every file named in a comment exists', () => {
  const comment = /\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/[^\n]*/g;
  const file =
    /(?<![\w/.-])(?:[\w[\]-]+\/)*[\w[\]-]+(?:\.[a-z-]+)*\.(?:ts|tsx|astro|mjs|sql|css|md)\b/g;
  const missing = sources.flatMap((source) =>
    [...readFileSync(source, 'utf8').matchAll(comment)]
      .flatMap(([text]) => [...text.matchAll(file)].map(([name]) => name))
      .filter((name) => !isPlaceholder(name) && !exists(name))
      .map((name) => `${source}: ${name}`),
  );
  expect(missing).toEqual([]);
});
