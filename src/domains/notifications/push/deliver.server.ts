import webPush from 'web-push';
import {
  dequeueDeliveries,
  listDue,
  type DeliveryChannel,
} from '#domains/notifications/mails/collect.server.ts';
import { isStillEnabled } from '#domains/notifications/notification-preferences.server.ts';
import { listUnreadIds } from '#domains/notifications/notifications.server.ts';
import type { SqlMember } from '#domains/policy/viewer.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { FetchError } from '#server/fetching/guard.ts';
import { guardedPost } from '#server/guarded-fetch.ts';
import { enqueueAll } from '#server/jobs.ts';
import { log } from '#server/log.ts';
import { sql } from '#server/sql.ts';
import { vapidKeys } from './vapid.server.ts';

export const pushQueue = 'pushes';

/** The job: pushes to one device. */
export interface PushJob {
  sessionId: number;
  ids: number[];
}

const byPush: DeliveryChannel = {
  isOfChannel: sql`due.channel = 'push'`,
  isPending: sql`n.is_push_due`,
};
/** More than these are combined into one push. */
const maxPushes = 3;
/** Lifetime of an undelivered push in seconds. */
const lifetimeSeconds = 24 * 60 * 60;

/** Creates a job per device for everything due; during quiet hours it waits. */
export async function collectDuePushes(): Promise<void> {
  const due = await listDue(byPush);
  if (!due.length) return;
  await db.transaction(async (tx) => {
    const jobs = await tx.execute<{ sessionId: number; ids: number[] }>(sql`
      with pending as (
        select n.id, n.recipient_id, n.read_at is null as is_unread
        from notifications n
        where n.recipient_id = any (${sql.param(due.map(({ memberId }) => memberId))}::bigint[])
          and ${byPush.isPending}
        order by n.recipient_id, n.id
        for update
      ),
        taken as (
          update notifications n set is_push_due = false from pending where n.id = pending.id
        )
      select device.session_id as "sessionId", json_agg(pending.id order by pending.id desc) as ids
      from pending
      join push_subscriptions device on device.member_id = pending.recipient_id
      where pending.is_unread
      group by device.session_id`);
    await dequeueDeliveries(tx, due, byPush);
    await enqueueAll(
      tx,
      pushQueue,
      jobs.map(({ sessionId, ids }) => ({ sessionId, ids })),
    );
  });
}

interface Device extends Record<string, unknown> {
  memberId: number;
  role: SqlMember['role'];
  endpoint: string;
  p256dh: string;
  auth: string;
  vapidKey: string;
}

/**
 * The request for one push, encrypted for the device. It contains type and id only: the device
 * fetches the content, which the policy checks again.
 */
function toPushRequest(
  { endpoint, p256dh, auth, vapidKey }: Device,
  payload: { type: string; id: number },
) {
  const keys = vapidKeys().find(({ publicKey }) => publicKey === vapidKey);
  if (!keys) return null;
  const { PUBLIC_ORIGIN, MAIL_FROM } = env();
  const address = /[^\s<>]+@[^\s<>]+/.exec(MAIL_FROM)?.[0] ?? 'hearth@localhost';
  const subject = PUBLIC_ORIGIN.startsWith('https:') ? PUBLIC_ORIGIN : `mailto:${address}`;
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(payload),
    {
      vapidDetails: { subject, ...keys },
      TTL: lifetimeSeconds,
      topic: payload.id ? `n${payload.id}` : 'news',
    },
  );
  return {
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, String(value)]),
    ),
    body,
  };
}

const remove = (sessionId: number, { endpoint }: Device) =>
  db.execute(
    sql`
      delete from push_subscriptions
      where session_id = ${sessionId}
        and endpoint = ${endpoint}`,
  );

/**
 * Pushes to one device the notifications that are still unread and visible. The subscription is
 * removed if it has ended, or was made for a key that we no longer have; if the push service fails,
 * the job is retried, and a push that arrives twice replaces the first.
 */
export async function sendPushes({ sessionId, ids }: PushJob, signal?: AbortSignal): Promise<void> {
  const [device] = await db.execute<Device>(sql`
    select device.member_id as "memberId", m.role, device.endpoint, device.p256dh, device.auth,
      device.vapid_key as "vapidKey"
    from push_subscriptions device
    join members m on m.id = device.member_id
    join sessions s on s.id = device.session_id
    where device.session_id = ${sessionId}
      and m.status = 'active'
      and s.last_used_at > ${now()} - interval '30 days'
      and s.created_at > ${now()} - interval '180 days'`);
  if (!device) return;
  const member: SqlMember = { kind: 'member', id: device.memberId, role: device.role };
  const unread = await listUnreadIds(
    member,
    sql`
      notification.id = any (${sql.param(ids)}::bigint[])
        and ${isStillEnabled('push', sql`notification`)}
        and not exists (
          select from notification_settings quiet
          where quiet.member_id = notification.recipient_id
            and not quiet.is_push_on
        )`,
    maxPushes + 1,
  );
  const payloads = unread.length > maxPushes ? [{ type: 'news', id: 0 }] : unread;
  for (const payload of payloads) {
    const request = toPushRequest(device, payload);
    const status =
      request &&
      (await guardedPost(device.endpoint, { ...request, ...(signal ? { signal } : {}) }).catch(
        toStatus,
      ));
    if (status !== null && status >= 200 && status < 300) continue;
    if (status === null || [401, 403, 404, 410].includes(status)) {
      await remove(sessionId, device);
      log('info', 'push subscription removed', { member: device.memberId, status });
      return;
    }
    if (status === 429 || status >= 500 || status === 0)
      throw new Error(`The push was not taken (${status || 'no answer'})`);
    log('warn', 'push refused', { member: device.memberId, status });
  }
}

/**
 * Status 0 if the service did not answer; 410 for an address that must not be requested, as if the
 * subscription had ended.
 */
function toStatus(error: unknown): number {
  if (!(error instanceof FetchError)) throw error;
  return error.fault === 'address' || error.fault === 'own' ? 410 : 0;
}
