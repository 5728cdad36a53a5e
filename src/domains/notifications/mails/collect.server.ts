import { randomUUID } from 'node:crypto';
import type { SQL } from 'drizzle-orm';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { enqueueAll } from '#server/jobs.ts';
import { sql } from '#server/sql.ts';

export const notificationMailQueue = 'notification-mails';

/** Members per transaction. */
const batchSize = 200;

/**
 * Condition on `m` and `quiet`: the account is active, notifications are not paused, and the
 * member's local time is outside quiet hours.
 */
export const isReachable = (): SQL => sql`
    (
      m.status = 'active'
        and (quiet.paused_until is null or quiet.paused_until <= ${now()})
        and (
          quiet.quiet_from is null
            or quiet.quiet_from = quiet.quiet_to
            or not case
              when quiet.quiet_from < quiet.quiet_to then wall_time(
                ${now()}, m.timezone
              )::time >= quiet.quiet_from
                and wall_time(${now()}, m.timezone)::time < quiet.quiet_to
              else wall_time(${now()}, m.timezone)::time >= quiet.quiet_from
                or wall_time(${now()}, m.timezone)::time < quiet.quiet_to
            end
        )
    )`;

interface Due extends Record<string, unknown> {
  memberId: number;
  channel: string;
}

export interface DeliveryChannel {
  /** Condition on a delivery `due`. */
  isOfChannel: SQL;
  /** Condition on a notification `n` and its delivery `due`: it is part of this delivery. */
  isPending: SQL;
}

/**
 * Due deliveries of reachable members, longest due first. Reads without locks; `dequeueDeliveries`
 * locks.
 */
export const listDue = ({ isOfChannel }: DeliveryChannel): Promise<Due[]> =>
  db.execute<Due>(sql`
    select due.member_id as "memberId", due.channel
    from notification_deliveries due
    join members m on m.id = due.member_id
    left join notification_settings quiet on quiet.member_id = m.id
    where ${isOfChannel}
      and due.due_at <= ${now()}
      and ${isReachable()}
    order by due.due_at
    limit ${batchSize}`);

/**
 * Removes deliveries after their notifications were updated. Every statement that creates
 * notifications locks in that order too, so no deadlock. Notifications created in between enqueue
 * the delivery again.
 */
export async function dequeueDeliveries(
  tx: Tx,
  due: Due[],
  { isPending }: DeliveryChannel,
): Promise<void> {
  const deliveries = sql`
    unnest(
      ${sql.param(due.map(({ memberId }) => memberId))}::bigint[],
      ${sql.param(due.map(({ channel }) => channel))}::text[]
    )`;
  await tx.execute(sql`
    delete from notification_deliveries
    where (member_id, channel) in (
      select due.member_id, due.channel
      from notification_deliveries due
      join ${deliveries} deliveries (member_id, channel) using (member_id, channel)
      order by due.member_id, due.channel
      for update of due skip locked
    )`);
  await tx.execute(sql`
    insert into notification_deliveries (member_id, channel, due_at)
    select due.member_id, due.channel, ${now()}
    from ${deliveries} due (member_id, channel)
    where exists (
      select from notifications n
      where n.recipient_id = due.member_id
        and ${isPending}
    )
    order by due.member_id, due.channel
    on conflict
    do nothing`);
}

const byMail: DeliveryChannel = {
  isOfChannel: sql`due.channel <> 'push'`,
  isPending: sql`n.email_frequency = due.channel`,
};

/** Turns due deliveries into mails; resolves to the number of deliveries processed. */
async function collect(): Promise<number> {
  const due = (await listDue(byMail)).map((one) => ({ ...one, mailId: randomUUID() }));
  if (!due.length) return 0;
  await db.transaction(async (tx) => {
    // No mail for notifications that were read meanwhile.
    const mails = await tx.execute<{ id: string }>(sql`
      with due as (
        select *
        from unnest(
          ${sql.param(due.map(({ memberId }) => memberId))}::bigint[],
          ${sql.param(due.map(({ channel }) => channel))}::text[],
          ${sql.param(due.map(({ mailId }) => mailId))}::uuid[]
        ) due (member_id, channel, mail_id)
      ),
        pending as (
          select n.id, due.mail_id, n.read_at is null as is_unread
          from notifications n
          join due on n.recipient_id = due.member_id and ${byMail.isPending}
          order by n.recipient_id, n.id
          for update of n
        ),
        mail as (
          insert into notification_mails (id, member_id, frequency, created_at)
          select due.mail_id, due.member_id, due.channel, ${now()}
          from due
          where exists (
            select from pending
            where pending.mail_id = due.mail_id
              and pending.is_unread
          )
          returning id
        ),
        taken as (
          update notifications n
          set email_frequency = null, mail_id = case when pending.is_unread then pending.mail_id end
          from pending
          where n.id = pending.id
        )
      select id
      from mail`);
    await dequeueDeliveries(tx, due, byMail);
    await enqueueAll(
      tx,
      notificationMailQueue,
      mails.map(({ id }) => ({ mailId: id })),
    );
  });
  return due.length;
}

/**
 * Runs every minute: turns everything due into mails, each with its own job. If interrupted, the
 * next run continues.
 */
export async function collectDueMails(): Promise<void> {
  while ((await collect()) === batchSize);
}

/** Forgets what is due, for a copy of the data. Locks in the order of `dequeueDeliveries`. */
export async function dropDeliveries(tx: Tx): Promise<void> {
  await tx.execute(sql`
    update notifications
    set email_frequency = null, is_push_due = false
    where email_frequency is not null or is_push_due`);
  await tx.execute(sql`delete from notification_deliveries`);
}

/** Deletes mails so old that nobody uses their unsubscribe link any more. */
export async function pruneMails(): Promise<void> {
  await db.execute(
    sql`delete from notification_mails where created_at < ${now()} - interval '1 year'`,
  );
}
