import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { external } from '../../src/app/build/bundled-libraries.mjs';

/**
 * Entry points that run without being built: the host's commands, and the programs that read
 * untrusted files.
 */
const entries = [
  'scripts/doctor.ts',
  'scripts/make-admin.ts',
  'scripts/migrate.ts',
  'scripts/reset-two-factor.ts',
  'scripts/seed.ts',
  'scripts/launch/start.ts',
  'src/server/pictures/worker.mjs',
  'src/server/videos/worker.ts',
];

const imports =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'"`;]*?\sfrom\s+)?'([^']+)'|import\('([^']+)'\)/g;

/** Packages that these files load, directly or through other files. */
function packagesOf(files: string[]): Set<string> {
  const [seen, packages] = [new Set<string>(), new Set<string>()];
  const visit = (file: string) => {
    if (seen.has(file) || !/\.(ts|mjs)$/.test(file) || !existsSync(file)) return;
    seen.add(file);
    for (const [, isType, named, late] of readFileSync(file, 'utf8').matchAll(imports)) {
      const from = named ?? late!;
      if (isType || from.startsWith('node:')) continue;
      if (from.startsWith('#')) visit(join('src', from.slice(1)));
      else if (from.startsWith('.')) visit(join(dirname(file), from));
      else
        packages.add(
          from
            .split('/')
            .slice(0, from.startsWith('@') ? 2 : 1)
            .join('/'),
        );
    }
  };
  files.forEach(visit);
  return packages;
}

test('a production install has exactly the packages that the built product and its commands load', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const loaded = new Set([...packagesOf(entries), ...external]);
  expect(Object.keys(dependencies).sort()).toEqual([...loaded].sort());
});
