import { createECDH } from 'node:crypto';
import type { Member } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { invalid } from '#server/errors.ts';
import { isPostAddress } from '#server/fetching/target.ts';
import { sql } from '#server/sql.ts';
import type { SubscribeInput } from './push.schema.ts';
import { vapidKeys } from './vapid.server.ts';

/** The key for subscriptions, and whether this device has one. */
export async function readPush(member: Member) {
  const [row] = await db.execute(
    sql`select 1 from push_subscriptions where session_id = ${member.sessionId}`,
  );
  return { publicKey: vapidKeys()[0]!.publicKey, isSubscribed: row !== undefined };
}

/** A point on the curve, which the encryption needs. */
function isPublicKey(key: string): boolean {
  const own = createECDH('prime256v1');
  own.generateKeys();
  try {
    own.computeSecret(key, 'base64url');
    return true;
  } catch {
    return false;
  }
}

/**
 * One subscription per session. If the same browser signs in to another account, pushes go to that
 * one alone.
 */
export async function subscribePush(
  member: Member,
  { endpoint, p256dh, auth }: SubscribeInput,
): Promise<void> {
  if (!isPostAddress(endpoint))
    throw invalid('This is not the address of a push service.', 'endpoint');
  if (!isPublicKey(p256dh)) throw invalid('This is not a public key.', 'p256dh');
  await db.execute(sql`
    with elsewhere as (
      delete from push_subscriptions
      where endpoint = ${endpoint}
        and auth = ${auth}
        and session_id <> ${member.sessionId}
    )
    insert into push_subscriptions (
      session_id, member_id, endpoint, p256dh, auth, vapid_key, created_at
    )
    values (
      ${member.sessionId}, ${member.id}, ${endpoint}, ${p256dh}, ${auth},
      ${vapidKeys()[0]!.publicKey}, ${now()}
    )
    on conflict (session_id)
    do update set endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth,
      vapid_key = excluded.vapid_key, created_at = excluded.created_at`);
}

/** Having none is no error. */
export async function removePush(member: Member): Promise<void> {
  await db.execute(sql`delete from push_subscriptions where session_id = ${member.sessionId}`);
}
