import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { convertToTsx } from '@astrojs/astro2tsx';
import { afterAll, beforeAll, expect, test } from 'vitest';

// oxlint reads only the scripts of `.astro` files, so its rules on accessibility see the templates
// as TSX here.

interface Report {
  diagnostics: Array<{ code: string; filename: string; labels: Array<{ span: { line: number } }> }>;
  number_of_files: number;
}

const oxlint = join(process.cwd(), 'node_modules/oxlint/bin/oxlint');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearth-astro-'));
  const { rules } = JSON.parse(
    readFileSync('.oxlintrc.json', 'utf8').replace(/^\s*\/\/.*$/gm, ''),
  ) as { rules: Record<string, unknown> };
  writeFileSync(
    join(folder, '.oxlintrc.json'),
    JSON.stringify({
      plugins: ['jsx-a11y'],
      categories: { correctness: 'off' },
      rules: {
        ...Object.fromEntries(
          Object.entries(rules).filter(([name]) => name.startsWith('jsx-a11y/')),
        ),
        // Tables and code that scroll are reached by keyboard.
        'jsx-a11y/no-noninteractive-tabindex': ['error', { roles: ['region'], tags: ['pre'] }],
      },
    }),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Breaches of the rules in these templates, as `rule file:line` of the TSX. */
function lint(name: string, templates: Record<string, string>): { found: string[]; read: number } {
  for (const [path, text] of Object.entries(templates)) {
    const { code, hasParseErrors } = convertToTsx(text, { filename: path });
    expect(hasParseErrors, path).toBe(false);
    const target = join(folder, name, path.replace(/\.astro$/, '.tsx'));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, code);
  }
  let output: string;
  try {
    output = execFileSync(process.execPath, [oxlint, '--format=json', '--threads=1', name], {
      cwd: folder,
      encoding: 'utf8',
      // Not the options of this process, which load programs for the tests alone.
      env: { ...process.env, NODE_OPTIONS: '' },
    });
  } catch (error) {
    // It ends with 1 for what it found.
    output = (error as { stdout: string }).stdout;
    if (!output) throw error;
  }
  const { diagnostics, number_of_files: read } = JSON.parse(output) as Report;
  return {
    found: diagnostics.map(
      ({ code, filename, labels }) => `${code} ${filename}:${labels[0]!.span.line}`,
    ),
    read,
  };
}

test('templates keep the rules on accessibility', () => {
  const files = globSync('src/**/*.astro');
  expect(files.length).toBeGreaterThan(0);
  const { found, read } = lint(
    'templates',
    Object.fromEntries(files.map((path) => [path, readFileSync(path, 'utf8')])),
  );
  expect(read).toBe(files.length);
  expect(found).toEqual([]);
});

test('a template that breaks them is found', () => {
  const { found } = lint('broken', {
    'picture.astro': '---\nconst src = "/a.png";\n---\n{src && <img {src} />}',
    'link.astro': '<a href="#">More</a>',
    'label.astro': '<label>Name</label>',
    'role.astro': '<div role="rowing" tabindex="0">Rows</div>',
    'click.astro': '<div onclick="go()">Go</div>',
  });
  expect([...new Set(found.map((one) => one.split(/[ :]/)[1]))].sort()).toEqual(
    ['click', 'label', 'link', 'picture', 'role'].map((one) => `broken/${one}.tsx`),
  );
});
