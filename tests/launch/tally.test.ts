import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tallyReport } from '../../scripts/launch/tally.ts';
import { temporaryFolder } from './places.ts';

function reportWith(results: { status: string; tests: string[] }[]): string {
  const all = results.flatMap(({ tests }) => tests);
  const count = (status: string) => all.filter((one) => one === status).length;
  const file = join(temporaryFolder(), 'report.json');
  writeFileSync(
    file,
    JSON.stringify({
      numPassedTests: count('passed'), numFailedTests: count('failed'), numPendingTests: count('skipped'), numTodoTests: 0,
      testResults: results.map(({ status, tests }) => ({ status, assertionResults: tests.map((one) => ({ status: one })) })),
    }),
  );
  return file;
}

test('passed, failed and skipped tests are counted', () => {
  const file = reportWith([{ status: 'passed', tests: ['passed', 'passed', 'skipped'] }, { status: 'failed', tests: ['passed', 'failed'] }]);
  expect(tallyReport(file, 1)).toEqual({ passed: 3, failed: 1, skipped: 1 });
});

test('a file that does not even load is a failure', () => {
  expect(tallyReport(reportWith([{ status: 'failed', tests: [] }, { status: 'passed', tests: ['passed'] }]), 1)).toEqual({ passed: 1, failed: 1, skipped: 0 });
});

test('an error outside every test is a failure, and so is a run without a report', () => {
  expect(tallyReport(reportWith([{ status: 'passed', tests: ['passed'] }]), 1)).toEqual({ passed: 1, failed: 1, skipped: 0 });
  expect(tallyReport(join(temporaryFolder(), 'none.json'), 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});
