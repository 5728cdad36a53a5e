import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import LongFirst from './tests/support/long-first.ts';

const databaseTests = ['tests/**/*.{server,api}.test.ts'];
const launchTests = ['tests/launch/**/*.test.ts'];
const recordedTests = ['tests/**/*.recorded.test.ts'];
const databaseServer = ['tests/support/database-server.ts'];

const freshWorker = ['tests/support/fresh-worker.ts'];

// Where database tests note the columns of what they select (tests/support/record-columns.ts), for
// the project `recorded`; processes of the run inherit it.
process.env.STATEMENT_COLUMNS ??= join(
  mkdtempSync(join(tmpdir(), 'hearth-test-columns-')),
  'columns.tsv',
);

/**
 * unit: no database. database: each file on its own database (tests/support/database.ts). launch: the commands themselves, one by one.
 * browser: Chromium against the built server, each file with a server, a port and a folder of its own.
 * A worker runs file after file (`isolate: false`), and each finds it fresh (tests/support/fresh-worker.ts).
 * The last two start whole programs, so they run after the others: side by side all take as long, and disturb each other.
 */
export default defineConfig({
  test: {
    pool: 'forks',
    // Ends what hangs. How long a test takes is the machine's affair, and some wait for the next window of a limit.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    teardownTimeout: 70_000,
    // What is waited for comes when the machine has time for it; a second is not enough where four programs share two cores.
    expect: { poll: { timeout: 30_000 } },
    sequence: { sequencer: LongFirst },
    // One line per call would bury the answer; a test of the log sets what it needs.
    env: { LOG_LEVEL: 'error' },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, ...databaseTests, ...recordedTests, ...launchTests],
          // Each worker runs file after file, and the modules of ours are fresh for each.
          isolate: false,
          setupFiles: freshWorker,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'database',
          include: databaseTests,
          globalSetup: databaseServer,
          isolate: false,
          setupFiles: [
            ...freshWorker,
            'tests/support/own-database.ts',
            'tests/support/record-columns.ts',
          ],
          sequence: { groupOrder: 1, setupFiles: 'list' },
          // One more than the cores of a small machine: some of these wait, for a killed worker's job to be taken up by another.
          maxWorkers: 3,
        },
      },
      {
        test: {
          name: 'recorded',
          include: recordedTests,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'launch',
          include: launchTests,
          testTimeout: 180_000,
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          name: 'browser',
          include: ['tests/**/*.e2e.ts'],
          globalSetup: databaseServer,
          isolate: false,
          setupFiles: freshWorker,
          testTimeout: 120_000,
          // As above: while one waits for a film to end or a killed job to be taken up, a core would stand still.
          maxWorkers: 3,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});
