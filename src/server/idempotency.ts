import { and, eq } from 'drizzle-orm';
import { sql } from '#server/sql.ts';
import { now } from './clock.ts';
import { db, type Tx } from './db.ts';
import { invalid } from './errors.ts';
import { idempotencyKeys } from './infrastructure.table.ts';

/**
 * What makes two requests "the same": who, which call, which content. `key` is the Idempotency-Key
 * header.
 */
export interface Creation {
  memberId: number;
  call: string;
  key: string | undefined;
  inputHash: Buffer;
}

/**
 * Older answers wait for a sweep and are given no more: of a story, for one, they would tell what
 * has ended.
 */
const isFresh = () => sql`(${idempotencyKeys.createdAt} > ${now()} - interval '24 hours')`;

/**
 * Runs `create` in a transaction, at most once per Idempotency-Key within 24 hours. Sent again, the
 * first answer is given again; the same key with other content is refused. `create` must return the
 * call's whole answer (JSON).
 * @param options.isOneStatement it writes with a single statement, which needs no transaction
 * around it: two round trips less
 */
export async function withIdempotencyKey<Answer>(
  creation: Creation,
  create: (tx: Tx) => Promise<Answer>,
  options: { isOneStatement?: boolean } = {},
): Promise<Answer> {
  const { key, memberId, call } = creation;
  if (!key) return options.isOneStatement ? create(db) : db.transaction(create);
  const { inputHash } = creation;
  return db.transaction(async (tx) => {
    // A twin in flight holds the row: this waits for it and then finds its answer, or takes over if
    // it failed.
    const row = { call, inputHash, createdAt: now(), response: null };
    const mine = await tx
      .insert(idempotencyKeys)
      .values({ memberId, key, ...row })
      .onConflictDoUpdate({
        target: [idempotencyKeys.memberId, idempotencyKeys.key],
        set: row,
        setWhere: sql`not ${isFresh()}`,
      })
      .returning();
    const where = and(eq(idempotencyKeys.memberId, memberId), eq(idempotencyKeys.key, key));
    if (!mine.length) {
      const [first] = await tx.select().from(idempotencyKeys).where(where);
      if (!first || first.call !== call || !first.inputHash.equals(inputHash)) {
        throw invalid(
          'This Idempotency-Key was already used for something else.',
          'Idempotency-Key',
        );
      }
      return first.response as Answer;
    }
    const answer = await create(tx);
    await tx.update(idempotencyKeys).set({ response: answer }).where(where);
    return answer;
  });
}

/**
 * The answer that was given for this very request before, if it was: nothing of the work need be
 * done again.
 */
export async function findStoredResponse<Answer>({
  key,
  memberId,
  call,
  inputHash,
}: Creation): Promise<Answer | undefined> {
  if (!key) return undefined;
  const [first] = await db
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.memberId, memberId), eq(idempotencyKeys.key, key), isFresh()));
  return first && first.call === call && first.inputHash.equals(inputHash)
    ? ((first.response as Answer | null) ?? undefined)
    : undefined;
}

const givenUp = 'given up';

/**
 * Nothing is made with this key any more: what was sent with it and is still under way is refused.
 * Tells whether something was made before, which stays.
 */
export async function revokeKey(memberId: number, key: string): Promise<boolean> {
  const row = { call: givenUp, inputHash: Buffer.alloc(0), createdAt: now(), response: null };
  // One in flight holds the row: this waits for its end.
  const mine = await db
    .insert(idempotencyKeys)
    .values({ memberId, key, ...row })
    .onConflictDoUpdate({
      target: [idempotencyKeys.memberId, idempotencyKeys.key],
      set: row,
      setWhere: sql`not ${isFresh()}`,
    })
    .returning();
  if (mine.length) return false;
  const [first] = await db
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.memberId, memberId), eq(idempotencyKeys.key, key)));
  return first !== undefined && first.call !== givenUp;
}
