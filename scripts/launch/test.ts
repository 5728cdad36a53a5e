import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { envSchema } from '#server/env.ts';
import { builtMark, ensureBuild } from './build.ts';
import { run, runNode } from './child.ts';
import { ensureChromium } from './chromium.ts';
import type { Life } from './lifecycle.ts';
import { findPostgres15 } from './postgres-15.ts';
import { complain, Problem, say, wordsFor } from './problem.ts';
import { root } from './root.ts';
import { add, failure, nothing, tallyReport, type Tally } from './tally.ts';
import { startThrowawayPostgres } from './throwaway-postgres.ts';

/**
 * `npm test`: everything. `npm test -- posts`: the test files with "posts" in their path.
 * `--postgres-15` runs the database tests a second time on PostgreSQL 15. Other options go to
 * Vitest. The last line is the sum.
 */
export async function test(args: string[], life: Life): Promise<number> {
  const { signal } = life;
  const wants15 = args.includes('--postgres-15');
  const rest = args.filter((arg) => arg !== '--postgres-15');
  const filters = rest.filter((arg) => !arg.startsWith('-'));
  let sum = nothing;
  const check = async (name: string, work: () => Promise<void>) => {
    signal.throwIfAborted();
    const began = Date.now();
    let result: Tally = { ...nothing, passed: 1 };
    try {
      await work();
    } catch (error) {
      signal.throwIfAborted();
      complain(wordsFor(error));
      result = failure(`${name}: ${wordsFor(error)}`);
    }
    say(
      `${result.failed === 0 ? 'passed' : 'FAILED'}: ${name} (${Math.round((Date.now() - began) / 1000)} s)`,
    );
    sum = add(sum, result);
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
    say(
      `left out, because only ${filters.join(', ')} was asked for: format, types, lint, and every other test file`,
    );
    await build();
  }
  if (wantsBrowser(filters))
    await check(
      'a Chromium for the browser tests',
      async () => void (await ensureChromium(signal)),
    );

  sum = add(sum, await vitest([...rest, '--passWithNoTests'], {}, signal));
  if (wants15) sum = add(sum, await databaseTestsOn15(rest, life));
  signal.throwIfAborted();

  for (const one of sum.failures) console.log(`\nFAILED: ${one}`);
  if (sum.skipped > 0) say(`${sum.skipped} tests were skipped`);
  console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
  return sum.failed === 0 && sum.passed > 0 ? 0 : 1;
}

const wantsBrowser = (filters: string[]) => {
  const files = globSync('tests/**/*.e2e.ts', { cwd: root });
  return files.some(
    (file) => filters.length === 0 || filters.some((filter) => file.includes(filter)),
  );
};

async function npmScript(name: string, signal: AbortSignal): Promise<void> {
  const { code } = await run('npm', ['run', '-s', name], {
    signal,
    shell: process.platform === 'win32',
  });
  if (code !== 0) throw new Problem(`npm run ${name} found faults: see above`);
}

async function vitest(args: string[], env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-report-'));
  const report = join(folder, 'report.json');
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    // A test run in somebody's shell must not find that person's database or settings.
    const own = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !(name in envSchema.shape)),
    );
    // Each file has a process of its own, and many start a server: what one has compiled the next
    // need not.
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
    return tallyReport(report, code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * What mostly draws pictures or screens, makes hashes of passwords, waits for a killed process,
 * asks the same for each viewer or never comes as far as a statement: too slow to be tried twice,
 * and the statements in it are, nearly all, those of other files.
 */
const notOn15 = [
  'archive/import.api',
  'auth/accounts.server',
  'auth/auth.api',
  'auth/limits.server',
  'auth/make-admin.server',
  'auth/passwords.server',
  'auth/reset-two-factor.server',
  'auth/two-factor.api',
  'comments/comment-photos.api',
  'comments/comments-access.api',
  'live/redis.server',
  'media/access.api',
  'media/albums-access.api',
  'media/albums.api',
  'media/converted-videos.server',
  'media/large-uploads.server',
  'media/media-sweep.server',
  'media/photo-news.api',
  'media/photos.api',
  'media/videos.api',
  'messages/message-photos.api',
  'moderation/reported-files.api',
  'policy/audience.server',
  'posts/link-picture.server',
  'posts/link-preview.api',
  'profiles/privacy-table.api',
  'seed/seed.server',
  'server/bad-input.api',
  'server/jobs.server',
  'server/secrets.server',
  'stories/stories.api',
];

async function databaseTestsOn15(args: string[], { signal }: Life): Promise<Tally> {
  const bin = await findPostgres15(signal);
  if (!bin) {
    const words = 'PostgreSQL 15 is neither here nor to be had, so its tests did not run';
    complain(`FAILED: ${words}`);
    return failure(words);
  }
  say(`the database tests once more, on the PostgreSQL 15 in ${bin}`);
  const postgres = await startThrowawayPostgres({ bin });
  try {
    const leftOut = notOn15.map((name) => `--exclude=tests/${name}.test.ts`);
    return await vitest(
      [...args, '--project=database', '--passWithNoTests', ...leftOut],
      { TEST_DATABASE_URL: postgres.url },
      signal,
    );
  } finally {
    await postgres.stop();
  }
}
