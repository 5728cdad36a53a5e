import { isOutdated, outdated } from '#server/database/migration-files.ts';
import { findPooling, transactionPooling } from '#server/database/pooler.ts';
import { untilReached } from '#server/database/until-reached.ts';
import { runNode } from './child.ts';
import { CliError, log } from './cli-error.ts';
import { findLockOwner, lockDataDir, type DataDirLock, type LockOwner } from './data-dir-lock.ts';
import { query, superviseEmbeddedDatabase } from './database.ts';
import type { CommandContext } from './lifecycle.ts';
import type { Settings } from './settings.ts';

export interface OpenDatabase {
  url: string;
  isEmbedded: boolean;
}

/** Locks the data folder; throws with the owner if it is locked. */
export async function acquireDataDir(
  { DATA_DIR }: Settings,
  command: string,
  { onExit }: CommandContext,
): Promise<DataDirLock> {
  const lock = await lockDataDir(DATA_DIR, command);
  if (!lock)
    throw new CliError(
      `Already running on ${DATA_DIR}: ${describeOwner(findLockOwner(DATA_DIR))}. Stop that first, or set another DATA_DIR and PORT.`,
    );
  onExit(lock.release);
  return lock;
}

const describeOwner = (owner: LockOwner | undefined) =>
  owner
    ? `npm run ${owner.command}, process ${owner.launcher.pid}${owner.address ? `, ${owner.address}` : ''}`
    : 'another start';

/**
 * Opens the database of DATABASE_URL or the embedded one, and migrates it.
 * @param waits whether to wait for an unreachable database
 */
export async function openDatabase(
  settings: Settings,
  lock: Pick<DataDirLock, 'update'>,
  context: CommandContext,
  waits = false,
): Promise<OpenDatabase> {
  const { onExit, fail, signal } = context;
  if (settings.DATABASE_URL) {
    const url = settings.DATABASE_URL;
    const wait = {
      log: (reason: string) => log(`waiting for the database of DATABASE_URL (${reason})`),
      signal,
    };
    if (waits) await untilReached(() => query(url, (sql) => sql`select 1`), wait);
    await migrateOrExplain(url, external, signal);
    return { url: settings.DATABASE_URL, isEmbedded: false };
  }
  const url = await openEmbedded(settings, lock, { onExit, fail });
  const embedded = {
    name: `The embedded database in ${settings.DATA_DIR}`,
    advice: 'delete that folder and start again (the demo community is made anew)',
  };
  await migrateOrExplain(url, embedded, signal);
  return { url, isEmbedded: true };
}

async function openEmbedded(
  settings: Settings,
  lock: Pick<DataDirLock, 'update'>,
  { onExit, fail }: Pick<CommandContext, 'onExit' | 'fail'>,
): Promise<string> {
  const database = await superviseEmbeddedDatabase(settings.DATA_DIR, fail);
  onExit(database.stop);
  lock.update({ databaseUrl: database.url });
  return database.url;
}

/** Opens the embedded database without migrating it: read-only use. */
export async function openEmbeddedUnmigrated(
  settings: Settings,
  command: string,
  context: CommandContext,
): Promise<string> {
  return openEmbedded(settings, await acquireDataDir(settings, command, context), context);
}

/**
 * For a command beside a running site: uses the site's database, otherwise opens one for this
 * command.
 */
export async function openSharedDatabase(
  settings: Settings,
  command: string,
  context: CommandContext,
): Promise<OpenDatabase> {
  const shared = findLockOwner(settings.DATA_DIR)?.databaseUrl;
  if (shared && !settings.DATABASE_URL) return { url: shared, isEmbedded: true };
  const lock = settings.DATABASE_URL
    ? { update: () => undefined }
    : await acquireDataDir(settings, command, context);
  return openDatabase(settings, lock, context);
}

interface DatabaseDescription {
  name: string;
  /** How to proceed from a database of an unsupported version. */
  advice: string;
}

const external: DatabaseDescription = {
  name: 'The database of DATABASE_URL',
  advice: 'name an empty one',
};

async function migrateOrExplain(
  url: string,
  { name, advice }: DatabaseDescription,
  signal: AbortSignal,
): Promise<void> {
  let version: number;
  try {
    version = await query(url, async (sql) =>
      Number((await sql`show server_version_num`)[0]?.server_version_num),
    );
  } catch (error) {
    throw new CliError(
      `${name} cannot be reached: ${(error as Error).message || (error as { code?: string }).code}`,
    );
  }
  if ((await findPooling(url)) === 'transaction')
    throw new CliError(`${transactionPooling} (docs/hosting.md).`);
  if (version < 150_000)
    throw new CliError(
      `${name} is PostgreSQL ${Math.floor(version / 10_000)}: 15 or newer is needed.`,
    );
  if (await query(url, (sql) => isOutdated(sql)))
    throw new CliError(`${name} ${outdated}: ${advice}, or keep running the version that made it.`);
  const { code } = await runNode('scripts/migrate.ts', [], {
    env: { ...process.env, DATABASE_URL: url },
    signal,
  });
  signal.throwIfAborted();
  if (code !== 0)
    throw new CliError(`${name} could not be brought up to date: see the message above.`);
}
