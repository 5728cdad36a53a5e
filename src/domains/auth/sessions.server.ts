import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { SQL } from 'drizzle-orm';
import { lockMember } from '#domains/members/members.server.ts';
import { quotedContainerTypes } from '#lib/container-types.ts';
import { composeOnceWithClock, noteDatabaseTime, now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { notFound } from '#server/errors.ts';
import { errorFields, log } from '#server/log.ts';
import { isInSafeMode } from '#server/safe-mode.ts';
import { sql } from '#server/sql.ts';
import type { SessionPair } from './cookies.ts';

const idle = sql.raw(`interval '30 days'`);
const absolute = sql.raw(`interval '180 days'`);
const maxSessions = 20;

const today = (): SQL => sql`(${now()} at time zone 'Etc/UTC')::date`;

export const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** The member of a session. */
export interface SessionMember {
  kind: 'member';
  id: number;
  displayname: string;
  username: string;
  /** File name under /media/public, null without a picture. */
  avatar: string | null;
  role: 'member' | 'moderator' | 'admin';
  timezone: string;
  /** Whether videos of the feed play automatically without sound; absent: no. */
  autoplaysVideos?: boolean;
  /** Whether the header shows the invitation banner; absent: no. */
  showsInviteBanner?: boolean;
  /** Whether the member belongs to or follows a page, group or event; absent: no. */
  hasContainers?: boolean;
  /** Id of the session, for sign-out and limits; never sent to clients. */
  sessionId: number;
}

/** A member whose session was found. */
interface FoundMember extends SessionMember {
  /** Members with a block between them and this one; null if they are more than `maxBlocked`. */
  blockedIds: number[] | null;
  /** Whether the member has hidden no post and no author. */
  hidesNothing: boolean;
}

interface SessionRow extends Record<string, unknown>, Omit<FoundMember, 'kind' | 'blockedIds'> {
  /** One more than `maxBlocked` where there are as many. */
  blockedIds: number[];
  secretHash: Buffer;
  isStale: boolean;
  /** The first request of the member on that day. */
  isNewDay: boolean;
  /** Milliseconds since 1970. */
  databaseTime: number;
}

/**
 * A new pair for the member's device, and the CTEs that store it; beyond 20 sessions the oldest is
 * deleted. The transaction has locked the member's row: otherwise two log-ins at once would both
 * count 19, and a suspension could happen in between.
 */
export function newSession(
  memberId: number,
  device: string,
  address: string,
): { pair: SessionPair; ctes: SQL } {
  const pair = { token: randomBytes(16).toString('hex'), secret: randomBytes(32).toString('hex') };
  const ctes = sql`
    deleted_sessions as (
      delete from sessions
      where member_id = ${memberId}
        and token_hash not in (
          select token_hash
          from sessions
          where member_id = ${memberId}
          order by created_at desc, id desc
          limit ${maxSessions - 1}
        )
    ),
    inserted_session as (
      insert into sessions (
        token_hash, secret_hash, member_id, device, address, created_at, last_used_at
      )
      values (
        ${sha256(pair.token)}, ${sha256(pair.secret)}, ${memberId}, ${device}, ${address}, ${now()},
        ${now()}
      )
    )`;
  return { pair, ctes };
}

/** Stores a session in a statement of its own. */
export async function createSession(
  tx: Tx,
  memberId: number,
  device: string,
  address: string,
): Promise<SessionPair> {
  await lockMember(tx, memberId);
  const { pair, ctes } = newSession(memberId, device, address);
  await tx.execute(sql`with ${ctes} select`);
  return pair;
}

/** An array of more is slower than the table. */
const maxBlocked = 200;

/** Every request asks it. */
const sessionStatement = composeOnceWithClock(
  (tokenHash) => sql`
    select
      m.id,
      m.displayname,
      m.username,
      m.avatar,
      m.role,
      m.timezone,
      s.id as "sessionId",
      coalesce(chosen.autoplays_videos, false) as "autoplaysVideos",
      not coalesce(chosen.hides_invite_banner, false) as "showsInviteBanner",
      (
        exists (
          select from memberships ms
          where ms.member_id = m.id and (ms.state = 'member' or ms.is_following)
        )
        or exists (
          select from reactions r
          where r.member_id = m.id and r.subject_type in (${sql.raw(quotedContainerTypes)})
        )
      ) as "hasContainers",
      not exists (select from hidden_items h where h.member_id = m.id) as "hidesNothing",
      array(
        (
          select b.blocked_id from blocks b where b.blocker_id = m.id
          union all
          select b.blocker_id from blocks b where b.blocked_id = m.id
        )
        limit ${sql.raw(String(maxBlocked + 1))}
      ) as "blockedIds",
      s.secret_hash as "secretHash",
      s.last_used_at < ${now()} - interval '1 minute' as "isStale",
      m.last_seen_on is distinct from ${today()} as "isNewDay",
      (extract(epoch from ${now()}) * 1000)::float8 as "databaseTime"
    from sessions s
    join members m on m.id = s.member_id
    left join member_settings chosen on chosen.member_id = m.id
    where s.token_hash = ${tokenHash}
      and m.status = 'active'
      and s.last_used_at > ${now()} - ${idle}
      and s.created_at > ${now()} - ${absolute}`,
);

/** The newest session of before this process started in safe mode. */
let lastEarlierId = 0;

/** From now on only later log-ins count, until safe mode ends. */
export async function refuseEarlierSessions(): Promise<void> {
  const [row] = await db.execute<{ last: number }>(
    sql`select coalesce(max(id), 0) as last from sessions`,
  );
  lastEarlierId = Number(row!.last);
  await endSteps(db);
}

const endSteps = async (tx: Tx) => {
  await tx.execute(sql`delete from login_challenges`);
  await tx.execute(sql`delete from passkey_challenges`);
};

/** Deletes every session, link and code, for a copy of the data. */
export async function deleteCopiedCredentials(tx: Tx): Promise<void> {
  await endSteps(tx);
  await tx.execute(sql`delete from email_tokens`);
  await tx.execute(sql`delete from sessions`);
}

/**
 * The member of a pair, or null: unknown, wrong secret, expired, or the account is not active. One
 * statement.
 */
export async function findSession(pair: SessionPair): Promise<FoundMember | null> {
  const [row] = await db.execute<SessionRow>(sessionStatement(sha256(pair.token)));
  if (!row || (isInSafeMode() && row.sessionId <= lastEarlierId)) return null;
  const { secretHash, isStale, isNewDay, databaseTime, blockedIds, ...member } = row;
  noteDatabaseTime(databaseTime);
  if (!timingSafeEqual(secretHash, sha256(pair.secret))) return null;
  if (isStale) touch(row.sessionId);
  if (isNewDay) noteSeen(row.id);
  return {
    kind: 'member',
    ...member,
    blockedIds: blockedIds.length > maxBlocked ? null : blockedIds,
  };
}

/** The ids of these sessions that are still valid, with an active account. */
export async function liveSessions(ids: number[]): Promise<Set<number>> {
  const rows = await db.execute<{ id: number }>(sql`
    select s.id
    from sessions s
    join members m on m.id = s.member_id and m.status = 'active'
    where s.id = any (${sql.param(ids)}::bigint[])
      and s.last_used_at > ${now()} - ${idle}
      and s.created_at > ${now()} - ${absolute}`);
  return new Set(rows.map(({ id }) => id));
}

/** Not awaited, and not written twice at once: it must not delay a request or fail it. */
function write(key: string, statement: SQL): void {
  if (writing.has(key)) return;
  writing.add(key);
  db.execute(statement)
    .catch((error: unknown) => log('warn', 'use of a session not written', errorFields(error)))
    .finally(() => writing.delete(key));
}
const writing = new Set<string>();

/** Writes "last used" once a minute. */
const touch = (sessionId: number) =>
  write(
    `session ${sessionId}`,
    sql`
      update sessions
      set last_used_at = ${now()}
      where id = ${sessionId} and last_used_at < ${now()} - interval '1 minute'`,
  );

/** In a statement of its own: whoever locks a member and then their session waits for neither. */
const noteSeen = (memberId: number) =>
  write(
    `member ${memberId}`,
    sql`
      update members
      set last_seen_on = ${today()}
      where id = ${memberId} and last_seen_on is distinct from ${today()}`,
  );

export interface SessionRecord {
  id: number;
  device: string;
  createdAt: Date;
  lastUsedAt: Date;
}

interface SessionListRow extends Record<string, unknown> {
  id: number;
  device: string;
  createdAt: string;
  lastUsedAt: string;
}

/** The member's sessions, the last used first. */
export async function listSessions(memberId: number): Promise<SessionRecord[]> {
  const rows = await db.execute<SessionListRow>(sql`
    select id, device, created_at as "createdAt", last_used_at as "lastUsedAt"
    from sessions
    where member_id = ${memberId}
      and last_used_at > ${now()} - ${idle}
      and created_at > ${now()} - ${absolute}
    order by last_used_at desc, id desc`);
  return rows.map((row) => ({
    id: row.id,
    device: row.device,
    createdAt: new Date(row.createdAt),
    lastUsedAt: new Date(row.lastUsedAt),
  }));
}

/** Signs out one device of the member; somebody else's session is not found. */
export async function revokeSession(memberId: number, sessionId: number): Promise<void> {
  const deleted = await db.execute(
    sql`delete from sessions where id = ${sessionId} and member_id = ${memberId} returning id`,
  );
  if (!deleted.length) throw notFound();
  log('info', 'session revoked', { member: memberId, session: sessionId });
}

/** Ends the current session; one that has just ended is no error. */
export async function signOut(memberId: number, sessionId: number): Promise<void> {
  await db.execute(sql`delete from sessions where id = ${sessionId} and member_id = ${memberId}`);
  log('info', 'signed out', { member: memberId, session: sessionId });
}

/** Log-ins with a pending second step end with the sessions. */
const revokeSteps = (tx: Tx, memberId: number) =>
  tx.execute(sql`delete from login_challenges where member_id = ${memberId}`);

export async function revokeOtherSessions(tx: Tx, memberId: number, kept: number): Promise<void> {
  await revokeSteps(tx, memberId);
  await tx.execute(sql`delete from sessions where member_id = ${memberId} and id <> ${kept}`);
  log('info', 'other sessions revoked', { member: memberId });
}

export const revokeOtherSessionsOf = (memberId: number, kept: number) =>
  revokeOtherSessions(db, memberId, kept);
export const revokeAllSessionsOf = (memberId: number) => revokeAllSessions(db, memberId);

export async function revokeAllSessions(tx: Tx, memberId: number): Promise<void> {
  await revokeSteps(tx, memberId);
  await tx.execute(sql`delete from sessions where member_id = ${memberId}`);
  log('info', 'all sessions revoked', { member: memberId });
}
