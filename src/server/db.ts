import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import type { Notice, Options, Sql } from 'postgres';
import { createPool, planMode } from '#server/database/pool.ts';
import { arrayTypes } from './array-types.ts';
import { retryOnDeadlock } from './database-errors.ts';
import { env, SettingError } from './env.ts';
import { siteMemory } from './memory.ts';
import { postgresAt } from './postgres-at.ts';

export type Db = PostgresJsDatabase;
/**
 * A running transaction, or a plain `db`. Functions that join a transaction take it as their first
 * argument.
 */
export type Tx = Db | Parameters<Parameters<Db['transaction']>[0]>[0];

type Statement = Pick<Sql, 'unsafe'>;

/** `simple` false makes the driver prepare statements without parameters, too. */
const onePrepared = { prepare: true, simple: false };

/** Drizzle sends its SQL unprepared; planning a feed query each time costs more than running it. */
function prepared<T extends Statement>(client: T): T {
  return new Proxy(client, {
    get(target, key) {
      if (key === 'unsafe')
        return (text: string, params?: never[]) => target.unsafe(text, params, onePrepared);
      const value: unknown = Reflect.get(target, key);
      if (typeof value === 'function' && (key === 'begin' || key === 'savepoint')) {
        return (...args: unknown[]) => {
          const run = args.pop() as (inner: Statement) => unknown;
          return value.call(target, ...args, (inner: Statement) => run(prepared(inner)));
        };
      }
      return value;
    },
  });
}

interface SessionOptions {
  /** In milliseconds; 0 means no limit. */
  statementTimeout?: number;
  applicationName?: string;
  planMode?: string;
}

/** Allowance for the network on top of the statement's own timeout. */
const answerMargin = 3_000;

/** Limits of security.md section 8: 5 s a statement, 2 s a lock, 10 s idle in a transaction. */
function open(
  address: string,
  own: Options<never>,
  { statementTimeout = 5_000, applicationName = 'hearth', planMode = 'auto' }: SessionOptions,
  dialsOnce = false,
) {
  const options = {
    idle_timeout: 300,
    backoff: (tries: number) => Math.min(0.1 * tries, 1),
    onnotice: () => {},
    // 64-bit ids and counts as numbers: they stay far below 2^53.
    types: { bigint: { to: 20, from: [20], parse: Number, serialize: String }, ...arrayTypes },
    fetch_types: false,
    connection: { application_name: applicationName },
    ...own,
  };
  const settings = {
    timezone: 'UTC',
    client_min_messages: 'notice',
    // Starting parallel workers takes longer than a response may; such a query must be rewritten.
    max_parallel_workers_per_gather: 0,
    plan_cache_mode: planMode,
    statement_timeout: statementTimeout,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 10_000,
  };
  return postgresAt(address, options, {
    settings,
    answerWithin: statementTimeout ? statementTimeout + answerMargin : Infinity,
    dialsOnce,
  });
}

/**
 * Here one statement is one transaction and can be retried. Inside a longer transaction
 * `tx.execute` does not retry: the whole transaction has to be repeated.
 */
function withRetries(db: Db): Db {
  const execute = db.execute.bind(db);
  db.execute = ((query: SQL) => retryOnDeadlock(() => execute(query))) as unknown as Db['execute'];
  return db;
}

/** Connects with the driver's own pool, for programs that end when it breaks. */
export function connect(
  address: string,
  { max = 10, ...limits }: SessionOptions & { max?: number } = {},
) {
  const client = open(address, { max }, limits);
  return { client, db: withRetries(drizzle(prepared(client) as unknown as Sql) as Db) };
}

/** Share of the memory that plans may take (decision 055). */
const planShare = 0.3;

/** Connects for a process that survives broken connections. */
function connectPool(address: string, max: number) {
  const openOne = (onclose: () => void) => {
    const onnotice = ({ code, message }: Notice) => code === pageChange && announce(message!);
    const client = open(
      address,
      // The pool renews connections itself: the driver would end one between two statements of a
      // transaction.
      { max: 1, max_lifetime: null, onclose, onnotice },
      { planMode },
      true,
    ) as unknown as Sql;
    // Sets its parsers of dates and the like on the client.
    drizzle(client);
    return client;
  };
  const client = createPool({ open: openOne, max, maxPlanMemory: siteMemory() * planShare });
  return { client, db: withRetries(drizzle(prepared(client) as unknown as Sql) as Db) };
}

/** SQLSTATE of the notices by which triggers announce changes to public pages. */
const pageChange = 'CACHE';
let announce: (change: string) => void = () => {};

/** Calls the handler for each such change before this process sees its commit acknowledged. */
export function onPageChange(handler: typeof announce) {
  announce = handler;
}

let pool: ReturnType<typeof connectPool> | undefined;

function current() {
  if (pool) return pool;
  const address = env().DATABASE_URL;
  if (!address)
    throw new SettingError(
      'Setting DATABASE_URL: missing (npm start sets it for the embedded database)',
    );
  return (pool = connectPool(address, env().DATABASE_POOL));
}

/** The process's database, connected on first use. */
export const db: Db = new Proxy({} as Db, {
  get(_, key) {
    const target = current().db;
    const value = Reflect.get(target, key);
    return typeof value === 'function' ? value.bind(target) : value;
  },
});

/** The pool below Drizzle. */
export function driver() {
  return current().client;
}

const dialect = new PgDialect();

/**
 * Runs a statement with a plan for its values, where `db.execute` keeps one plan for all. For
 * statements whose best plan depends on the values, such as a rare or a frequent word.
 */
export async function executeWithCustomPlan<Row>(statement: SQL): Promise<Row[]> {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  return (await driver().unsafe(text, params as never[], { prepare: false })) as unknown as Row[];
}

/**
 * Uses a custom plan when there is a search term (a generic plan would call folded() per row),
 * otherwise the cached generic plan.
 */
export const executeSearch = async <Row>(search: string, statement: SQL): Promise<Row[]> =>
  search
    ? executeWithCustomPlan<Row>(statement)
    : ((await db.execute(statement)) as unknown as Row[]);

/**
 * For nightly work whose statements may take longer than a request may wait. A connection of its
 * own, because those of the pool are closed as broken when a statement outlasts its limit.
 * @param statementTimeout in milliseconds
 */
export async function withLongStatements(
  statementTimeout: number,
  work: (db: Db) => Promise<unknown>,
): Promise<void> {
  const own = connect(env().DATABASE_URL!, { max: 1, statementTimeout });
  try {
    await work(own.db);
  } finally {
    await own.client.end({ timeout: 5 });
  }
}

/** @param patience in seconds, for statements that are under way */
export async function closeDb(patience = 5) {
  const closing = pool;
  pool = undefined;
  await closing?.client.end({ timeout: patience });
}
