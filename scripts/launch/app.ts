import { spawn, type ChildProcess } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { wrongSetting } from '#server/settings-or-exit.ts';
import { CliError, log } from './cli-error.ts';
import { hasExited, identifyProcess, stopChild, type ProcessIdentity } from './processes.ts';

interface AppOptions {
  program: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
  /**
   * In a terminal the server's log goes to this file, so that it does not bury the launcher's
   * lines.
   */
  logFile: string;
  onStart(identity: ProcessIdentity | undefined): void;
  /** Milliseconds before the first restart; doubled with each crash in a row. */
  initialDelay?: number;
}

const logLimit = 10_000_000;
/** A start takes one or two seconds: a server that is killed again and again is back within ten. */
const maxDelay = 6_000;
/** Milliseconds that a server has to run to count as healthy: its next crash is the first in a row. */
const healthyAfter = 10_000;
/** Number of crashes in a row after which the end of the log is shown. */
const logAfterCrashes = 5;

interface Crash {
  /** Crashes in a row, with this one. */
  count: number;
  /** Milliseconds before the restart. */
  delay: number;
}

/**
 * @param before crashes in a row before this one
 * @param ran milliseconds for which the server ran
 */
export function toCrash(before: number, ran: number, initialDelay: number): Crash {
  const count = ran > healthyAfter ? 1 : before + 1;
  return { count, delay: Math.min(initialDelay * 2 ** (count - 1), maxDelay) };
}

/**
 * Runs the server until the abort and restarts it after crashes, with increasing delays. Throws if
 * its settings are invalid.
 */
export async function superviseApp(options: AppOptions): Promise<void> {
  const { signal, logFile, initialDelay = 500 } = options;
  const isToFile = process.stdout.isTTY;
  const trimming = isToFile ? setInterval(() => trim(logFile), 60_000) : undefined;
  try {
    for (let crashes = 0; !signal.aborted;) {
      const startedAt = Date.now();
      const child = spawnApp(options, isToFile);
      const exited = new Promise<void>((resolve) => {
        child.once('exit', () => resolve());
        child.once('error', () => resolve());
      });
      options.onStart(child.pid === undefined ? undefined : identifyProcess(child.pid));
      await Promise.race([exited, aborted(signal)]);
      // The server finishes its requests within 20 s; after that it is killed.
      if (signal.aborted) return await stopChild(child, 'SIGTERM', 22_000);
      const { count, delay } = toCrash(crashes, Date.now() - startedAt, initialDelay);
      crashes = count;
      if (child.exitCode === wrongSetting)
        throw new CliError(
          `The server cannot run with these settings.${lastLines(isToFile, logFile)}`,
        );
      const times = crashes > 1 ? `, ${crashes} times in a row` : '';
      const logTail = crashes % logAfterCrashes === 0 ? lastLines(isToFile, logFile) : '';
      log(
        `the server ended unexpectedly (${describeExit(child)}${times}); starting it again in ${delay / 1_000} s.${logTail}`,
      );
      await sleep(delay, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    clearInterval(trimming);
  }
}

function spawnApp({ program, args, env, logFile }: AppOptions, isToFile: boolean): ChildProcess {
  const output = isToFile ? openSync(logFile, 'a', 0o600) : 'inherit';
  try {
    // A process group of its own: the terminal's Ctrl-C does not reach the server, so that it stops
    // in order, before the database. The IPC channel closes if the launcher is killed: the server
    // then stops as on SIGTERM.
    return spawn(program, args, {
      env,
      detached: process.platform !== 'win32',
      stdio: ['ignore', output, output, 'ipc'],
      windowsHide: true,
    });
  } finally {
    if (typeof output === 'number') closeSync(output);
  }
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted)
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}

const describeExit = (child: ChildProcess) =>
  hasExited(child)
    ? (child.signalCode ?? `exit code ${child.exitCode}`)
    : 'it could not be started';

function lastLines(isToFile: boolean, logFile: string): string {
  if (!isToFile || !existsSync(logFile)) return '';
  return ` The end of ${logFile}:\n${readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-12).join('\n')}`;
}

/** The server appends, so the file can be truncated while it is open. */
function trim(logFile: string): void {
  if (!existsSync(logFile) || statSync(logFile).size < logLimit) return;
  copyFileSync(logFile, `${logFile}.1`);
  truncateSync(logFile);
}

/** A free port if 0 is given; throws if the requested one is taken. */
export async function checkPort(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = `Port ${port} is taken by another program. Stop it, or choose another: PORT=4322 npm start`;
      reject(
        new CliError(
          error.code === 'EADDRINUSE'
            ? taken
            : `HOST and PORT (${host}, ${port}) cannot be used: ${error.message}`,
        ),
      );
    });
    server.listen(port, host, () => {
      const { port: chosen } = server.address() as { port: number };
      server.close(() => resolve(chosen));
    });
  });
}

/** Waits until the server reports that it is ready. */
export async function waitUntilReady(
  host: string,
  port: number,
  signal: AbortSignal,
): Promise<void> {
  const name = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  const address = `http://${name.includes(':') ? `[${name}]` : name}:${port}/readyz`;
  while (!signal.aborted) {
    const isReady = await fetch(address, { signal: AbortSignal.timeout(2_000) }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.ok;
      },
      () => false,
    );
    if (isReady) return;
    await sleep(50, undefined, { signal }).catch(() => undefined);
  }
}
