import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './root.ts';

export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  /**
   * What failed and why, a few lines each: thousands of lines may stand between a failure and the
   * end of the run.
   */
  failures: string[];
}

export const nothing: Tally = { passed: 0, failed: 0, skipped: 0, failures: [] };
export const failure = (words: string): Tally => ({ ...nothing, failed: 1, failures: [words] });

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: TestFile[];
}

interface TestFile {
  name: string;
  status: string;
  message?: string;
  assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
}

export const add = (one: Tally, other: Tally): Tally => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
  failures: [...one.failures, ...other.failures],
});

/**
 * Vitest's own report in numbers. A file that did not load and an error outside any test count as
 * one failure each.
 */
export function tallyReport(file: string, exitCode: number | null): Tally {
  if (!existsSync(file)) return failure('Vitest ended without a report');
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  const failures = [
    ...report.testResults.flatMap(failedTests),
    ...broken.map((one) => told(place(one), one.message)),
  ];
  const failed = report.numFailedTests + broken.length;
  const isOutside = failed === 0 && exitCode !== 0;
  return {
    passed: report.numPassedTests,
    failed: isOutside ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: isOutside ? ['an error outside every test: see above'] : failures,
  };
}

const place = ({ name }: TestFile) => relative(root, name);

function failedTests(file: TestFile): string[] {
  const failed = file.assertionResults.filter(({ status }) => status === 'failed');
  return failed.map(({ fullName, failureMessages }) =>
    told(`${place(file)}: ${fullName}`, failureMessages?.[0]),
  );
}

function told(what: string, why = ''): string {
  const lines = stripVTControlCharacters(why)
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.includes('/node_modules/'));
  return [what, ...lines.slice(0, 20).map((line) => `    ${line.slice(0, 300)}`)].join('\n');
}
