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
import { embeddedBinaries } from './postgres-binaries.ts';
import { makeCluster, passwordIn } from './postgres-cluster.ts';
import { removeSocketDir, stopOrphan } from './postgres-orphan.ts';
import {
  chooseListening,
  startServer,
  type Listening,
  type PostgresServer,
} from './postgres-server.ts';
import { Problem, say } from './problem.ts';

export interface EmbeddedPostgres {
  /** For the role that the product uses: owner of its database, no more. */
  url: string;
  /** For the superuser of this server. */
  adminUrl: string;
  pid: number;
  exited: Promise<void>;
  stop(): Promise<void>;
  /** Starts it again at the same address after it has died. */
  restart(): Promise<EmbeddedPostgres>;
}

export interface EmbeddedOptions {
  /** Other programs than the ones from npm: a folder with `postgres` and `initdb`. */
  bin?: string;
  isDurable?: boolean;
  /** Tests make databases of their own. */
  mayCreateDatabases?: boolean;
}

/**
 * Starts PostgreSQL on `<home>/data`, made at first use. The caller holds the claim on the folder
 * (claim.ts).
 */
export async function startEmbeddedPostgres(
  home: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  const account = databaseAccount();
  const place = preparePlace(resolve(home), account);
  const bin = options.bin ?? embeddedBinaries(account);
  const isDurable = options.isDurable ?? true;
  const logFile = join(place, 'postgres.log');
  const dataDir = join(place, 'data');
  const passwords = {
    admin: passwordIn(join(place, 'admin-password')),
    hearth: passwordIn(join(place, 'password')),
  };
  keepLogSmall(logFile);
  const isNew = !existsSync(dataDir);
  if (isNew) makeCluster({ bin, dataDir, account, adminPassword: passwords.admin, isDurable });
  else await stopOrphan(dataDir);
  const listening = await chooseListening(account);

  const start = async (): Promise<EmbeddedPostgres> => {
    const server = await startServer({ bin, dataDir, account, logFile, isDurable }, listening);
    try {
      await ensureDatabase(server, passwords, options.mayCreateDatabases ?? false);
    } catch (error) {
      await server.stop();
      throw error;
    }
    return {
      url: addressOf(listening, 'hearth', passwords.hearth, 'hearth'),
      adminUrl: addressOf(listening, 'postgres', passwords.admin, 'postgres'),
      pid: server.pid,
      exited: server.exited,
      stop: server.stop,
      restart: start,
    };
  };
  try {
    return await start();
  } catch (error) {
    removeSocketDir(listening.host);
    throw error;
  }
}

/**
 * The host is the socket's folder, percent-encoded: what psql, pg_dump and pg understand, and
 * `#server/postgres-at.ts` for postgres.js.
 */
function addressOf(
  { host, port }: Listening,
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
  const sql = postgresAt(addressOf(server, 'postgres', passwords.admin, 'postgres'), {
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
 * The folder that holds everything of this database. Everybody may pass through it, since its
 * `data` belongs to another account when we are root. Where that account cannot even come near (a
 * checkout in /root), the data lives under /var/lib instead, and a link stands in its place.
 */
function preparePlace(home: string, account: Account | undefined): string {
  if (existsSync(home)) return realpathSync(home);
  const link = lstatSync(home, { throwIfNoEntry: false });
  if (link)
    throw new Problem(
      `${home} leads to ${readlinkSync(home)}, which is gone. Put it back, or remove the link to begin with an empty database.`,
    );
  const parent = dirname(home);
  mkdirSync(parent, { recursive: true });
  // Our own folder is opened for passing through (not for looking in) where a strict umask closed
  // it.
  if (account && statSync(parent).uid === 0) chmodSync(parent, statSync(parent).mode | 0o011);
  const closed = closedFolder(join(realpathSync(parent), 'data'), account);
  if (!closed) {
    makeOpenFolder(home);
    return home;
  }
  let outside: string;
  try {
    makeOpenFolder('/var/lib/hearth');
    outside = mkdtempSync('/var/lib/hearth/postgres-');
    makeOpenFolder(outside);
  } catch {
    throw new Problem(
      `The database's account may not pass through ${closed}. Open it (chmod o+x ${closed}), or set DATA_DIR or DATABASE_URL.`,
    );
  }
  symlinkSync(outside, home);
  say(
    `the database's account may not pass through ${closed}, so the database is kept in ${outside} (${home} leads there)`,
  );
  return outside;
}

function makeOpenFolder(path: string): void {
  mkdirSync(path, { recursive: true });
  chmodSync(path, 0o711);
}

function keepLogSmall(logFile: string): void {
  if (existsSync(logFile) && statSync(logFile).size > 5_000_000)
    renameSync(logFile, `${logFile}.1`);
}
