import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './root.ts';

/** A test that failed and then passed at its second try. */
export interface FlakyTest {
  /** Path below the root. */
  file: string;
  test: string;
  /** Reason of the first failure. */
  error: string;
  /** Folder with what it saw then. */
  trace?: string;
}

const results = () => process.env.TEST_RESULTS ?? join(root, 'test-results');
const list = () => join(results(), 'flaky.json');
const firstTries = () => join(results(), 'first-tries');

/** Folder for what a test saw when it failed for the first time. */
export function firstTryFolder(file: string, test: string): string {
  const words = `${file} ${test}`.replace(/[^a-z0-9]+/gi, '-');
  const hash = createHash('sha256').update(words).digest('hex').slice(0, 8);
  return join(firstTries(), `${words.slice(0, 100)}-${hash}`);
}

export const removeFirstTries = () => rmSync(firstTries(), { recursive: true, force: true });

/** The flaky tests of earlier runs. */
export const readFlaky = (): FlakyTest[] =>
  existsSync(list()) ? (JSON.parse(readFileSync(list(), 'utf8')) as FlakyTest[]) : [];

/**
 * Replaces what the list says about the files of this run, and returns the lines for the end of it.
 */
export function recordFlaky(flaky: FlakyTest[], files: string[]): string[] {
  const others = readFlaky().filter(
    ({ file }) => !files.includes(file) && existsSync(join(root, file)),
  );
  const all = [...others, ...flaky.map((one) => ({ ...one, trace: traceOf(one) }))];
  rmSync(list(), { force: true });
  if (all.length > 0) {
    mkdirSync(dirname(list()), { recursive: true });
    writeFileSync(list(), `${JSON.stringify(all, null, 2)}\n`);
  }
  return flaky.map((one) => `flaky: ${one.file}: ${one.test} (${traceOf(one)})`);
}

const traceOf = ({ file, test }: FlakyTest) => relative(root, firstTryFolder(file, test));
