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
import { Problem, say } from './problem.ts';
import { hasExited, markOf, stopChild, type ProcessMark } from './processes.ts';

interface AppOptions {
  program: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
  /** In a terminal the server's log would bury what the launcher says: it goes to this file. */
  logFile: string;
  onStart(mark: ProcessMark | undefined): void;
  /** Milliseconds before the first new start; doubled with each death in a row. */
  firstPause?: number;
}

const logLimit = 10_000_000;
const maxPause = 30_000;
/** From then on the end of the log is shown as well: it will not mend itself. */
const manyDeaths = 5;

/**
 * Runs the server until the abort, and again when it dies, after ever longer pauses. Throws where
 * its settings are wrong.
 */
export async function keepApp(options: AppOptions): Promise<void> {
  const { signal, logFile, firstPause = 500 } = options;
  const isToFile = process.stdout.isTTY;
  const trimming = isToFile ? setInterval(() => trim(logFile), 60_000) : undefined;
  try {
    for (let deaths = 0; !signal.aborted;) {
      const began = Date.now();
      const child = spawnApp(options, isToFile);
      const exited = new Promise<void>((resolve) => {
        child.once('exit', () => resolve());
        child.once('error', () => resolve());
      });
      options.onStart(child.pid === undefined ? undefined : markOf(child.pid));
      await Promise.race([exited, aborted(signal)]);
      // It ends its requests within 20 s by itself; after that it is ended.
      if (signal.aborted) return await stopChild(child, 'SIGTERM', 22_000);
      deaths = Date.now() - began > 60_000 ? 1 : deaths + 1;
      if (child.exitCode === wrongSetting)
        throw new Problem(
          `The server cannot run with these settings.${lastLines(isToFile, logFile)}`,
        );
      const pause = Math.min(firstPause * 2 ** (deaths - 1), maxPause);
      const times = deaths > 1 ? `, ${deaths} times in a row` : '';
      const log = deaths % manyDeaths === 0 ? lastLines(isToFile, logFile) : '';
      say(
        `the server ended unexpectedly (${ending(child)}${times}); starting it again in ${pause / 1_000} s.${log}`,
      );
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    clearInterval(trimming);
  }
}

function spawnApp({ program, args, env, logFile }: AppOptions, isToFile: boolean): ChildProcess {
  const output = isToFile ? openSync(logFile, 'a', 0o600) : 'inherit';
  try {
    // A group of its own keeps the terminal's Ctrl-C away from it, so that it stops in order,
    // before the database. The channel closes when the launcher is killed: the server then stops as
    // on SIGTERM.
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

const ending = (child: ChildProcess) =>
  hasExited(child)
    ? (child.signalCode ?? `exit code ${child.exitCode}`)
    : 'it could not be started';

function lastLines(isToFile: boolean, logFile: string): string {
  if (!isToFile || !existsSync(logFile)) return '';
  return ` The end of ${logFile}:\n${readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-12).join('\n')}`;
}

/** The server appends, so the file may be cut under it. */
function trim(logFile: string): void {
  if (!existsSync(logFile) || statSync(logFile).size < logLimit) return;
  copyFileSync(logFile, `${logFile}.1`);
  truncateSync(logFile);
}

/** A free port instead of 0, or a plain word when the wanted one is taken. */
export async function checkPort(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = `Port ${port} is taken by another program. Stop it, or choose another: PORT=4322 npm start`;
      reject(
        new Problem(
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

/** Waits until the server says that it can serve. */
export async function untilReady(host: string, port: number, signal: AbortSignal): Promise<void> {
  const name = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  const address = `http://${name.includes(':') ? `[${name}]` : name}:${port}/readyz`;
  while (!signal.aborted) {
    const isReady = await fetch(address, { signal: AbortSignal.timeout(2_000) }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.ok;
      },
      () => false,
    );
    if (isReady) return;
    await sleep(50, undefined, { signal }).catch(() => undefined);
  }
}
