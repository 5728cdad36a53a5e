import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNode } from './child.ts';
import { Problem, say } from './problem.ts';
import { isSameProcess, markOf, until, type ProcessMark } from './processes.ts';
import { root } from './root.ts';

const sources = [
  'src/**/*',
  'public/**/*',
  'astro.config.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

const buildTool = 'node_modules/astro/bin/astro.mjs';

/**
 * Set for what a command starts once it has built: then not each of a hundred processes reads all
 * sources again.
 */
export const builtMark = 'HEARTH_IS_BUILT';

interface BuildOptions {
  /** With the clock and the fault points that only tests may have; into dist-test. */
  isTest?: boolean;
  signal?: AbortSignal;
}

/** Builds when the sources differ from those of the last build, and says where the result lies. */
export async function ensureBuild({ isTest = false, signal }: BuildOptions = {}): Promise<string> {
  const out = isTest ? join(root, 'dist-test') : join(root, 'dist');
  if (process.env[builtMark]) return out;
  const stamp = join(out, '.built-from');
  const wanted = sourceHash();
  const isCurrent = () => readText(stamp) === wanted;
  if (isCurrent()) return out;
  if (!existsSync(join(root, buildTool))) {
    throw new Problem(
      'The sources are not those of the build, and what builds is not installed. Run "npm ci --include=dev", or copy the dist folder that was built from these files.',
    );
  }
  const release = await takeTurn(join(root, 'node_modules', '.hearth-building'));
  try {
    if (isCurrent()) return out;
    say(
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
    if (code !== 0) throw new Problem('The build failed: see the message above.');
    writeFileSync(stamp, wanted);
    return out;
  } finally {
    release();
  }
}

function sourceHash(): string {
  const hash = createHash('sha256');
  for (const file of globSync(sources, { cwd: root }).sort()) {
    const path = join(root, file);
    if (statSync(path).isFile()) hash.update(`${file}\0`).update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}

/** Two commands in one checkout must not build at once. */
async function takeTurn(file: string): Promise<() => void> {
  const builder = () => JSON.parse(readText(file) ?? 'null') as ProcessMark | null;
  const isFree = () => {
    const other = builder();
    return other === null || !isSameProcess(other);
  };
  if (!isFree()) say('waiting for another build');
  await until(isFree, 600_000, 200);
  writeFileSync(file, JSON.stringify(markOf(process.pid)));
  return () => rmSync(file, { force: true });
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
