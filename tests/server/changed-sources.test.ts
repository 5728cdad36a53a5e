import { expect, test } from 'vitest';
import { changedSources } from '../../src/app/build/changed-sources.mjs';

const plugin = changedSources('names', [
  { file: /first\.js/, from: 'one', to: '$& two' },
  { file: /second\.js/, from: 'three', to: '', isForBuild: true },
]);
const change = (code: string, id: string, mode = 'build') =>
  plugin.transform.handler.call({ environment: { mode } }, code, id).code;

test('lines of a library are changed as they stand', () => {
  expect(change('one;', 'first.js')).toBe('$& two;');
  expect(change('one;', 'third.js')).toBe('one;');
});

test('a change for builds leaves development alone', () => {
  expect(change('three', 'second.js')).toBe('');
  expect(change('three', 'second.js', 'dev')).toBe('three');
});

test('a library that no longer has the line fails the build, with the file to look at', () => {
  expect(() => change('another', 'first.js')).toThrow('src/app/build/names.mjs');
});
