import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import type { Sql } from 'postgres';
import { heartbeatName } from '#server/database/listening-line.ts';
import { env } from './env.ts';
import { postgresAt } from './postgres-at.ts';
import { readOrMakeKey } from './secrets.ts';

/** Names where data is used: a copy of the data is used elsewhere (docs/decisions/052). */
export interface Location {
  /** For people. */
  name: string;
  /** The folder of an embedded database, else the identity of the database. */
  database: string;
  /**
   * The server of the database, as DATABASE_URL names it and by its own address; recorded are those
   * of all machines. None of an embedded one.
   */
  hosts: string[];
  /** Stored outside the data. Null: none is; absent: it cannot be read. */
  id?: string | null;
}

/** Hostnames of the app's own machine are no part of it: they change with each container. */
export const isSameLocation = (recorded: Location, here: Location): boolean =>
  recorded.database === here.database &&
  (!here.hosts.length || here.hosts.some((host) => recorded.hosts.includes(host))) &&
  (here.id === undefined || !recorded.id || recorded.id === here.id);

export interface LocationCheck {
  here: Location;
  /** Absent before the first start. */
  recorded?: Location;
  isElsewhere: boolean;
  /** Why the id outside the data cannot be read, and the remedy. */
  problem?: string;
}

interface Facts {
  folder: string | null;
  name: string;
  oid: string;
  port: string;
  server: string | null;
  has_state: boolean;
}

const key = 'location';

/**
 * Compares the location of this process with the one that the data was last used at.
 * @param makesId makes the file with the id, if it is missing
 */
export const checkLocation = (databaseUrl: string, makesId = false): Promise<LocationCheck> =>
  ask(databaseUrl, async (sql) => {
    const [facts] = await sql<Facts[]>`
      select current_setting('hearth.data_dir', true) as folder, current_database() as name,
        (select oid::text from pg_database where datname = current_database()) as oid,
        current_setting('port') as port, host(inet_server_addr()) as server,
        to_regclass('site_state') is not null as has_state`;
    const { folder, name, oid, port, server, has_state } = facts!;
    const { id, problem } = readId(Boolean(folder), makesId);
    const host = hostOf(databaseUrl);
    const here: Location = folder
      ? { name: folder, database: folder, hosts: [], id }
      : {
          name: `database ${name} at ${host}`,
          database: `${await systemIdentifier(sql)}/${oid}:${port}`,
          hosts: [host, isLoopback(server) ? 'local' : server!],
          id,
        };
    const recorded = has_state ? await readRecorded(sql) : undefined;
    return {
      here,
      ...(recorded && { recorded }),
      isElsewhere: recorded !== undefined && !isSameLocation(recorded, here),
      ...(problem && { problem }),
    };
  });

/** Whether a process serves this database, on whatever machine. */
export const isServed = (databaseUrl: string): Promise<boolean> =>
  ask(databaseUrl, async (sql) => {
    const rows = await sql`
      select from pg_stat_activity
      where datname = current_database()
        and application_name = ${heartbeatName}`;
    return rows.length > 0;
  });

const maxHosts = 20;

/** The hosts of other machines stay; an id that cannot be read does not replace a recorded one. */
export function joinLocations(here: Location, recorded?: Location): Location {
  if (recorded?.database !== here.database) return here;
  const hosts = [...new Set([...recorded.hosts, ...here.hosts])].slice(-maxHosts);
  return { ...here, hosts, id: here.id === undefined ? recorded.id : here.id };
}

/** Records that the data is used here. */
export const recordLocation = (
  databaseUrl: string,
  { here, recorded }: Pick<LocationCheck, 'here' | 'recorded'>,
): Promise<void> =>
  ask(databaseUrl, async (sql) => {
    const value = JSON.stringify(joinLocations(here, recorded));
    if (value === JSON.stringify(recorded)) return;
    await sql`
      insert into site_state (key, value)
      values (${key}, ${value})
      on conflict (key) do update set value = excluded.value, updated_at = now()`;
  });

async function readRecorded(sql: Sql): Promise<Location | undefined> {
  const [row] = await sql<{ value: string }[]>`select value from site_state where key = ${key}`;
  return row && (JSON.parse(row.value) as Location);
}

/** The same for all databases of a server and for its physical copies. */
async function systemIdentifier(sql: Sql): Promise<string> {
  try {
    const [row] = await sql<{ id: string }[]>`
      select system_identifier::text as id from pg_control_system()`;
    return row!.id;
  } catch (error) {
    // A provider may have revoked the right to call it.
    if ((error as { code?: string }).code !== '42501') throw error;
    return '';
  }
}

function hostOf(databaseUrl: string): string {
  const { hostname, searchParams } = new URL(databaseUrl);
  return searchParams.get('host') ?? decodeURIComponent(hostname);
}

const isLoopback = (address: string | null) =>
  address === null || /^(127\.|::1$|::ffff:127\.)/.test(address);

/**
 * Without LOCATION_ID, the data of an embedded database has the id of the account. A database of
 * its own may be used from several machines, so there the identity of the database has to do.
 */
function readId(
  isEmbedded: boolean,
  makesId: boolean,
): Pick<Location, 'id'> & { problem?: string } {
  const given = env().LOCATION_ID;
  if (given && !isAbsolute(given)) return { id: given };
  if (!given && !isEmbedded) return { id: null };
  const file = given ?? join(stateFolder(), 'hearth', 'location-id');
  try {
    return { id: (makesId ? readOrMakeKey(file) : readKey(file))?.trim() ?? null };
  } catch (error) {
    return {
      problem:
        `the id of this location cannot be stored in ${file} (${(error as NodeJS.ErrnoException).code}): ` +
        "let the site's account write there, or set LOCATION_ID",
    };
  }
}

/** The content; null if a start would make the file. Throws if it could not. */
function readKey(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  let folder = dirname(file);
  while (!existsSync(folder)) folder = dirname(folder);
  accessSync(folder, constants.W_OK);
  return null;
}

const stateFolder = () => process.env.XDG_STATE_HOME || join(homedir(), '.local', 'state');

async function ask<T>(databaseUrl: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = postgresAt(databaseUrl, { max: 1, fetch_types: false }, { answerWithin: 5_000 });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
