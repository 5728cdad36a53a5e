import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNode } from './child.ts';
import { CliError, log } from './cli-error.ts';
import type { CommandContext } from './lifecycle.ts';
import { identifyProcess, isSameProcess, waitUntil, type ProcessIdentity } from './processes.ts';
import { root } from './root.ts';

const sources = [
  'src/**/*',
  'public/**/*',
  'astro.config.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

/** In the build of the tests alone. */
const testKind = 'tests/containers/test-kind/*.ts';

const buildTool = 'node_modules/astro/bin/astro.mjs';

/**
 * Environment variable for child processes after a build, so that not each of a hundred processes
 * hashes all sources again.
 */
export const builtMark = 'HEARTH_IS_BUILT';

/** `node scripts/start.mjs build`: what a start would build. */
export async function build(_args: string[], { signal }: CommandContext): Promise<number> {
  await ensureBuild({ signal });
  return 0;
}

interface BuildOptions {
  /** Includes the clock and fault points for tests only; built into dist-test. */
  isTest?: boolean;
  signal?: AbortSignal;
}

/** Builds if the sources have changed since the last build. Returns the output folder. */
export async function ensureBuild({ isTest = false, signal }: BuildOptions = {}): Promise<string> {
  const out = isTest ? join(root, 'dist-test') : join(root, 'dist');
  if (process.env[builtMark]) return out;
  const stamp = join(out, '.built-from');
  const hash = sourceHash(isTest);
  const isCurrent = () => readText(stamp) === hash;
  if (isCurrent()) return out;
  if (!existsSync(join(root, buildTool))) {
    throw new CliError(
      'The sources are not those of the build, and what builds is not installed. Run "npm ' +
        'ci --include=dev", or copy the dist folder that was built from these files.',
    );
  }
  const release = await acquireBuildLock(join(root, 'node_modules', '.hearth-building'));
  try {
    if (isCurrent()) return out;
    log(
      isTest
        ? 'building the test variant'
        : 'building (the sources have changed since the last build)',
    );
    rmSync(stamp, { force: true });
    const env = {
      ...process.env,
      NODE_ENV: 'production',
      ASTRO_TELEMETRY_DISABLED: '1',
      HEARTH_TEST_BUILD: isTest ? '1' : '',
    };
    const { code } = await runNode(buildTool, ['build', '--silent'], { env, signal });
    signal?.throwIfAborted();
    if (code !== 0) throw new CliError('The build failed: see the message above.');
    writeFileSync(stamp, hash);
    return out;
  } finally {
    release();
  }
}

function sourceHash(isTest: boolean): string {
  const hash = createHash('sha256');
  const files = isTest ? [...sources, testKind] : sources;
  for (const file of globSync(files, { cwd: root }).sort()) {
    const path = join(root, file);
    if (statSync(path).isFile()) hash.update(`${file}\0`).update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}

/** Prevents two builds at once in one checkout. */
async function acquireBuildLock(file: string): Promise<() => void> {
  const readLockOwner = () => JSON.parse(readText(file) ?? 'null') as ProcessIdentity | null;
  const isFree = () => {
    const owner = readLockOwner();
    return owner === null || !isSameProcess(owner);
  };
  if (!isFree()) log('waiting for another build');
  await waitUntil(isFree, 600_000, 200);
  writeFileSync(file, JSON.stringify(identifyProcess(process.pid)));
  return () => rmSync(file, { force: true });
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
