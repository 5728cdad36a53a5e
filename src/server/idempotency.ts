import { and, eq } from 'drizzle-orm';
import { sql } from '#server/sql.ts';
import { now } from './clock.ts';
import { db, type Tx } from './db.ts';
import { invalid } from './errors.ts';
import { idempotencyKeys } from './infrastructure.table.ts';

/** Identity of a creating request: member, call, content. `key` is the Idempotency-Key header. */
export interface Creation {
  memberId: number;
  call: string;
  key: string | undefined;
  inputHash: Buffer;
}

/**
 * Older responses await pruning and are not returned: for a story, they would reveal expired
 * content.
 */
const isFresh = () => sql`(${idempotencyKeys.createdAt} > ${now()} - interval '24 hours')`;

/**
 * Runs `create` in a transaction, at most once per Idempotency-Key within 24 hours. A repeated
 * request gets the stored response; the same key with other content is refused. `create` must
 * return the call's whole response (JSON).
 * @param options.isOneStatement it writes with a single statement, or begins a transaction itself,
 * which saves two round trips
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
    // A concurrent request with the key holds the row lock: this waits for it and then finds its
    // response, or takes over if it failed.
    const row = { call, inputHash, createdAt: now(), response: null };
    const inserted = await tx
      .insert(idempotencyKeys)
      .values({ memberId, key, ...row })
      .onConflictDoUpdate({
        target: [idempotencyKeys.memberId, idempotencyKeys.key],
        set: row,
        setWhere: sql`not ${isFresh()}`,
      })
      .returning();
    const where = and(eq(idempotencyKeys.memberId, memberId), eq(idempotencyKeys.key, key));
    if (!inserted.length) {
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

/** The stored response of this very request, if any: then no work needs repeating. */
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
 * Revokes the idempotency key, so that an in-flight request with it fails. Returns whether a
 * request had already succeeded; its result stays.
 */
export async function revokeKey(memberId: number, key: string): Promise<boolean> {
  const row = { call: givenUp, inputHash: Buffer.alloc(0), createdAt: now(), response: null };
  // A request in flight holds the row lock: this waits for its end.
  const inserted = await db
    .insert(idempotencyKeys)
    .values({ memberId, key, ...row })
    .onConflictDoUpdate({
      target: [idempotencyKeys.memberId, idempotencyKeys.key],
      set: row,
      setWhere: sql`not ${isFresh()}`,
    })
    .returning();
  if (inserted.length) return false;
  const [first] = await db
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.memberId, memberId), eq(idempotencyKeys.key, key)));
  return first !== undefined && first.call !== givenUp;
}
