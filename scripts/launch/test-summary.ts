import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { FlakyTest } from './flaky-tests.ts';
import { root } from './root.ts';

export interface TestSummary {
  passed: number;
  failed: number;
  skipped: number;
  /**
   * Failed tests with reasons, a few lines each: thousands of lines may be between a failure and
   * the end of the run.
   */
  failures: string[];
  /** Passed, but not at the first try. */
  flaky: FlakyTest[];
  /** Files that ran, as paths below the root. */
  files: string[];
}

export const emptySummary: TestSummary = {
  passed: 0,
  failed: 0,
  skipped: 0,
  failures: [],
  flaky: [],
  files: [],
};
export const failedSummary = (message: string): TestSummary => ({
  ...emptySummary,
  failed: 1,
  failures: [message],
});

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

export const addSummaries = (one: TestSummary, other: TestSummary): TestSummary => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
  failures: [...one.failures, ...other.failures],
  flaky: [...one.flaky, ...other.flaky],
  files: [...one.files, ...other.files],
});

/** More tests that pass at the second try only fail the run. */
const maxFlaky = 3;

export const limitFlaky = (summary: TestSummary): TestSummary =>
  summary.flaky.length > maxFlaky
    ? addSummaries(summary, failedSummary(`more than ${maxFlaky} tests are flaky: see above`))
    : summary;

/**
 * Summarizes Vitest's report. A file that did not load and an error outside any test count as one
 * failure each.
 */
export function summarizeReport(file: string, exitCode: number | null): TestSummary {
  if (!existsSync(file)) return failedSummary('Vitest ended without a report');
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  const failures = [
    ...report.testResults.flatMap(failedTests),
    ...broken.map((one) => formatFailure(relativePath(one), one.message)),
  ];
  const failed = report.numFailedTests + broken.length;
  const isOutsideTests = failed === 0 && exitCode !== 0;
  return {
    passed: report.numPassedTests,
    failed: isOutsideTests ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: isOutsideTests ? ['an error outside every test: see above'] : failures,
    flaky: report.testResults.flatMap(flakyTests),
    files: report.testResults.map(relativePath),
  };
}

const relativePath = ({ name }: TestFile) => relative(root, name);

function failedTests(file: TestFile): string[] {
  const failed = file.assertionResults.filter(({ status }) => status === 'failed');
  return failed.map(({ fullName, failureMessages }) =>
    formatFailure(`${relativePath(file)}: ${fullName}`, failureMessages?.[0]),
  );
}

/** Vitest keeps the reasons of the first try of a test that passed at the second. */
function flakyTests(file: TestFile): FlakyTest[] {
  return file.assertionResults
    .filter(({ status, failureMessages = [] }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName, failureMessages }) => ({
      file: relativePath(file),
      test: fullName,
      error: stripVTControlCharacters(failureMessages![0]!),
    }));
}

function formatFailure(title: string, reason = ''): string {
  const lines = stripVTControlCharacters(reason)
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.includes('/node_modules/'));
  return [title, ...lines.slice(0, 20).map((line) => `    ${line.slice(0, 300)}`)].join('\n');
}
