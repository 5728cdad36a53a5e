import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  realpathSync,
  renameSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { postgresAt } from '#server/postgres-at.ts';
import { closedFolder, databaseAccount, type Account } from './account.ts';
import { CliError, log } from './cli-error.ts';
import { embeddedBinaries } from './postgres-binaries.ts';
import { createCluster, readOrCreatePassword } from './postgres-cluster.ts';
import { removeSocketDir, stopOrphan } from './postgres-orphan.ts';
import {
  chooseEndpoint,
  startServer,
  type Endpoint,
  type PostgresServer,
} from './postgres-server.ts';

export interface EmbeddedPostgres {
  /** Connection URL for the product's role: owner of its database, nothing else. */
  url: string;
  /** Connection URL for the superuser of this server. */
  adminUrl: string;
  pid: number;
  exited: Promise<void>;
  stop(): Promise<void>;
  /** Restarts it with the same URL after a crash. */
  restart(): Promise<EmbeddedPostgres>;
}

export interface EmbeddedOptions {
  /** Folder with `postgres` and `initdb`, instead of those from npm. */
  bin?: string;
  isDurable?: boolean;
  /** Further parameters of the server. */
  parameters?: Record<string, string>;
  /** Tests create databases of their own. */
  mayCreateDatabases?: boolean;
}

/**
 * Starts PostgreSQL on `<home>/data`, created at first use. The caller holds the lock on the folder
 * (data-dir-lock.ts).
 */
export async function startEmbeddedPostgres(
  home: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  const account = databaseAccount();
  const folder = prepareFolder(resolve(home), account);
  const bin = options.bin ?? embeddedBinaries(account);
  const isDurable = options.isDurable ?? true;
  const logFile = join(folder, 'postgres.log');
  const dataDir = join(folder, 'data');
  const passwords = {
    admin: readOrCreatePassword(join(folder, 'admin-password')),
    hearth: readOrCreatePassword(join(folder, 'password')),
  };
  rotateLog(logFile);
  const isNew = !existsSync(dataDir);
  if (isNew) createCluster({ bin, dataDir, account, adminPassword: passwords.admin, isDurable });
  else await stopOrphan(dataDir);
  const endpoint = await chooseEndpoint(account);

  const start = async (): Promise<EmbeddedPostgres> => {
    const server = await startServer(
      { bin, dataDir, account, logFile, isDurable, parameters: options.parameters ?? {} },
      endpoint,
    );
    try {
      await ensureDatabase(server, passwords, options.mayCreateDatabases ?? false);
    } catch (error) {
      await server.stop();
      throw error;
    }
    return {
      url: buildUrl(endpoint, 'hearth', passwords.hearth, 'hearth'),
      adminUrl: buildUrl(endpoint, 'postgres', passwords.admin, 'postgres'),
      pid: server.pid,
      exited: server.exited,
      stop: server.stop,
      restart: start,
    };
  };
  try {
    return await start();
  } catch (error) {
    removeSocketDir(endpoint.host);
    throw error;
  }
}

/**
 * The host is the socket's folder, percent-encoded: psql, pg_dump and pg understand this,
 * postgres.js with `#server/postgres-at.ts`.
 */
function buildUrl(
  { host, port }: Endpoint,
  user: string,
  password: string,
  database: string,
): string {
  return `postgres://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/${database}`;
}

async function ensureDatabase(
  server: PostgresServer,
  passwords: { admin: string; hearth: string },
  mayCreate: boolean,
): Promise<void> {
  const sql = postgresAt(buildUrl(server, 'postgres', passwords.admin, 'postgres'), {
    max: 1,
    onnotice: () => undefined,
  });
  try {
    const [role] = await sql`select 1 from pg_roles where rolname = 'hearth'`;
    if (!role)
      await sql.unsafe(
        `create role hearth login ${mayCreate ? 'createdb' : ''} password '${passwords.hearth}'`,
      );
    const [database] = await sql`select 1 from pg_database where datname = 'hearth'`;
    if (!database) await sql`create database hearth owner hearth`;
  } finally {
    await sql.end();
  }
}

/**
 * Creates the folder for this database. Everybody can traverse it, because its `data` belongs to
 * another account when we are root. If that account cannot reach it (a checkout in /root), the data
 * is stored under /var/lib and a link is created instead.
 */
function prepareFolder(home: string, account: Account | undefined): string {
  const parent = dirname(home);
  mkdirSync(parent, { recursive: true });
  // Our own folder is closed: allow the database's account to pass through, not to list.
  if (account && statSync(parent).uid === 0) chmodSync(parent, statSync(parent).mode | 0o011);
  if (existsSync(home)) return realpathSync(home);
  const link = lstatSync(home, { throwIfNoEntry: false });
  if (link)
    throw new CliError(
      `${home} leads to ${readlinkSync(home)}, which is gone. Put it back, or remove the link to begin with an empty database.`,
    );
  const closed = closedFolder(join(realpathSync(parent), 'data'), account);
  if (!closed) {
    createTraversableFolder(home);
    return home;
  }
  let outside: string;
  try {
    createTraversableFolder('/var/lib/hearth');
    outside = mkdtempSync('/var/lib/hearth/postgres-');
    createTraversableFolder(outside);
  } catch {
    throw new CliError(
      `The database's account may not pass through ${closed}. Open it (chmod o+x ${closed}), or set DATA_DIR or DATABASE_URL.`,
    );
  }
  symlinkSync(outside, home);
  log(
    `the database's account may not pass through ${closed}, so the database is kept in ${outside} (${home} leads there)`,
  );
  return outside;
}

function createTraversableFolder(path: string): void {
  mkdirSync(path, { recursive: true });
  chmodSync(path, 0o711);
}

function rotateLog(logFile: string): void {
  if (existsSync(logFile) && statSync(logFile).size > 5_000_000)
    renameSync(logFile, `${logFile}.1`);
}
