import { join } from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { configDefaults, defineConfig } from 'vitest/config';
import { findChromium, findHeadlessShell } from './scripts/launch/chromium.ts';
import { emojiData } from './src/app/build/emoji-data.ts';
import { chromiumArgs } from './tests/support/chromium-args.ts';
import { islandCommands } from './tests/support/islands/commands.ts';
import { serverProxy } from './tests/support/islands/proxy.ts';
import LongFirst from './tests/support/long-first.ts';
import { onceOnly, retry } from './tests/support/retries.ts';
import { useRunFolder } from './tests/support/run-folder.ts';

const databaseTests = ['tests/**/*.{server,api}.test.ts'];
const islandTests = ['tests/**/*.island.test.tsx'];
const launchTests = ['tests/launch/**/*.test.ts'];
const httpTests = ['tests/**/*.http.test.ts'];
const recordedTests = ['tests/**/*.recorded.test.ts'];
const databaseServer = ['tests/support/database-server.ts'];

/** Libraries of the islands, bundled before the first test. */
const islandLibraries = [
  '@nanostores/react',
  '@tanstack/react-virtual',
  'idb-keyval',
  'lucide',
  'nanostores',
  'ofetch',
  'react',
  'react-dom',
  'react-dom/client',
  'react/jsx-dev-runtime',
  'react/jsx-runtime',
  'solid-js',
  'solid-js/web',
  'solid-toast',
];

const freshWorker = ['tests/support/fresh-worker.ts'];

/**
 * One worker more than the cores of a small machine: some files mostly wait, for a program to start,
 * a film, or a killed worker's job.
 */
const sharedGroup = { maxWorkers: 3, sequence: { groupOrder: 1 } };

/** Settings of tests against the built server. */
const wholeServer = {
  globalSetup: databaseServer,
  isolate: false,
  setupFiles: [...freshWorker, 'tests/support/keep-first-try.ts'],
  testTimeout: 120_000,
  retry,
  ...sharedGroup,
};

// Path at which database tests record the columns of their queries
// (tests/support/record-columns.ts) for the project `recorded`; child processes inherit it.
process.env.STATEMENT_COLUMNS ??= join(await useRunFolder(), 'columns.tsv');

/**
 * unit: no database. database: each file on its own database (tests/support/database.ts). launch:
 * the commands themselves. islands: islands mounted alone in Chromium, with one built server for all
 * (tests/support/islands). http: the built server without a browser. browser: Chromium against the
 * built server. The files of a worker of either share one server (tests/support/shared-server.ts).
 * A worker runs file after file (`isolate: false`) with a fresh state for each
 * (tests/support/fresh-worker.ts). The projects `unit`, `launch`, `database`, `http` and `browser`
 * follow each other in one group of workers: each begins while the last files of the one before still
 * wait.
 */
export default defineConfig({
  test: {
    pool: 'forks',
    // Stops hanging tests. Durations depend on the machine, and some tests wait for the next window
    // of a limit.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    teardownTimeout: 70_000,
    // Polled conditions may take long on a busy machine; a second is not enough where four programs
    // share two cores.
    expect: { poll: { timeout: 30_000 } },
    sequence: { sequencer: LongFirst },
    tags: onceOnly,
    // One log line per call would hide the results; a test of the log sets what it needs.
    env: { LOG_LEVEL: 'error' },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [
            ...configDefaults.exclude,
            ...databaseTests,
            ...islandTests,
            ...recordedTests,
            ...launchTests,
            ...httpTests,
          ],
          // Each worker runs file after file, with our modules loaded again for each.
          isolate: false,
          setupFiles: freshWorker,
          ...sharedGroup,
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
          maxWorkers: sharedGroup.maxWorkers,
          sequence: { ...sharedGroup.sequence, setupFiles: 'list' },
        },
      },
      {
        test: {
          name: 'recorded',
          include: recordedTests,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          name: 'launch',
          include: launchTests,
          testTimeout: 180_000,
          ...sharedGroup,
        },
      },
      {
        plugins: [emojiData(), serverProxy()],
        define: { __TEST_HOOKS__: 'false' },
        // Named, because a library found later would reload the page in the middle of a test.
        optimizeDeps: { include: islandLibraries },
        test: {
          name: 'islands',
          api: { host: '127.0.0.1' },
          include: islandTests,
          globalSetup: ['tests/support/islands/server.ts'],
          setupFiles: ['tests/support/islands/setup.ts'],
          maxWorkers: 2,
          retry,
          sequence: { groupOrder: 2 },
          browser: {
            enabled: true,
            headless: true,
            ui: false,
            screenshotFailures: false,
            // As in Playwright.
            locators: { exact: false },
            viewport: { width: 1440, height: 900 },
            commands: islandCommands,
            provider: playwright({
              launchOptions: {
                executablePath: findHeadlessShell() ?? findChromium(),
                args: chromiumArgs,
              },
              contextOptions: {
                reducedMotion: 'reduce',
                locale: 'en-GB',
                timezoneId: 'UTC',
                permissions: ['clipboard-read', 'clipboard-write'],
              },
              actionTimeout: 30_000,
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        test: {
          name: 'http',
          include: httpTests,
          ...wholeServer,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['tests/**/*.e2e.ts'],
          ...wholeServer,
        },
      },
    ],
  },
});
