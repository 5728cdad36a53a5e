import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/launch/root.ts';
import { summarizeReport } from '../../scripts/launch/test-summary.ts';
import { temporaryFolder } from './folders.ts';

function reportWith(results: { status: string; tests: string[] }[]): string {
  const all = results.flatMap(({ tests }) => tests);
  const count = (status: string) => all.filter((one) => one === status).length;
  const file = join(temporaryFolder(), 'report.json');
  writeFileSync(
    file,
    JSON.stringify({
      numPassedTests: count('passed'),
      numFailedTests: count('failed'),
      numPendingTests: count('skipped'),
      numTodoTests: 0,
      testResults: results.map(({ status, tests }) => ({
        name: join(root, 'tests/some.test.ts'),
        status,
        message: status === 'failed' ? 'It does not load' : '',
        assertionResults: tests.map((one, at) => ({
          status: one,
          fullName: `case ${at + 1}`,
          failureMessages:
            one === 'failed' ? ['\u001b[31mexpected 1 to be 2\u001b[39m\n    at somewhere'] : [],
        })),
      })),
    }),
  );
  return file;
}

test('passed, failed and skipped tests are counted', () => {
  const file = reportWith([
    { status: 'passed', tests: ['passed', 'passed', 'skipped'] },
    { status: 'failed', tests: ['passed', 'failed'] },
  ]);
  expect(summarizeReport(file, 1)).toEqual({
    passed: 3,
    failed: 1,
    skipped: 1,
    failures: ['tests/some.test.ts: case 2\n    expected 1 to be 2\n        at somewhere'],
    flaky: [],
    files: ['tests/some.test.ts', 'tests/some.test.ts'],
  });
});

test('a file that does not load is a failure', () => {
  expect(
    summarizeReport(
      reportWith([
        { status: 'failed', tests: [] },
        { status: 'passed', tests: ['passed'] },
      ]),
      1,
    ),
  ).toEqual({
    passed: 1,
    failed: 1,
    skipped: 0,
    failures: ['tests/some.test.ts\n    It does not load'],
    flaky: [],
    files: ['tests/some.test.ts', 'tests/some.test.ts'],
  });
});

test('an error outside every test is a failure, and so is a run without a report', () => {
  expect(summarizeReport(reportWith([{ status: 'passed', tests: ['passed'] }]), 1)).toEqual({
    passed: 1,
    failed: 1,
    skipped: 0,
    failures: ['an error outside every test: see above'],
    flaky: [],
    files: ['tests/some.test.ts'],
  });
  expect(summarizeReport(join(temporaryFolder(), 'none.json'), 0)).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
    failures: ['Vitest ended without a report'],
    flaky: [],
    files: [],
  });
});
