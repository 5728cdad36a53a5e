import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
  /** Hash of its file: the entry stays until somebody has changed that. */
  content?: string;
  /** Runs of its file since then in which it passed at once. */
  passes?: number;
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

/** Deletes what no entry of the list names. */
export function removeFirstTries(): void {
  const named = new Set(readFlaky().map(({ trace }) => trace));
  const all = existsSync(firstTries()) ? readdirSync(firstTries()) : [];
  for (const folder of all.map((name) => join(firstTries(), name)))
    if (!named.has(relative(root, folder))) rmSync(folder, { recursive: true, force: true });
}

/** After so many passes an entry leaves the list, since the mend may lie outside of its file. */
const enoughPasses = 10;

/** The flaky tests of earlier runs. */
export const readFlaky = (): FlakyTest[] =>
  existsSync(list()) ? (JSON.parse(readFileSync(list(), 'utf8')) as FlakyTest[]) : [];

/**
 * Adds the flaky tests of a run of these files to the list, and returns the lines for the end of it.
 * An earlier entry stays until its file has changed: that a test passes the next time proves nothing.
 */
export function recordFlaky(flaky: FlakyTest[], files: string[]): string[] {
  const isAgain = (earlier: FlakyTest) =>
    flaky.some(({ file, test }) => file === earlier.file && test === earlier.test);
  const earlier = readFlaky()
    .filter((one) => !isAgain(one) && one.content === contentOf(one))
    .map((one) => (files.includes(one.file) ? { ...one, passes: (one.passes ?? 0) + 1 } : one))
    .filter(({ passes = 0 }) => passes < enoughPasses);
  const all = [
    ...earlier,
    ...flaky.map((one) => ({ ...one, trace: traceOf(one), content: contentOf(one) })),
  ];
  rmSync(list(), { force: true });
  if (all.length > 0) {
    mkdirSync(dirname(list()), { recursive: true });
    writeFileSync(list(), `${JSON.stringify(all, null, 2)}\n`);
  }
  return flaky.map((one) => `flaky: ${one.file}: ${one.test} (${traceOf(one)})`);
}

function contentOf({ file }: FlakyTest): string | undefined {
  const path = join(root, file);
  return existsSync(path)
    ? createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 16)
    : undefined;
}

const traceOf = ({ file, test }: FlakyTest) => relative(root, firstTryFolder(file, test));
