import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { chooseTests, findChangedFiles } from '../../scripts/launch/changed-tests.ts';
import { temporaryFolder } from './folders.ts';

function write(folder: string, files: Record<string, string>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
}

/** A small project: pages about posts and groups, which import posts. */
function project(): string {
  const folder = temporaryFolder();
  write(folder, {
    'vitest.config.ts': "const setup = 'tests/support/setup.ts';",
    'src/app/domains.ts':
      "import '#domains/posts/posts.ts';\nimport '#domains/auth/auth.ts';\nimport '#domains/groups/groups.ts';",
    'src/domains/posts/posts.ts': "import type { Auth } from '#domains/auth/auth.ts';",
    'src/domains/groups/groups.ts': "import {\n  posts,\n} from '#domains/posts/posts.ts';",
    'src/domains/auth/auth.ts': '',
    'src/layouts/Group.astro': '',
    'src/pages/groups.astro':
      "---\nimport Group from '#layouts/Group.astro';\nimport { groups } from '#domains/groups/groups.ts';\n---",
    'tests/support/rest.ts': "import { domains } from '#app/domains.ts';",
    'tests/auth/auth.api.test.ts': "import '../support/rest.ts';",
    'tests/auth/log-in.e2e.ts': '',
    'tests/groups/groups.http.test.ts': '',
    'tests/groups/groups.test.ts': '',
    'tests/posts/posts.e2e.ts': "import '../support/film.ts';",
    'tests/support/film.ts': "export const film = 'clip.mp4';",
    'tests/posts/posts.api.test.ts': "import '../support/rest.ts';",
    'tests/rules/words.test.ts': '',
    'tests/search/search.test.ts': "const posts = await import('#domains/posts/posts.ts');",
    'tests/ui/frame.e2e.ts': '',
  });
  return folder;
}

const rules = 'tests/rules/words.test.ts';

test.each([
  [
    'the folder of a domain, tests that import it, and http and browser of domains that it reaches',
    ['src/domains/posts/posts.ts'],
    [
      'tests/groups/groups.http.test.ts',
      'tests/posts/posts.api.test.ts',
      'tests/posts/posts.e2e.ts',
      rules,
      'tests/search/search.test.ts',
    ],
  ],
  [
    'not the importers of types alone',
    ['src/domains/auth/auth.ts'],
    ['tests/auth/auth.api.test.ts', 'tests/auth/log-in.e2e.ts', rules],
  ],
  [
    'http and browser of the domains on the screens of a layout',
    ['src/layouts/Group.astro'],
    ['tests/groups/groups.http.test.ts', rules, 'tests/ui/frame.e2e.ts'],
  ],
  [
    'the tests that import a helper',
    ['tests/support/rest.ts'],
    ['tests/auth/auth.api.test.ts', 'tests/posts/posts.api.test.ts', rules],
  ],
  ['a changed test', ['tests/groups/groups.test.ts'], ['tests/groups/groups.test.ts', rules]],
  [
    'the tests whose helpers name a file that they read',
    ['tests/fixtures/clip.mp4'],
    ['tests/posts/posts.e2e.ts', rules],
  ],
  ['everything for what every screen runs', ['src/layouts/theme.js'], []],
  ['everything for what makes every database', ['src/server/migrations/1.sql'], []],
  ['the rules alone for a guide', ['docs/security.md', 'README.md'], [rules]],
  ['everything for a setting', ['README.md', 'package.json'], []],
  ['everything for what the settings name', ['tests/support/setup.ts'], []],
])('a change chooses %s', (_, changed, chosen) => {
  const { files, reasons } = chooseTests(changed, project());
  expect(files).toEqual(chosen);
  expect(reasons[0]).toContain(chosen.length ? 'the rules' : 'everything');
});

test('changes are those of the branch, staged or not, and on main those of the last commit', () => {
  const folder = temporaryFolder();
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
  const commit = (file: string) => {
    write(folder, { [file]: file });
    git('add', '-A');
    git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', 'commit', '-m', file);
  };
  git('init', '-b', 'main');
  commit('first');
  commit('second');
  expect(findChangedFiles(undefined, folder)).toEqual(['second']);
  write(folder, { notes: '' });
  expect(findChangedFiles(undefined, folder).sort()).toEqual(['notes', 'second']);
  rmSync(join(folder, 'notes'));
  git('checkout', '-b', 'branch');
  commit('third');
  commit('fourth');
  write(folder, { first: 'changed', new: '' });
  expect(findChangedFiles(undefined, folder).sort()).toEqual(['first', 'fourth', 'new', 'third']);
  expect(findChangedFiles('HEAD', folder).sort()).toEqual(['first', 'new']);
});
