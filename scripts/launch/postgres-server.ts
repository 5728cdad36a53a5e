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
import { CliError, log } from './cli-error.ts';
import { postgresEnvironment } from './postgres-cluster.ts';
import { readLock, removeSocketDir } from './postgres-orphan.ts';
import { hasExited, stopChild, waitUntil } from './processes.ts';

/** Keeps the whole idle site below 300 MB; nothing here weakens durability. */
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
  /** False only for disposable data. */
  isDurable: boolean;
  /** Further parameters of the server. */
  parameters?: Record<string, string>;
}

/** The address of a server; kept across restarts, so that URLs stay valid. */
export interface Endpoint {
  host: string;
  port: number;
}

export interface PostgresServer extends Endpoint {
  pid: number;
  exited: Promise<void>;
  stop(): Promise<void>;
}

export async function chooseEndpoint(account: Account | undefined): Promise<Endpoint> {
  if (process.platform === 'win32') return { host: '127.0.0.1', port: await freePort() };
  // A socket path is limited to about 100 bytes, and the database's account must reach it.
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
 * Starts `postgres` and waits until it accepts connections. Right after a crash the directory may
 * still be in use: retries for 15 s.
 */
export async function startServer(
  options: ServerOptions,
  endpoint: Endpoint,
): Promise<PostgresServer> {
  const deadline = Date.now() + 15_000;
  for (;;) {
    const logged = existsSync(options.logFile) ? statSync(options.logFile).size : 0;
    const child = spawnServer(options, endpoint);
    await waitUntilReady(child, options.dataDir);
    if (!hasExited(child)) return toServer(child, options, endpoint);
    const logText = readFileSync(options.logFile).subarray(logged).toString();
    const isBusy = /already exists|pre-existing shared memory|is in use/.test(logText);
    if (!isBusy || Date.now() > deadline) {
      const why =
        /(?:FATAL|PANIC|ERROR): {2}(.*)/.exec(logText)?.[1] ??
        logText.trim().split('\n').at(-1) ??
        '';
      throw new CliError(`The database does not start: ${why} (log: ${options.logFile})`);
    }
    await sleep(300);
  }
}

function spawnServer(
  { bin, dataDir, account, logFile, isDurable, parameters: own }: ServerOptions,
  { host, port }: Endpoint,
): ChildProcess {
  const isSocket = host.startsWith('/');
  const network = isSocket
    ? { listen_addresses: '', unix_socket_directories: host }
    : { listen_addresses: host };
  const durability = isDurable
    ? {}
    : // The servers of many test files at once, each with its pool.
      {
        fsync: 'off',
        synchronous_commit: 'off',
        full_page_writes: 'off',
        max_connections: '300',
      };
  const parameters = Object.entries({
    ...settings,
    ...network,
    ...durability,
    ...own,
    port: String(port),
  });
  const logFd = openSync(logFile, 'a', 0o600);
  try {
    // In a process group of its own, so that Ctrl-C in the terminal reaches only the launcher,
    // which stops the app first.
    const child = spawn(
      join(bin, 'postgres'),
      ['-D', dataDir, ...parameters.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      {
        cwd: '/',
        env: postgresEnvironment(),
        detached: process.platform !== 'win32',
        stdio: ['ignore', logFd, logFd],
        windowsHide: true,
        ...account,
      },
    );
    child.on('error', () => undefined);
    return child;
  } finally {
    closeSync(logFd);
  }
}

/** Waits until the server is ready or has exited. Recovery after a crash may take long. */
async function waitUntilReady(child: ChildProcess, dataDir: string): Promise<void> {
  const isSettled = () => {
    if (child.pid === undefined || hasExited(child)) return true;
    const lock = readLock(dataDir);
    return lock?.pid === child.pid && lock.isReady;
  };
  if (await waitUntil(isSettled, 5_000, 20)) return;
  log('the database puts its data in order, please wait');
  await waitUntil(isSettled, Number.POSITIVE_INFINITY, 100);
}

function toServer(
  child: ChildProcess,
  { bin, dataDir, account }: ServerOptions,
  endpoint: Endpoint,
): PostgresServer {
  const exited = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
  return {
    ...endpoint,
    pid: child.pid as number,
    exited,
    stop: async () => {
      if (process.platform === 'win32')
        spawnSync(join(bin, 'pg_ctl'), ['stop', '-D', dataDir, '-m', 'fast'], { ...account });
      await stopChild(child, 'SIGINT', 60_000);
      removeSocketDir(endpoint.host);
    },
  };
}
