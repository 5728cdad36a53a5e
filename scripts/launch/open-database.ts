import { isOutdated, outdated } from '#server/database/migration-files.ts';
import { findPooling, transactionPooling } from '#server/database/pooler.ts';
import { untilReached } from '#server/database/until-reached.ts';
import { runNode } from './child.ts';
import { claim, holderOf, type Claim, type Holder } from './claim.ts';
import { keepEmbeddedDatabase, query } from './database.ts';
import type { Life } from './lifecycle.ts';
import { Problem, say } from './problem.ts';
import type { Settings } from './settings.ts';

export interface OpenDatabase {
  url: string;
  isEmbedded: boolean;
}

/** Takes the data folder, or says who has it. */
export async function takeDataFolder(
  { DATA_DIR }: Settings,
  command: string,
  { atEnd }: Life,
): Promise<Claim> {
  const taken = await claim(DATA_DIR, command);
  if (!taken)
    throw new Problem(
      `Already running on ${DATA_DIR}: ${inWords(holderOf(DATA_DIR))}. Stop that first, or set another DATA_DIR and PORT.`,
    );
  atEnd(taken.release);
  return taken;
}

const inWords = (holder: Holder | undefined) =>
  holder
    ? `npm run ${holder.command}, process ${holder.launcher.pid}${holder.address ? `, ${holder.address}` : ''}`
    : 'another start';

/**
 * DATABASE_URL, or the embedded database of the data folder; up to date either way. @param waits
 * for one that is away
 */
export async function openDatabase(
  settings: Settings,
  claimed: Pick<Claim, 'note'>,
  life: Life,
  waits = false,
): Promise<OpenDatabase> {
  const { atEnd, fail, signal } = life;
  if (settings.DATABASE_URL) {
    const url = settings.DATABASE_URL;
    const wait = {
      say: (reason: string) => say(`waiting for the database of DATABASE_URL (${reason})`),
      signal,
    };
    if (waits) await untilReached(() => query(url, (sql) => sql`select 1`), wait);
    await migrateOrExplain(url, foreign, signal);
    return { url: settings.DATABASE_URL, isEmbedded: false };
  }
  const url = await openEmbedded(settings, claimed, { atEnd, fail });
  const embedded = {
    name: `The embedded database in ${settings.DATA_DIR}`,
    way: 'delete that folder and start again (the demo community is made anew)',
  };
  await migrateOrExplain(url, embedded, signal);
  return { url, isEmbedded: true };
}

async function openEmbedded(
  settings: Settings,
  claimed: Pick<Claim, 'note'>,
  { atEnd, fail }: Pick<Life, 'atEnd' | 'fail'>,
): Promise<string> {
  const database = await keepEmbeddedDatabase(settings.DATA_DIR, fail);
  atEnd(database.stop);
  claimed.note({ databaseUrl: database.url });
  return database.url;
}

/** Without bringing it up to date: for looking only. */
export async function openEmbeddedAsItIs(
  settings: Settings,
  command: string,
  life: Life,
): Promise<string> {
  return openEmbedded(settings, await takeDataFolder(settings, command, life), life);
}

/** For a command beside a running one: its database, else one opened for this command alone. */
export async function borrowDatabase(
  settings: Settings,
  command: string,
  life: Life,
): Promise<OpenDatabase> {
  const shared = holderOf(settings.DATA_DIR)?.databaseUrl;
  if (shared && !settings.DATABASE_URL) return { url: shared, isEmbedded: true };
  const claimed = settings.DATABASE_URL
    ? { note: () => undefined }
    : await takeDataFolder(settings, command, life);
  return openDatabase(settings, claimed, life);
}

interface Described {
  name: string;
  /** A way on from a database of a version that nothing leads on from. */
  way: string;
}

const foreign: Described = { name: 'The database of DATABASE_URL', way: 'name an empty one' };

async function migrateOrExplain(
  url: string,
  { name, way }: Described,
  signal: AbortSignal,
): Promise<void> {
  let version: number;
  try {
    version = await query(url, async (sql) =>
      Number((await sql`show server_version_num`)[0]?.server_version_num),
    );
  } catch (error) {
    throw new Problem(
      `${name} cannot be reached: ${(error as Error).message || (error as { code?: string }).code}`,
    );
  }
  if ((await findPooling(url)) === 'transaction')
    throw new Problem(`${transactionPooling} (docs/hosting.md).`);
  if (version < 150_000)
    throw new Problem(
      `${name} is PostgreSQL ${Math.floor(version / 10_000)}: 15 or newer is needed.`,
    );
  if (await query(url, (sql) => isOutdated(sql)))
    throw new Problem(`${name} ${outdated}: ${way}, or keep running the version that made it.`);
  const { code } = await runNode('scripts/migrate.ts', [], {
    env: { ...process.env, DATABASE_URL: url },
    signal,
  });
  signal.throwIfAborted();
  if (code !== 0)
    throw new Problem(`${name} could not be brought up to date: see the message above.`);
}
