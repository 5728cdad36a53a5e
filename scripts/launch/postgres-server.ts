import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  statSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { closedFolder, type Account } from './account.ts';
import { postgresEnvironment } from './postgres-cluster.ts';
import { readLock, removeSocketDir } from './postgres-orphan.ts';
import { Problem, say } from './problem.ts';
import { hasExited, stopChild, until } from './processes.ts';

/**
 * Small enough that the idle whole stays below 300 MB; nothing here weakens what is promised to be
 * kept.
 */
const settings = {
  shared_buffers: '64MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_connections: '60',
  jit: 'off',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
};

export interface ServerOptions {
  bin: string;
  dataDir: string;
  account: Account | undefined;
  logFile: string;
  /** False only for data that is thrown away afterwards. */
  isDurable: boolean;
}

/** Where a server can be reached; kept over its restarts, so that addresses stay true. */
export interface Listening {
  host: string;
  port: number;
}

export interface PostgresServer extends Listening {
  pid: number;
  exited: Promise<void>;
  stop(): Promise<void>;
}

export async function chooseListening(account: Account | undefined): Promise<Listening> {
  if (process.platform === 'win32') return { host: '127.0.0.1', port: await freePort() };
  // The path of a socket is limited to about 100 bytes, and the database's account must get there.
  const usual = tmpdir();
  const parent = usual.length > 60 || closedFolder(join(usual, 'x'), account) ? '/tmp' : usual;
  const dir = mkdtempSync(join(parent, 'hearth-'));
  chmodSync(dir, 0o700);
  if (account) chownSync(dir, account.uid, account.gid);
  return { host: dir, port: 5432 };
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
      .once('error', reject)
      .listen(0, '127.0.0.1', () => {
        const { port } = server.address() as { port: number };
        server.close(() => resolve(port));
      });
  });
}

/**
 * Starts `postgres` itself and waits until it takes connections. Right after a crash the directory
 * may still be busy: 15 s of patience.
 */
export async function startServer(
  options: ServerOptions,
  listening: Listening,
): Promise<PostgresServer> {
  const patience = Date.now() + 15_000;
  for (;;) {
    const logged = existsSync(options.logFile) ? statSync(options.logFile).size : 0;
    const child = spawnServer(options, listening);
    await waitUntilReady(child, options.dataDir);
    if (!hasExited(child)) return running(child, options, listening);
    const log = readFileSync(options.logFile).subarray(logged).toString();
    const isBusy = /already exists|pre-existing shared memory|is in use/.test(log);
    if (!isBusy || Date.now() > patience) {
      const why =
        /(?:FATAL|PANIC|ERROR): {2}(.*)/.exec(log)?.[1] ?? log.trim().split('\n').at(-1) ?? '';
      throw new Problem(`The database does not start: ${why} (log: ${options.logFile})`);
    }
    await sleep(300);
  }
}

function spawnServer(
  { bin, dataDir, account, logFile, isDurable }: ServerOptions,
  { host, port }: Listening,
): ChildProcess {
  const isSocket = host.startsWith('/');
  const where = isSocket
    ? { listen_addresses: '', unix_socket_directories: host }
    : { listen_addresses: host };
  const speed = isDurable
    ? {}
    : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  const given = Object.entries({ ...settings, ...where, ...speed, port: String(port) });
  const log = openSync(logFile, 'a', 0o600);
  try {
    // In a group of its own, so that Ctrl-C in the terminal reaches the launcher only, which stops
    // the app first.
    const child = spawn(
      join(bin, 'postgres'),
      ['-D', dataDir, ...given.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      {
        cwd: '/',
        env: postgresEnvironment(),
        detached: process.platform !== 'win32',
        stdio: ['ignore', log, log],
        windowsHide: true,
        ...account,
      },
    );
    child.on('error', () => undefined);
    return child;
  } finally {
    closeSync(log);
  }
}

/**
 * Comes back when the server is ready or has ended. Recovery after a crash takes as long as it
 * takes.
 */
async function waitUntilReady(child: ChildProcess, dataDir: string): Promise<void> {
  const isSettled = () => {
    if (child.pid === undefined || hasExited(child)) return true;
    const lock = readLock(dataDir);
    return lock?.pid === child.pid && lock.isReady;
  };
  if (await until(isSettled, 5_000, 20)) return;
  say('the database puts its data in order, please wait');
  await until(isSettled, Number.POSITIVE_INFINITY, 100);
}

function running(
  child: ChildProcess,
  { bin, dataDir, account }: ServerOptions,
  listening: Listening,
): PostgresServer {
  const exited = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
  return {
    ...listening,
    pid: child.pid as number,
    exited,
    stop: async () => {
      if (process.platform === 'win32')
        spawnSync(join(bin, 'pg_ctl'), ['stop', '-D', dataDir, '-m', 'fast'], { ...account });
      await stopChild(child, 'SIGINT', 60_000);
      removeSocketDir(listening.host);
    },
  };
}
