import type { Sql } from 'postgres';
import { requestSemaphore } from '#server/semaphore.ts';

type Unsafe = Sql['unsafe'];
interface SendOptions {
  prepare?: boolean;
}

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
  /** Milliseconds since a connection that owes answers gave one: of the one that is behind most. */
  longestWait: () => number;
}

/** One connection. Discarded with its client when it closes, or when it is idle and old. */
interface Member {
  client: Sql;
  pending: number;
  /** Since when it owes the next answer; undefined when it owes none. */
  owesSince: number | undefined;
  renewAt: number;
  /** Statements whose plans it keeps. */
  prepared: Set<string>;
  /** Estimated bytes of these plans. */
  planMemory: number;
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
  /** Bytes that the plans of all connections may take: then the one with most of them is renewed. */
  maxPlanMemory?: number;
  /** Milliseconds after which a connection is renewed. */
  maxAge?: number;
}

/** Bytes of a plan for each character of its statement; measured: 110 to 140. */
const bytesPerCharacter = 125;

const closedError = () =>
  Object.assign(new Error('the connection was closed'), { code: 'CONNECTION_CLOSED' });

/**
 * A pool with one client per connection. The driver's own pool keeps using a connection that broke:
 * a statement of its transaction may then run in another one, or end the process. Statements share
 * connections, each where it was planned before; each transaction has its own, and at least one stays
 * free for statements.
 */
export function createPool({
  open,
  max,
  maxWait,
  maxPlanMemory = Infinity,
  maxAge = 30 * 60_000,
}: PoolOptions): Pool {
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
      owesSince: undefined,
      // Not all at once, so that not everything is planned again at once.
      renewAt: performance.now() + maxAge * (0.5 + Math.random() / 2),
      prepared: new Set(),
      planMemory: 0,
      isInTransaction: false,
      isClosed: false,
    };
    members.push(member);
    return member;
  }

  const free = () => members.filter(({ isInTransaction }) => !isInTransaction);
  const leastBusy = (some: Member[]) =>
    some.reduce<Member | undefined>(
      (best, member) => (best && best.pending <= member.pending ? best : member),
      undefined,
    );

  const isDue = ({ renewAt }: Member) => performance.now() > renewAt;

  /** Picks an idle connection, else a new one, else the least busy; one that is due only if all are. */
  function pick(some = free()): Member {
    const best = leastBusy(some.filter((member) => !isDue(member))) ?? leastBusy(some);
    return best && (!best.pending || members.length >= max) ? best : add();
  }

  /** Prefers a connection that has planned the statement: a plan of a feed takes up to 20 MB. */
  const pickFor = (text: string) =>
    free().find(({ pending, prepared }) => !pending && prepared.has(text)) ?? pick();

  /** Drops idle connections, to be rid of their plans: a connection never forgets one. */
  function renew() {
    const planMemory = members.reduce((sum, member) => sum + member.planMemory, 0);
    // A busy one later: dropping smaller ones instead would free little, again and again.
    if (planMemory > maxPlanMemory)
      members.reduce((one, other) => (other.planMemory > one.planMemory ? other : one)).renewAt = 0;
    for (const member of free()) if (!member.pending && isDue(member)) drop(member);
  }

  function sendOn(member: Member, text: string, params: never[], options: SendOptions) {
    const query = send(member, text, params, options);
    query.then(renew, renew);
    return query;
  }

  return {
    options: { parsers: {}, serializers: {} },
    unsafe: ((text: string, params: never[] = [], options: SendOptions = {}) => {
      if (options.prepare !== false) return sendOn(pickFor(text), text, params, options);
      const member = pick();
      // A connection runs what is sent together in this order, and nothing in between.
      void sendOn(member, 'set plan_cache_mode = force_custom_plan', [], {});
      const query = sendOn(member, text, params, options);
      void sendOn(member, `set plan_cache_mode = ${planMode}`, [], {});
      return query;
    }) as unknown as Unsafe,
    async begin(run) {
      const release = await transactions.acquire();
      // The newest first, so that the others keep what is read often.
      const member = pick(free().toReversed());
      member.isInTransaction = true;
      try {
        return await runTransaction(member, run, () => drop(member));
      } finally {
        member.isInTransaction = false;
        renew();
        release();
      }
    },
    longestWait() {
      const now = performance.now();
      return Math.max(0, ...members.map(({ owesSince = now }) => now - owesSince));
    },
    async end(options = {}) {
      await Promise.all(members.map(({ client }) => client.end(options)));
    },
  };
}

/** Sends a statement on this connection, and notes its plan and since when an answer is owed. */
function send(member: Member, text: string, params: never[], options: SendOptions) {
  if (options.prepare && !member.prepared.has(text)) {
    member.prepared.add(text);
    member.planMemory += text.length * bytesPerCharacter;
  }
  const query = member.client.unsafe(text, params, options);
  const answered = () => {
    member.pending -= 1;
    member.owesSince = member.pending ? performance.now() : undefined;
  };
  member.pending += 1;
  member.owesSince ??= performance.now();
  query.then(answered, answered);
  return query;
}

async function runTransaction<Result>(
  member: Member,
  run: (session: Session) => Promise<Result>,
  drop: () => void,
): Promise<Result> {
  const { client } = member;
  let failure: unknown;
  let savepoints = 0;
  const sendHere = (text: string, params: never[] = [], options: SendOptions = {}) => {
    // Another connection is not part of this transaction.
    if (member.isClosed) throw failure ?? closedError();
    const query = send(member, text, params, options);
    query.catch((error: unknown) => (failure ??= error));
    return query;
  };
  const session: Session = {
    options: client.options,
    unsafe: sendHere as unknown as Unsafe,
    async savepoint(nested) {
      const name = `savepoint_${(savepoints += 1)}`;
      await sendHere(`savepoint ${name}`);
      try {
        return await nested(session);
      } catch (error) {
        if (!member.isClosed) await sendHere(`rollback to ${name}`);
        throw error;
      }
    },
  };
  // Not awaited: the statements below queue behind it on the same connection.
  const begun = sendHere('begin');
  let hasEnded = false;
  try {
    const result = await run(session);
    await begun;
    hasEnded = true;
    const { command } = await sendHere('commit');
    // A statement failed and the caller caught its error.
    if (command !== 'COMMIT') throw failure ?? new Error('The transaction was rolled back');
    return result;
  } catch (error) {
    if (!hasEnded && !member.isClosed) await client.unsafe('rollback').catch(drop);
    throw error;
  }
}
