import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { root } from './root.ts';

export interface ChosenTests {
  /** Paths of test files; none if everything has to run. */
  files: string[];
  /** Lines about what was chosen. */
  reasons: string[];
}

/**
 * Paths that differ from the commit where this branch began; where it has none of its own, as on main,
 * from the commit before.
 * @param base another commit to compare with
 */
export function findChangedFiles(base?: string, folder = root): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .split('\n')
      .filter(Boolean);
  const since = (commit: string) => [
    ...git('diff', '--name-only', '--no-renames', commit),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  if (base) return since(base);
  const main = ['main', 'origin/main'].find((name) => {
    try {
      return git('rev-parse', '--verify', name).length > 0;
    } catch {
      return false;
    }
  });
  const began = main && git('merge-base', 'HEAD', main)[0];
  return since(began && began !== git('rev-parse', 'HEAD')[0] ? began : 'HEAD~1');
}

const isTest = (file: string) => /^tests\/.*(?:\.test\.tsx?|\.e2e\.ts)$/.test(file);
/** Tests that ask the built server import nothing of what they test. */
const asksServer = (file: string) => /\.(?:http\.test|e2e)\.ts$/.test(file);
/** Puts everything together; what it imports is not a reason to test everything. */
const isAssembly = (file: string) => file.startsWith('src/app/');
const isScreen = (file: string) => /^src\/(?:pages|layouts)\//.test(file);
const isDomain = (file: string) => file.startsWith('src/domains/');
/** Set-up of all island tests, which do not import it. */
const isIslandSetup = (file: string) => file.startsWith('tests/support/islands/');
/** Runs on every screen, or makes every database. */
const isEverywhere = (file: string) =>
  /^src\/(?:middleware\.ts|app\/form-calls\.ts|layouts\/[\w-]+\.js|worker\/|server\/migrations\/)/.test(
    file,
  );
const isText = (file: string) => /\.md$|^(?:docs|deploy|\.githooks)\//.test(file);

/** The folder of tests that a file belongs to. */
function areaOf(file: string): string | undefined {
  const [top, folder, name] = file.split('/');
  if (top === 'scripts') return 'launch';
  if (top === 'demo') return 'seed';
  if (top === 'public') return 'ui';
  if (top !== 'src') return undefined;
  if (folder === 'domains') return name;
  if (folder === 'layouts') return 'ui';
  if (folder === 'pages') return undefined;
  return ['lib', 'ui', 'worker'].includes(folder!) ? folder : 'server';
}

/** Imports at run time: not those of types. */
const imported =
  /(?:^|[\s;}])(?:import|export)\s+(?!type\b)(?:[^'"()]*?\bfrom\s*)?(['"])([#.][^'"]+)\1|\bimport\(\s*(['"])([#.][^'"]+)\3/g;

class ImportGraph {
  readonly files: string[];
  readonly importers = new Map<string, Set<string>>();
  readonly imports = new Map<string, string[]>();
  readonly texts = new Map<string, string>();

  constructor(folder: string) {
    this.files = globSync('{src,tests,scripts,demo}/**/*.{ts,tsx,astro,js,mjs}', { cwd: folder });
    for (const file of this.files) {
      const text = readFileSync(join(folder, file), 'utf8');
      this.texts.set(file, text);
      const names = Array.from(text.matchAll(imported), ([, , one, , other]) => one ?? other!);
      const targets = names.map((name) =>
        name.startsWith('#')
          ? `src/${name.slice(1)}`
          : posix.join(dirname(file), name.replace(/\?.*$/, '')),
      );
      this.imports.set(file, targets);
      for (const target of targets)
        this.importers.set(target, (this.importers.get(target) ?? new Set()).add(file));
    }
  }

  /** Tests and their helpers that name a file of tests/fixtures. */
  naming(fixtures: string[]): string[] {
    const names = fixtures.map((file) => posix.basename(file));
    return [...this.texts].flatMap(([file, text]) =>
      file.startsWith('tests/') && names.some((name) => text.includes(name)) ? [file] : [],
    );
  }

  /** These files and all that import them, directly or not. */
  reachedFrom(files: string[]): string[] {
    const reached = new Set(files);
    for (const file of reached)
      if (!isAssembly(file))
        for (const importer of this.importers.get(file) ?? []) reached.add(importer);
    return [...reached];
  }
}

/** A file that every test depends on: a setting, what vitest.config.ts names, or `isEverywhere`. */
function findSetting(files: string[], folder: string): string | undefined {
  const config = readFileSync(join(folder, 'vitest.config.ts'), 'utf8');
  return files.find(
    (file) =>
      /^(?:package(?:-lock)?\.json|tsconfig.*\.json|[\w.]+\.config\.\w+)$/.test(file) ||
      isEverywhere(file) ||
      (config.includes(file) && !isIslandSetup(file)),
  );
}

/**
 * Chooses the tests that import what changed, all tests of the folders that it belongs to, and those
 * that ask the built server about the domains that it reaches.
 */
export function chooseTests(changed: string[], folder = root): ChosenTests {
  const setting = findSetting(changed, folder);
  if (setting) return { files: [], reasons: [`everything, because of ${setting}`] };
  const code = changed.filter((file) => !isText(file));
  const graph = new ImportGraph(folder);
  const tests = graph.files.filter(isTest);
  const inAreas = (areas: Set<string>, file: string) => areas.has(file.split('/')[1]!);

  const fixtures = code.filter((file) => file.startsWith('tests/fixtures/'));
  const reached = graph.reachedFrom([...code, ...graph.naming(fixtures)]);
  const screens = graph.reachedFrom(code.filter(isScreen)).filter(isScreen);
  const drawn = screens.flatMap((file) => graph.imports.get(file) ?? []);
  const own = areasOf(code);
  const domains = areasOf([...reached, ...drawn].filter(isDomain));
  const groups: Array<[reason: string, files: string[]]> = [
    ['the rules', tests.filter((file) => file.startsWith('tests/rules/'))],
    [`all of ${list(own)}`, tests.filter((file) => inAreas(own, file))],
    ['that import it', reached.filter(isTest)],
    [
      `http and browser of ${list(domains)}`,
      tests.filter((file) => asksServer(file) && inAreas(domains, file)),
    ],
    [
      'all islands',
      code.some(isIslandSetup) ? tests.filter((file) => file.endsWith('.island.test.tsx')) : [],
    ],
  ];
  return {
    files: [...new Set(groups.flatMap(([, files]) => files))].sort(),
    reasons: groups
      .filter(([, files]) => files.length > 0)
      .map(([reason, files]) => `${files.length} test files: ${reason}`),
  };
}

const areasOf = (files: string[]) =>
  new Set(files.map(areaOf).filter((area) => area !== undefined));
const list = (names: Set<string>) => [...names].sort().join(', ');
