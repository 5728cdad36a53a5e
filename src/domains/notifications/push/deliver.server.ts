import webPush from 'web-push';
import { listDue, takeDue, type Way } from '#domains/notifications/mails/collect.server.ts';
import { isStillEnabled } from '#domains/notifications/notification-preferences.server.ts';
import { listUnread } from '#domains/notifications/notifications.server.ts';
import { viewerFromColumn } from '#domains/policy/audience.server.ts';
import { now } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { FetchRefusal } from '#server/fetching/guard.ts';
import { guardedPost } from '#server/guarded-fetch.ts';
import { enqueueAll } from '#server/jobs.ts';
import { log } from '#server/log.ts';
import { sql } from '#server/sql.ts';
import { vapidKeys } from './vapid.server.ts';

export const pushQueue = 'pushes';

/** For one device. */
export interface PushJob {
  sessionId: number;
  ids: number[];
}

const byPush: Way = { isMeant: sql`due.channel = 'push'`, waits: sql`n.is_push_due` };
/** More than these become one. */
const mostAtOnce = 3;
/** Seconds after which a push that could not be delivered is of no use. */
const useful = 24 * 60 * 60;

/** Turns what is due into a job for each device; in quiet hours it waits. */
export async function collectDuePushes(): Promise<void> {
  const due = await listDue(byPush);
  if (!due.length) return;
  await db.transaction(async (tx) => {
    const jobs = await tx.execute<{ sessionId: number; ids: number[] }>(sql`
      with waiting as (
        select n.id, n.recipient_id, n.read_at is null as is_news
        from notifications n
        where n.recipient_id = any (${sql.param(due.map(({ memberId }) => memberId))}::bigint[])
          and ${byPush.waits}
        order by n.recipient_id, n.id
        for update
      ),
        taken as (
          update notifications n set is_push_due = false from waiting where n.id = waiting.id
        )
      select device.session_id as "sessionId", json_agg(waiting.id order by waiting.id desc) as ids
      from waiting
      join push_subscriptions device on device.member_id = waiting.recipient_id
      where waiting.is_news
      group by device.session_id`);
    await takeDue(tx, due, byPush);
    await enqueueAll(
      tx,
      pushQueue,
      jobs.map(({ sessionId, ids }) => ({ sessionId, ids })),
    );
  });
}

interface Device extends Record<string, unknown> {
  memberId: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  vapidKey: string;
}

/**
 * The request for one push, encrypted for the device. It carries type and id only: what they stand
 * for is fetched, and checked, by the device.
 */
function requestOf(
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
      TTL: useful,
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
    sql`delete from push_subscriptions where session_id = ${sessionId} and endpoint = ${endpoint}`,
  );

/**
 * Pushes to one device what is still unread and still the member's to see. A device that is gone,
 * or was made for a key that we no longer have, is forgotten; where the service is away, the job
 * comes back, and what arrives twice takes the place of the first.
 */
export async function sendPushes({ sessionId, ids }: PushJob, signal?: AbortSignal): Promise<void> {
  const [device] = await db.execute<Device>(sql`
    select device.member_id as "memberId", device.endpoint, device.p256dh, device.auth,
      device.vapid_key as "vapidKey"
    from push_subscriptions device
    join members m on m.id = device.member_id
    join sessions s on s.id = device.session_id
    where device.session_id = ${sessionId}
      and m.status = 'active'
      and s.last_used_at > ${now()} - interval '30 days'
      and s.created_at > ${now()} - interval '180 days'`);
  if (!device) return;
  const member = { ...viewerFromColumn(sql`${device.memberId}::bigint`), id: device.memberId };
  const news = await listUnread(
    member,
    sql`
      told.id = any (${sql.param(ids)}::bigint[])
        and ${isStillEnabled('push', sql`told`)}
        and not exists (
          select from notification_settings quiet
          where quiet.member_id = told.recipient_id and not quiet.is_push_on
        )`,
    mostAtOnce + 1,
    '',
  );
  const payloads =
    news.length > mostAtOnce
      ? [{ type: 'news', id: 0 }]
      : news.map(({ type, notification_id }) => ({ type, id: notification_id }));
  for (const payload of payloads) {
    const request = requestOf(device, payload);
    const status =
      request &&
      (await guardedPost(device.endpoint, { ...request, ...(signal ? { signal } : {}) }).catch(
        faultOf,
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

/** 0 where the service did not answer; an address that may not be reached is as good as gone. */
function faultOf(error: unknown): number {
  if (!(error instanceof FetchRefusal)) throw error;
  return error.fault === 'address' || error.fault === 'own' ? 410 : 0;
}
