import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ensureBuild } from '../../scripts/launch/build.ts';
import { hasExited, waitUntil } from '../../scripts/launch/processes.ts';
import { inheritRecording } from '../../scripts/launch/recording.ts';
import { serverArgs } from '../../scripts/launch/server-program.ts';
import { createTestDatabase } from './database.ts';
import { freePort } from './free-port.ts';

export interface TestServer {
  origin: string;
  databaseUrl: string;
  dataDir: string;
  pid: number;
  /** Its output so far, one line each. */
  lines: string[];
  /** Its log entries as objects; `lines` limits them to a part of its output. */
  log(lines?: string[]): Record<string, unknown>[];
  /** Fails if it had an unhandled error. */
  checkLog(lines?: string[]): void;
  /** Stops it; fails if it exits with an error or had an unhandled one. */
  stop(): Promise<void>;
  /** kill -9. */
  kill(): Promise<void>;
}

interface ServerOptions {
  /** Uses the build with movable clock and fault points instead of the delivered one. */
  isTestBuild?: boolean;
}

/**
 * Starts the built server on a free loopback port and waits until it is ready. Unless `env`
 * overrides it, it has its own database and data folder, and high limits. Works in the projects
 * `database` and `browser`.
 *     const server = await startServer({ PUBLIC_READING: 'off' });
 *     afterAll(() => server.stop());
 */
export async function startServer(
  env: Record<string, string> = {},
  { isTestBuild = false }: ServerOptions = {},
): Promise<TestServer> {
  const out = await ensureBuild({ isTest: isTestBuild });
  const databaseUrl = env.DATABASE_URL ?? (await createTestDatabase()).url;
  const dataDir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'hearth-test-data-'));
  const port = env.PORT ?? String(await freePort());
  const origin = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, serverArgs(out), {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...inheritRecording(),
      HOST: '127.0.0.1',
      RATE_LIMIT_SCALE: '1000',
      LOG_LEVEL: 'info',
      ...env,
      NODE_ENV: 'production',
      PORT: port,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    let rest = '';
    stream?.setEncoding('utf8').on('data', (text: string) => {
      const parts = (rest + text).split('\n');
      rest = parts.pop() ?? '';
      lines.push(...parts);
    });
  }
  // An aborted test run must not leave servers behind.
  const killNow = () => child.kill('SIGKILL');
  process.once('exit', killNow);

  const isReady = async () =>
    hasExited(child) ||
    (await fetch(`${origin}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    ));
  await waitUntil(isReady, 60_000);
  if (hasExited(child) || !(await isReady())) {
    killNow();
    throw new Error(`The server does not start:\n${lines.slice(-20).join('\n')}`);
  }

  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    const isOver = await waitUntil(() => hasExited(child), 25_000);
    if (!isOver) killNow();
    process.removeListener('exit', killNow);
    if (!env.DATA_DIR) rmSync(dataDir, { recursive: true, force: true });
    return isOver;
  };
  const log = (part = lines) =>
    part
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const checkLog = (part = lines) => {
    const unhandled = log(part).filter(
      ({ event }) => event === 'unhandled rejection' || event === 'uncaught exception',
    );
    if (unhandled.length)
      throw new Error(
        `Unhandled in the server:\n${unhandled.map((entry) => JSON.stringify(entry)).join('\n')}`,
      );
  };
  return {
    origin,
    databaseUrl,
    dataDir,
    pid: child.pid as number,
    lines,
    log,
    checkLog,
    kill: async () => void (await end('SIGKILL')),
    stop: async () => {
      const isOver = await end('SIGTERM');
      checkLog();
      if (!isOver || child.exitCode !== 0)
        throw new Error(
          `The server ended badly (${child.signalCode ?? child.exitCode}):\n${lines.slice(-20).join('\n')}`,
        );
    },
  };
}

/** A server for one test, stopped after it. */
export async function serverForThisTest(
  env?: Record<string, string>,
  options?: ServerOptions,
): Promise<TestServer> {
  const server = await startServer(env, options);
  onTestFinished(() => server.stop());
  return server;
}
