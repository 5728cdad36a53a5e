import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ensureBuild } from '../../scripts/launch/build.ts';

test('every file that a script or a style asks for was built', async () => {
  const client = join(await ensureBuild({ isTest: false }), 'client');
  const files = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(js|css)$/.test(file));
  expect(files.length).toBeGreaterThan(10);
  const missing = files.flatMap((file) =>
    [...readFileSync(join(client, file), 'utf8').matchAll(/_astro\/[\w.@-]+\.(?:js|css)\b/g)]
      .map(([name]) => name)
      .filter((name) => !existsSync(join(client, name)))
      .map((name) => `${file} asks for ${name}`),
  );
  expect(missing).toEqual([]);
});

// Styles of parts that are fetched late belong to no page, and were once thrown away as left over.
test('every class of our styles was built', async () => {
  const client = join(await ensureBuild({ isTest: false }), 'client');
  const read = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css')).map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }));
  const built = read(client).map(({ text }) => text).join('\n');
  const classesOf = (text: string) => new Set(text.replace(/\/\*[^]*?\*\//g, '').match(/\.[a-z][\w-]+/g));
  const known = classesOf(built);
  const missing = read('src').flatMap(({ file, text }) => [...classesOf(text)].filter((name) => !known.has(name)).map((name) => `${file}: ${name}`));
  expect(missing).toEqual([]);
});
