import { existsSync, globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { envSchema } from '#server/env.ts';
import { builtMark, ensureBuild } from './build.ts';
import { chooseTests, findChangedFiles } from './changed-tests.ts';
import { run, runNode } from './child.ts';
import { ensureChromium } from './chromium.ts';
import { CliError, errorMessage, log, logError } from './cli-error.ts';
import { readFlaky, recordFlaky, removeFirstTries } from './flaky-tests.ts';
import type { CommandContext } from './lifecycle.ts';
import { createOwnedFolder } from './owned-folders.ts';
import { findPostgres15 } from './postgres-15.ts';
import {
  findRejectedOnlyAt,
  findUncalledFunctions,
  readRecorded,
  trackCalls,
} from './recorded-statements.ts';
import { keptDatabases, recordingEnvironment } from './recording.ts';
import { root } from './root.ts';
import { ensureTestPrograms } from './test-programs.ts';
import {
  addSummaries,
  emptySummary,
  failedSummary,
  limitFlaky,
  summarizeReport,
  type TestSummary,
} from './test-summary.ts';
import { startThrowawayPostgres } from './throwaway-postgres.ts';

/**
 * `npm test`: everything. `npm test -- posts`: the test files with "posts" in their path.
 * `--changed`, `--changed=<commit>`: the test files that the changes reach.
 * `--postgres-15` records the statements of the run, and runs on PostgreSQL 15 what may differ
 * between versions. Other options go to Vitest. The last line is the total.
 */
export async function test(args: string[], context: CommandContext): Promise<number> {
  const { signal } = context;
  const wants15 = args.includes('--postgres-15');
  const rest = args.filter((arg) => arg !== '--postgres-15' && !isChanged(arg));
  const changed = args.find(isChanged);
  if (changed) rest.push(...namesOfChosenTests(changed));
  const filters = rest.filter((arg) => !arg.startsWith('-'));
  let summary = emptySummary;
  removeFirstTries();
  for (const one of readFlaky())
    log(`flaky in an earlier run, to be mended first: ${one.file}: ${one.test}`);
  const check = async (name: string, work: () => Promise<void>) => {
    signal.throwIfAborted();
    const startedAt = Date.now();
    let result: TestSummary = { ...emptySummary, passed: 1 };
    try {
      await work();
    } catch (error) {
      signal.throwIfAborted();
      logError(errorMessage(error));
      result = failedSummary(`${name}: ${errorMessage(error)}`);
    }
    log(
      `${result.failed === 0 ? 'passed' : 'FAILED'}: ${name} (${Math.round((Date.now() - startedAt) / 1000)} s)`,
    );
    summary = addSummaries(summary, result);
  };

  const build = () =>
    check('build', async () => {
      await ensureBuild({ signal });
      await ensureBuild({ isTest: true, signal });
    });
  if (filters.length === 0) {
    // Two chains of about the same length, for two cores.
    const lintAndBuild = async () => {
      await check('format', () => npmScript('format:check', signal));
      await check('lint', () => npmScript('lint', signal));
      await build();
    };
    await Promise.all([check('types', () => npmScript('typecheck', signal)), lintAndBuild()]);
  } else {
    const asked = changed ? 'what the changes reach' : filters.join(', ');
    log(
      `left out, because only ${asked} was asked for: format, types, lint, and every other test file`,
    );
    await build();
  }
  if (filters.length === 0)
    await check('a browser and servers for the tests', () => ensureTestPrograms(signal));
  else if (wantsBrowser(filters))
    await check('a browser for the tests', async () => void (await ensureChromium(signal)));

  const recorded = await createOwnedFolder('hearth-statements-');
  try {
    const recording = wants15 ? recordingEnvironment(recorded) : {};
    summary = addSummaries(
      summary,
      await vitest(
        [...rest, '--passWithNoTests'],
        // Some tests of the rules expect what only all files together do.
        { ...recording, ...(filters.length === 0 && { WHOLE_RUN: '1' }) },
        signal,
      ),
    );
    if (wants15) summary = addSummaries(summary, await checksOn15(recorded, context));
  } finally {
    rmSync(recorded, { recursive: true, force: true });
  }
  signal.throwIfAborted();

  for (const line of recordFlaky(summary.flaky, summary.files)) log(line);
  summary = limitFlaky(summary);
  for (const one of summary.failures) console.log(`\nFAILED: ${one}`);
  if (summary.skipped > 0) log(`${summary.skipped} tests were skipped`);
  console.log(`\n${summary.passed} passed, ${summary.failed} failed`);
  return summary.failed === 0 && summary.passed > 0 ? 0 : 1;
}

const isChanged = (arg: string) => /^--changed(?:=|$)/.test(arg);

/** Logs what changed and which tests that reaches; no names for everything. */
function namesOfChosenTests(arg: string): string[] {
  const changed = findChangedFiles(arg.split('=')[1]);
  const { files, reasons } = chooseTests(changed);
  log(`changed: ${changed.join(', ') || 'nothing'}`);
  for (const reason of reasons) log(`chosen: ${reason}`);
  return files;
}

const wantsBrowser = (filters: string[]) => {
  const files = globSync('tests/**/*.{e2e.ts,island.test.tsx}', { cwd: root });
  return files.some(
    (file) => filters.length === 0 || filters.some((filter) => file.includes(filter)),
  );
};

/**
 * The type checker is written in Go, which spends a fifth of its time on collecting garbage of a
 * heap that fits into memory as it is.
 */
const goMemory = { GOGC: '400', GOMEMLIMIT: '3GiB' };

async function npmScript(name: string, signal: AbortSignal): Promise<void> {
  const { code } = await run('npm', ['run', '-s', name], {
    signal,
    // The check of the templates would report its use over the internet.
    env: { ...process.env, ...goMemory, ASTRO_TELEMETRY_DISABLED: '1' },
    shell: process.platform === 'win32',
  });
  if (code !== 0) throw new CliError(`npm run ${name} found faults: see above`);
}

async function vitest(
  args: string[],
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<TestSummary> {
  const folder = await createOwnedFolder('hearth-report-');
  const report = join(folder, 'report.json');
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    // Tests must not see the database or settings of the developer's shell.
    const own = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !(name in envSchema.shape)),
    );
    // Shared between the workers and the servers that many files start.
    const done = {
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
      [builtMark]: '1',
    };
    const all = { ...own, ...done, ...env };
    const { code } = await runNode(
      'node_modules/vitest/vitest.mjs',
      ['run', ...args, ...reporters],
      { env: all, signal },
    );
    return summarizeReport(report, code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Test files that also run on PostgreSQL 15: everything that migrates, every trigger, and statements
 * that both versions accept but may run differently (order, search, plans, locks, JSON, sessions).
 */
const on15 = [
  'ads/ad-pictures.server',
  'auth/prune.server',
  'comments/comments.server',
  'containers/access.server',
  'containers/answers.server',
  'containers/categories.api',
  'containers/deletion.api',
  'containers/memberships.server',
  'containers/test-kind-answers.server',
  'containers/test-kind-parents.server',
  'containers/walls.server',
  'events/events.api',
  'friends/friends-plan.server',
  'friends/friendship-changes.server',
  'live/live.server',
  'live/missed-changes.api',
  'media/photo-activity.api',
  'live/watch.server',
  'messages/messages.server',
  'messages/messages-plan.server',
  'notifications/notifications-plan.server',
  'notifications/notifications.api',
  'notifications/push.api',
  'policy/blocks.server',
  'posts/feed.server',
  'posts/feed-selection.server',
  'posts/hashtags.server',
  'posts/pending-posts.api',
  'posts/posts.server',
  'posts/visibility.server',
  'profiles/details.server',
  'reactions/reactions.server',
  'search/container-search.server',
  'search/folded.server',
  'search/search-plan.server',
  'search/search.api',
  'search/search.server',
  'search/video-search.server',
  'server/connection.server',
  'server/database-limits.server',
  'server/deadlocks.server',
  'server/migrate.server',
  'sitepages/large-pages.server',
  'sitepages/page-details.api',
  'sitepages/reviews.api',
  'sitepages/sitepages.api',
  'sitepages/trending.server',
  'stories/live-stories.server',
  'stories/stories.server',
  'stories/tray-plan.server',
];

async function checksOn15(recorded: string, { signal }: CommandContext): Promise<TestSummary> {
  const bin = await findPostgres15(signal);
  if (!bin) {
    const message = 'PostgreSQL 15 is neither here nor to be had, so its tests did not run';
    logError(`FAILED: ${message}`);
    return failedSummary(message);
  }
  log(`what differs between versions, on the PostgreSQL 15 in ${bin}`);
  const postgres = await startThrowawayPostgres({ bin });
  try {
    await trackCalls(postgres.adminUrl);
    const files = on15.map((name) => `tests/${name}.test.ts`);
    const run15 = await vitest(
      ['--project=database', ...files],
      { TEST_DATABASE_URL: postgres.url, [keptDatabases]: '1' },
      signal,
    );
    const texts = readRecorded(recorded);
    const rejected = await findRejectedOnlyAt(postgres.url, texts);
    const uncalled = await findUncalledFunctions(postgres.adminUrl);
    log(`${texts.length} recorded statements were prepared on PostgreSQL 15`);
    const missing = on15.filter((name) => !existsSync(join(root, `tests/${name}.test.ts`)));
    return [
      run15,
      verdict('every statement of the run is prepared on PostgreSQL 15', [
        ...(texts.length ? [] : ['no statement was recorded']),
        ...rejected.map(({ text, error }) => `${error}: ${text}`),
      ]),
      verdict('every function in PL/pgSQL has run on PostgreSQL 15', uncalled),
      verdict('each file that is to run on PostgreSQL 15 is there', missing),
    ].reduce(addSummaries);
  } finally {
    await postgres.stop();
  }
}

function verdict(name: string, faults: string[]): TestSummary {
  log(`${faults.length === 0 ? 'passed' : 'FAILED'}: ${name}`);
  if (faults.length === 0) return { ...emptySummary, passed: 1 };
  return failedSummary([name, ...faults.map((fault) => `    ${fault}`)].join('\n'));
}
