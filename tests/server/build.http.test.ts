import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ensureBuild } from '../../scripts/launch/build.ts';

test('every file that a script or a style references was built', async () => {
  const client = join(await ensureBuild({ isTest: false }), 'client');
  const files = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(js|css)$/.test(file),
  );
  expect(files.length).toBeGreaterThan(0);
  const missing = files.flatMap((file) =>
    [...readFileSync(join(client, file), 'utf8').matchAll(/_astro\/[\w.@-]+\.(?:js|css)\b/g)]
      .map(([name]) => name)
      .filter((name) => !existsSync(join(client, name)))
      .map((name) => `${file} asks for ${name}`),
  );
  expect(missing).toEqual([]);
});

const classesOf = (text: string) =>
  new Set(text.replace(/\/\*[^]*?\*\//g, '').match(/\.[a-z][\w-]+/g));

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
  const known = classesOf(built);
  const missing = read('src').flatMap(({ file, text }) =>
    [...classesOf(text)].filter((name) => !known.has(name)).map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

/** The file of ours that an import in `file` names. */
const resolveOurs = (file: string, name: string) =>
  name.startsWith('#') ? name.replace('#', 'src/') : join(dirname(file), name);

/** The style sheets that a module and all that it imports at once need. */
function stylesOf(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  if (file.endsWith('.css')) return [file];
  const statements = readFileSync(file, 'utf8').matchAll(
    /^(?:import|export)(?! type)\b[^;]*?'([#.][^']+)';/gm,
  );
  return [...statements].flatMap(([, name]) => stylesOf(resolveOurs(file, name!), seen));
}

test('everything that is loaded late brings its styles', async () => {
  const client = join(await ensureBuild({ isTest: false }), 'client');
  const files = globSync('_astro/*.js', { cwd: client }).map((file) =>
    readFileSync(join(client, file), 'utf8'),
  );
  /** The styles that each script loads before it loads that part. */
  const stylesLoadedWith = (part: string) =>
    files.flatMap((text) => {
      const names = text.match(/m\.f=(\[.*?\])/)?.[1];
      const calls = text.matchAll(
        /import\(`\.\/([\w.-]+)\.[\w-]{7}\.js`\)(?:(?!import\()[^])*?(?:mapDeps\(\[([\d,]*)\]|\[\])/g,
      );
      return [...calls]
        .filter(([, name]) => name === part)
        .map(([, , indexes]) =>
          (indexes?.split(',') ?? [])
            .map((index) => (JSON.parse(names!) as string[])[Number(index)]!)
            .filter((name) => name.endsWith('.css'))
            .map((name) => readFileSync(join(client, name), 'utf8')),
        );
    });
  const late = globSync('src/**/*.{ts,tsx,astro}').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?<!typeof )\bimport\('([#.][^']+)'\)/g)].map(
      ([, name]) => resolveOurs(file, name!),
    ),
  );
  const styled = [...new Set(late)].filter((part) => stylesOf(part).length > 0);
  expect(styled).toContain('src/ui/toast-list.ts');
  const missing = styled.flatMap((part) => {
    const needed = classesOf(
      stylesOf(part)
        .map((file) => readFileSync(file, 'utf8'))
        .join('\n'),
    );
    const loads = stylesLoadedWith(basename(part).replace(/\.tsx?$/, ''));
    if (loads.length === 0) return [`${part} is loaded by no script`];
    return loads.flatMap((styles) => {
      const known = classesOf(styles.join('\n'));
      return [...needed].filter((name) => !known.has(name)).map((name) => `${part}: ${name}`);
    });
  });
  expect(missing).toEqual([]);
});
