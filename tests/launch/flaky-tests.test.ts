import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { runNode } from '../../scripts/launch/child.ts';
import { readFlaky, recordFlaky, removeFirstTries } from '../../scripts/launch/flaky-tests.ts';
import { root } from '../../scripts/launch/root.ts';
import { emptySummary, limitFlaky, summarizeReport } from '../../scripts/launch/test-summary.ts';
import { temporaryFolder } from './folders.ts';

const file = 'tests/launch/flaky/fails-once.fixture.ts';

test('a test that passes at its second try is listed with what it saw at the first, while a race is tried once', async () => {
  const folder = temporaryFolder();
  vi.stubEnv('TEST_RESULTS', folder);
  const report = join(folder, 'report.json');
  const { code } = await runNode(
    'node_modules/vitest/vitest.mjs',
    [
      'run',
      '--config=tests/launch/flaky/vitest.config.ts',
      '--reporter=json',
      `--outputFile=${report}`,
    ],
    { stdio: 'ignore' },
  );
  const { flaky, files, ...summary } = summarizeReport(report, code);
  expect(summary).toMatchObject({ passed: 1, failed: 2 });
  const failures = summary.failures.map((failure) => failure.split('\n')[0]).sort();
  expect(failures).toEqual([
    `${file}: a race that fails once`,
    'tests/launch/flaky/never-again.fixture.ts: a kill that fails once',
  ]);
  const [line] = recordFlaky(flaky, files);
  expect(line).toContain(`flaky: ${file}: a window that fails once`);
  const [listed] = readFlaky();
  expect(listed).toMatchObject({ file, error: expect.stringContaining('expected 1 to be 2') });
  const trace = join(root, listed!.trace!);
  expect(readdirSync(trace)).toContain('window-1.png');
  expect(readFileSync(join(trace, 'window-1.html'), 'utf8')).toContain('Try 1');
  expect(readFileSync(join(trace, 'window-1.txt'), 'utf8')).toContain('This is try 1');
  // As before the next run.
  removeFirstTries();
  expect(readdirSync(trace)).toContain('window-1.png');
  // The mend.
  writeFileSync(join(folder, 'flaky.json'), JSON.stringify([{ ...listed, content: 'before' }]));
  recordFlaky([], [file]);
  expect(readFlaky()).toEqual([]);
  removeFirstTries();
  expect(existsSync(trace)).toBe(false);
});

test('the list keeps what is flaky until its file has changed or passed ten times', () => {
  vi.stubEnv('TEST_RESULTS', temporaryFolder());
  recordFlaky([{ file, test: 'a window', error: '' }], [file]);
  for (let n = 0; n < 20; n += 1) recordFlaky([], ['tests/launch/start.test.ts']);
  for (let n = 0; n < 9; n += 1) recordFlaky([], [file]);
  expect(readFlaky()).toMatchObject([{ file, test: 'a window' }]);
  recordFlaky([], [file]);
  expect(readFlaky()).toEqual([]);
});

test('three flaky tests pass, and four fail the run', () => {
  const some = (count: number) => ({
    ...emptySummary,
    passed: 9,
    flaky: Array.from({ length: count }, () => ({ file, test: 'a window', error: '' })),
  });
  expect(limitFlaky(some(3)).failed).toBe(0);
  expect(limitFlaky(some(4)).failed).toBe(1);
});
