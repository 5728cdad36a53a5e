import type { Sql } from 'postgres';
import { requestSemaphore } from '#server/semaphore.ts';

type Unsafe = Sql['unsafe'];

/** Runs statements inside a transaction. */
interface Session {
  options: Sql['options'];
  unsafe: Unsafe;
  savepoint: <Result>(run: (session: Session) => Promise<Result>) => Promise<Result>;
}

/** The part of the driver that Drizzle uses. */
export interface Pool {
  options: { parsers: object; serializers: object };
  /** With `prepare: false` the statement is planned for its values (decision 003). */
  unsafe: Unsafe;
  begin: <Result>(run: (session: Session) => Promise<Result>) => Promise<Result>;
  /** @param options.timeout in seconds, for statements that are under way */
  end: (options?: { timeout?: number }) => Promise<void>;
}

/** One connection. Discarded with its client when it closes. */
interface Member {
  client: Sql;
  pending: number;
  isInTransaction: boolean;
  isClosed: boolean;
}

/** Prepared statements are planned once per connection, and never for single values. */
export const planMode = 'force_generic_plan';

interface PoolOptions {
  /** A client of one connection, which is dialled once. */
  open: (onClose: () => void) => Sql;
  max: number;
  /** Milliseconds that a transaction waits for a connection. */
  maxWait?: number;
}

const closedError = () =>
  Object.assign(new Error('the connection was closed'), { code: 'CONNECTION_CLOSED' });

/**
 * A pool with one client per connection. The driver's own pool keeps using a connection that broke:
 * a statement of its transaction may then run in another one, or end the process. Statements share
 * connections; each transaction has its own, and at least one stays free for statements.
 */
export function createPool({ open, max, maxWait }: PoolOptions): Pool {
  const members: Member[] = [];
  const maxTransactions = Math.max(1, Math.min(max - 1, Math.floor(max * 0.8)));
  const transactions = requestSemaphore(maxTransactions, maxWait);

  function drop(member: Member) {
    if (member.isClosed) return;
    member.isClosed = true;
    members.splice(members.indexOf(member), 1);
    void member.client.end({ timeout: 0 }).catch(() => undefined);
  }

  function add(): Member {
    const member: Member = {
      client: open(() => drop(member)),
      pending: 0,
      isInTransaction: false,
      isClosed: false,
    };
    members.push(member);
    return member;
  }

  /** Picks an idle connection, else a new one, else the least busy. */
  function pick(): Member {
    let best: Member | undefined;
    for (const member of members) {
      if (member.isInTransaction) continue;
      if (!member.pending) return member;
      if (!best || member.pending < best.pending) best = member;
    }
    return members.length < max || !best ? add() : best;
  }

  function sendOn(member: Member, text: string, params: never[], options: object) {
    const query = member.client.unsafe(text, params, options);
    const done = () => void (member.pending -= 1);
    member.pending += 1;
    query.then(done, done);
    return query;
  }

  return {
    options: { parsers: {}, serializers: {} },
    unsafe: ((text: string, params: never[] = [], options: { prepare?: boolean } = {}) => {
      const member = pick();
      if (options.prepare !== false) return sendOn(member, text, params, options);
      // A connection runs what is sent together in this order, and nothing in between.
      void sendOn(member, 'set plan_cache_mode = force_custom_plan', [], {});
      const query = sendOn(member, text, params, options);
      void sendOn(member, `set plan_cache_mode = ${planMode}`, [], {});
      return query;
    }) as unknown as Unsafe,
    async begin(run) {
      const release = await transactions.acquire();
      const member = pick();
      member.isInTransaction = true;
      try {
        return await runTransaction(member, run, () => drop(member));
      } finally {
        member.isInTransaction = false;
        release();
      }
    },
    async end(options = {}) {
      await Promise.all(members.map(({ client }) => client.end(options)));
    },
  };
}

async function runTransaction<Result>(
  member: Member,
  run: (session: Session) => Promise<Result>,
  drop: () => void,
): Promise<Result> {
  const { client } = member;
  let failure: unknown;
  let savepoints = 0;
  const send = (text: string, params: never[] = [], options: object = {}) => {
    // Another connection is not part of this transaction.
    if (member.isClosed) throw failure ?? closedError();
    const query = client.unsafe(text, params, options);
    query.catch((error: unknown) => (failure ??= error));
    return query;
  };
  const session: Session = {
    options: client.options,
    unsafe: send as unknown as Unsafe,
    async savepoint(nested) {
      const name = `savepoint_${(savepoints += 1)}`;
      await send(`savepoint ${name}`);
      try {
        return await nested(session);
      } catch (error) {
        if (!member.isClosed) await send(`rollback to ${name}`);
        throw error;
      }
    },
  };
  // Not awaited: the statements below queue behind it on the same connection.
  const begun = send('begin');
  let hasEnded = false;
  try {
    const result = await run(session);
    await begun;
    hasEnded = true;
    const { command } = await send('commit');
    // A statement failed and the caller caught its error.
    if (command !== 'COMMIT') throw failure ?? new Error('The transaction was rolled back');
    return result;
  } catch (error) {
    if (!hasEnded && !member.isClosed) await client.unsafe('rollback').catch(drop);
    throw error;
  }
}
