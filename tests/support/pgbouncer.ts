import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresAt } from '#server/postgres-at.ts';
import { databaseAccount } from '../../scripts/launch/account.ts';
import { hasExited, stopChild, waitUntil } from '../../scripts/launch/processes.ts';
import { findPgBouncer } from '../../scripts/launch/test-programs.ts';
import { freePort } from './free-port.ts';
import { startDatabaseTunnel } from './tunnel.ts';

const program = findPgBouncer();

/** Reason to skip tests with a real pooler; undefined if one is installed. */
export const noPgBouncer = program ? undefined : 'pgbouncer is not installed';

export interface PgBouncer {
  url: string;
  /** Sends a command to its console: KILL, RESUME, … */
  execute(command: 'kill' | 'resume'): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a real pooler in front of the database at this URL. */
export async function startPgBouncer(
  to: string,
  mode: 'session' | 'transaction',
): Promise<PgBouncer> {
  const behind = await startDatabaseTunnel(to);
  const address = new URL(behind.url);
  const database = address.pathname.slice(1);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'hearth-pgbouncer-'));
  chmodSync(folder, 0o755);
  const file = join(folder, 'pgbouncer.ini');
  const target = {
    host: '127.0.0.1',
    port: behind.port,
    dbname: database,
    user: address.username,
    password: decodeURIComponent(address.password),
  };
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    admin_users: address.username,
    pool_mode: mode,
    // Clients that connect during a pause wait this long afterwards, 15 s by default.
    server_login_retry: 1,
  };
  const lines = (given: object, separator: string) =>
    Object.entries(given)
      .map(([name, value]) => `${name}=${String(value)}`)
      .join(separator);
  writeFileSync(
    file,
    `[databases]\n${database} = ${lines(target, ' ')}\n[pgbouncer]\n${lines(settings, '\n')}\n`,
  );
  // It refuses to run as root.
  const child = spawn(program!, [file], { stdio: 'ignore', ...databaseAccount() });
  address.port = String(port);
  const console = new URL(address.href);
  console.pathname = '/pgbouncer';
  const execute = async (command: string) => {
    const client = postgresAt(console.href, { max: 1, fetch_types: false, connect_timeout: 2 });
    await client.unsafe(command).finally(() => client.end({ timeout: 1 }));
  };
  if (
    !(await waitUntil(
      () =>
        execute('show version').then(
          () => true,
          () => hasExited(child),
        ),
      10_000,
    )) ||
    hasExited(child)
  )
    throw new Error('PgBouncer does not start.');
  return {
    url: address.href,
    execute: (command) => execute(`${command} ${database}`),
    stop: async () => {
      await stopChild(child, 'SIGINT', 1_000);
      behind.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
