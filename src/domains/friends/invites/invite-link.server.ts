import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Signup } from '#domains/auth/auth.schema.ts';
import { signUp, type SignedUp } from '#domains/auth/signup.server.ts';
import { notificationCtes } from '#domains/notifications/create-notification.server.ts';
import { viewerFromColumn } from '#domains/policy/audience.server.ts';
import type { Caller } from '#server/caller.ts';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { env } from '#server/env.ts';
import { purposeKey, purposeKeys } from '#server/secrets.ts';
import { sql } from '#server/sql.ts';

const sign = (memberId: number, key: Buffer) =>
  createHmac('sha256', key).update(String(memberId)).digest('base64url').slice(0, 22);

/** A member's personal link. It identifies the inviter and grants nothing, so it may be shared. */
export const inviteLink = (memberId: number) =>
  `${env().PUBLIC_ORIGIN}/signup?invite=${memberId}.${sign(memberId, purposeKey('invites'))}`;

export interface Inviter extends Record<string, unknown> {
  id: number;
  displayname: string;
  avatar: string | null;
}

/** Finds the active member whose code it is. */
export async function findInviter(code: string): Promise<Inviter | undefined> {
  const [, id, signature = ''] = /^(\d{1,15})\.([\w-]{22})$/.exec(code) ?? [];
  const isValid =
    id !== undefined &&
    purposeKeys('invites').some((key) =>
      timingSafeEqual(Buffer.from(sign(Number(id), key)), Buffer.from(signature)),
    );
  if (!isValid) return undefined;
  const [inviter] = await db.execute<Inviter>(sql`
    select id, displayname, avatar
    from members
    where id = ${Number(id)}
      and status = 'active'`);
  return inviter;
}

/** Creates a friend request from the inviter to the new member. Ignores invalid codes. */
export async function acceptInvite(code: string, joinedId: number): Promise<void> {
  const inviter = await findInviter(code);
  if (!inviter || inviter.id === joinedId) return;
  await db.transaction(async (tx) => {
    const created = await tx.execute(sql`
      with asked as (
        insert into friend_requests (sender_id, recipient_id, created_at)
        values (${inviter.id}, ${joinedId}, ${now()})
        on conflict
        do nothing
        returning 1
      ),
        ${notificationCtes(
          viewerFromColumn(sql`${inviter.id}::bigint`),
          sql`
        select ${joinedId}::bigint, 'friend_request', 'member', ${inviter.id}::bigint, 1, '',
          0::bigint
        from asked`,
        )}
      select 1
      from asked`);
    if (!created.length) return;
    const matched = await tx.execute(sql`
      update invites
      set joined_id = ${joinedId}
      where inviter_id = ${inviter.id}
        and joined_id is null
        and lower(email) = (select lower(email) from members where id = ${joinedId})
      returning 1`);
    if (!matched.length)
      await tx.execute(
        sql`
          insert into invites (inviter_id, email, joined_id) values (${inviter.id}, '', ${joinedId})`,
      );
  });
}

/** Notifies a new member of a friend request that came before their address was confirmed. */
export async function notifyOfEarlierRequest(tx: Tx, memberId: number): Promise<void> {
  const [request] = await tx.execute<{ senderId: number }>(
    sql`
      select sender_id as "senderId"
      from friend_requests
      where recipient_id = ${memberId}
      order by created_at desc
      limit 1`,
  );
  if (!request) return;
  const sender = sql`${request.senderId}::bigint`;
  await tx.execute(
    sql`
      with ${notificationCtes(
        viewerFromColumn(sender),
        sql`
      select ${memberId}::bigint, 'friend_request', 'member', ${sender}, 1, '', 0::bigint`,
      )}
      select 1`,
  );
}

/** Signs up; the inviter's friend request is among the requests afterwards. */
export async function signUpInvited(input: Signup, caller: Caller): Promise<SignedUp> {
  const done = await signUp(input, caller);
  if (input.invite)
    await acceptInvite(input.invite, done.kind === 'member' ? done.memberId : done.id);
  return done;
}
