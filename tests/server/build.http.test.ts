import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ensureBuild } from '../../scripts/launch/build.ts';

test('every file that a script or a style references was built', async () => {
  const client = join(await ensureBuild({ isTest: false }), 'client');
  const files = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(js|css)$/.test(file),
  );
  expect(files.length).toBeGreaterThan(10);
  const missing = files.flatMap((file) =>
    [...readFileSync(join(client, file), 'utf8').matchAll(/_astro\/[\w.@-]+\.(?:js|css)\b/g)]
      .map(([name]) => name)
      .filter((name) => !existsSync(join(client, name)))
      .map((name) => `${file} asks for ${name}`),
  );
  expect(missing).toEqual([]);
});

// Styles of lazy parts belong to no page. They were once removed as unused, and once built but
// never requested.
test('every class of our styles was built into a file that a screen links or a script loads', async () => {
  const folder = await ensureBuild({ isTest: false });
  const client = join(folder, 'client');
  const read = (where: string, kind = '.css') =>
    readdirSync(where, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith(kind))
      .map((file) => ({ file, text: readFileSync(join(where, file), 'utf8') }));
  const scripts = read(client, '.js')
    .map(({ text }) => text)
    .join('\n');
  const screens = readFileSync(join(folder, 'server/entry.mjs'), 'utf8');
  const isAskedFor = (file: string) =>
    scripts.includes(file) || screens.includes(`"src":"${file}"`);
  const built = read(client)
    .filter(({ file }) => isAskedFor(file))
    .map(({ text }) => text)
    .join('\n');
  const classesOf = (text: string) =>
    new Set(text.replace(/\/\*[^]*?\*\//g, '').match(/\.[a-z][\w-]+/g));
  const known = classesOf(built);
  const missing = read('src').flatMap(({ file, text }) =>
    [...classesOf(text)].filter((name) => !known.has(name)).map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});
