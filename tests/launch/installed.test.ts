import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isInstalled, isInstalledForProduction, markInstalled } from '../../scripts/installed.mjs';
import { temporaryFolder } from './folders.ts';

const entry = (version: string, more = {}) => ({
  version,
  integrity: `sha512-${version}`,
  ...more,
});
const lock = (packages: object) => JSON.stringify({ packages: { '': {}, ...packages } });

function checkout(named: object, there?: object): string {
  const root = temporaryFolder();
  writeFileSync(join(root, 'package-lock.json'), lock(named));
  mkdirSync(join(root, 'node_modules'));
  if (there)
    writeFileSync(
      join(root, 'node_modules', '.package-lock.json'),
      JSON.stringify({ packages: there }),
    );
  return root;
}

test('a clean checkout is not installed', () => {
  expect(isInstalled(checkout({ 'node_modules/a': entry('1.0.0') }))).toBe(false);
});

test('after the installation it is, until the lock file changes', () => {
  const root = checkout({ 'node_modules/a': entry('1.0.0') });
  markInstalled(root);
  expect(isInstalled(root)).toBe(true);
  writeFileSync(join(root, 'package-lock.json'), lock({ 'node_modules/a': entry('1.0.1') }));
  expect(isInstalled(root)).toBe(false);
});

test('a manual installation counts, also without the packages for other systems', () => {
  const named = {
    'node_modules/a': entry('1.0.0'),
    'node_modules/elsewhere': entry('2.0.0', { optional: true }),
  };
  const root = checkout(named, { 'node_modules/a': entry('1.0.0') });
  expect(isInstalled(root)).toBe(true);
  expect(existsSync(join(root, 'node_modules', '.hearth-installed'))).toBe(true);
});

test('without the build tools it is installed for production only', () => {
  const named = {
    'node_modules/a': entry('1.0.0'),
    'node_modules/tool': entry('2.0.0', { dev: true }),
  };
  const root = checkout(named, { 'node_modules/a': entry('1.0.0') });
  expect([isInstalled(root), isInstalledForProduction(root)]).toEqual([false, true]);
  expect(isInstalledForProduction(checkout(named, {}))).toBe(false);
});

test.each([
  ['another version', { 'node_modules/a': entry('0.9.0') }],
  ['a missing package', {}],
  ['a package too many', { 'node_modules/a': entry('1.0.0'), 'node_modules/b': entry('1.0.0') }],
])('%s does not', (_name, there) => {
  expect(isInstalled(checkout({ 'node_modules/a': entry('1.0.0') }, there))).toBe(false);
});
