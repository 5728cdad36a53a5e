import { spawnSync } from 'node:child_process';
import { lstatSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { prepareUpdate, switchBack, switchToUpdate } from '../../scripts/launch/update.ts';
import { temporaryFolder } from './folders.ts';

/** A stand-in for `scripts/start.mjs build`: names its version in what it builds and installs. */
const program = `
  import { cpSync, existsSync, mkdirSync } from 'node:fs';
  if (process.argv[2] !== 'build' || existsSync('broken')) process.exit(1);
  mkdirSync('dist');
  cpSync('version', 'dist/version');
  if (!existsSync('node_modules')) {
    mkdirSync('node_modules');
    cpSync('package-lock.json', 'node_modules/lock');
  }
`;

function git(folder: string, ...args: string[]) {
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@hearth.example'];
  const { status, stderr } = spawnSync('git', [...identity, ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, expect.any(String)]);
}

/** A site whose checkout has version 1, built and installed, and the repository it was cloned from. */
function startAtFirstVersion() {
  const [source, folder] = [temporaryFolder(), join(temporaryFolder(), 'site')];
  const write = (name: string, text: string, at = source) => writeFileSync(join(at, name), text);
  const commit = () => {
    git(source, 'add', '.');
    git(source, 'commit', '--quiet', '-m', 'Add a version');
  };
  git(source, 'init', '--quiet', '-b', 'main');
  mkdirSync(join(source, 'scripts'));
  write('scripts/start.mjs', program);
  write('version', '1');
  write('package-lock.json', 'packages 1');
  write('.gitignore', 'dist\nnode_modules\n.update\n.before\n');
  commit();
  git(source, 'clone', '--quiet', source, folder);
  for (const [name, file] of [
    ['dist', 'version'],
    ['node_modules', 'lock'],
  ] as const) {
    mkdirSync(join(folder, name));
    write(`${name}/${file}`, name === 'dist' ? '1' : 'packages 1', folder);
  }
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  return {
    folder,
    write,
    commit,
    state: () => [read('version'), read('dist/version'), read('node_modules/lock')],
  };
}

const first = ['1', '1', 'packages 1'];

test('a new version is built beside the site, replaces it, and the one before can return', async () => {
  const { folder, write, commit, state } = startAtFirstVersion();
  expect(await prepareUpdate(folder)).toBe(false);
  write('version', '2');
  commit();
  expect(await prepareUpdate(folder)).toBe(true);
  expect(state()).toEqual(first);
  switchToUpdate(folder);
  expect(state()).toEqual(['2', '2', 'packages 1']);
  expect(lstatSync(join(folder, 'node_modules')).isSymbolicLink()).toBe(false);
  switchBack(folder);
  expect(state()).toEqual(first);
  switchBack(folder);
  expect(state()).toEqual(['2', '2', 'packages 1']);
  expect(await prepareUpdate(folder)).toBe(false);
});

test('other packages are installed beside the site, and those before return with their version', async () => {
  const { folder, write, commit, state } = startAtFirstVersion();
  write('version', '2');
  write('package-lock.json', 'packages 2');
  commit();
  await prepareUpdate(folder);
  expect(state()).toEqual(first);
  switchToUpdate(folder);
  expect(state()).toEqual(['2', '2', 'packages 2']);
  switchBack(folder);
  expect(state()).toEqual(first);
});

test('a version that cannot be built changes nothing', async () => {
  const { folder, write, commit, state } = startAtFirstVersion();
  write('broken', '');
  commit();
  await expect(prepareUpdate(folder)).rejects.toThrow('could not be built');
  expect(state()).toEqual(first);
  expect(() => switchToUpdate(folder)).toThrow('No new version is prepared');
  expect(() => switchBack(folder)).toThrow('There is no version before');
});

test('a file that somebody edited is not overwritten, and nothing has moved', async () => {
  const { folder, write, commit, state } = startAtFirstVersion();
  write('version', '2');
  commit();
  await prepareUpdate(folder);
  write('version', 'mine', folder);
  expect(() => switchToUpdate(folder)).toThrow('git reset');
  expect(state()).toEqual(['mine', '1', 'packages 1']);
  write('version', '1', folder);
  // Written back at another time than git has noted.
  utimesSync(join(folder, 'version'), 0, 0);
  switchToUpdate(folder);
  expect(state()).toEqual(['2', '2', 'packages 1']);
});
