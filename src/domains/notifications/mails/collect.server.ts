import { randomUUID } from 'node:crypto';
import type { SQL } from 'drizzle-orm';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { enqueueAll } from '#server/jobs.ts';
import { sql } from '#server/sql.ts';

export const notificationMailQueue = 'notification-mails';

/** Members at once, in one transaction. */
const mostAtOnce = 200;

/**
 * `m` may be reached now: the account is active, and `quiet` neither pauses nor has quiet hours at
 * this time of the member's own clock.
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

export interface Way {
  /** Of `due`. */
  isMeant: SQL;
  /** Of a notification `n` and its `due`: it waits for this. */
  waits: SQL;
}

/** Who is due now and may be reached, longest due first. Reads only; `takeDue` makes sure. */
export const listDue = ({ isMeant }: Way): Promise<Due[]> =>
  db.execute<Due>(sql`
    select due.member_id as "memberId", due.channel
    from notification_deliveries due
    join members m on m.id = due.member_id
    left join notification_settings quiet on quiet.member_id = m.id
    where ${isMeant} and due.due_at <= ${now()} and ${isReachable()}
    order by due.due_at
    limit ${mostAtOnce}`);

/**
 * Takes what is due off the list, after its notifications were taken: in that order every statement
 * that tells holds them, so nobody waits in a circle. What was told in between is put on the list
 * again.
 */
export async function takeDue(tx: Tx, due: Due[], { waits }: Way): Promise<void> {
  const those = JSON.stringify(
    due.map(({ memberId, channel }) => ({ member_id: memberId, channel })),
  );
  await tx.execute(sql`
    delete from notification_deliveries
    where (member_id, channel) in (
      select due.member_id, due.channel
      from notification_deliveries due
      join jsonb_to_recordset(${those}::jsonb) those (
        member_id bigint, channel text
      ) using (member_id, channel)
      order by due.member_id, due.channel
      for update of due skip locked
    )`);
  await tx.execute(sql`
    insert into notification_deliveries (member_id, channel, due_at)
    select due.member_id, due.channel, ${now()}
    from jsonb_to_recordset(${those}::jsonb) due (member_id bigint, channel text)
    where exists (select from notifications n where n.recipient_id = due.member_id and ${waits})
    order by due.member_id, due.channel
    on conflict
    do nothing`);
}

const byMail: Way = {
  isMeant: sql`due.channel <> 'push'`,
  waits: sql`n.email_frequency = due.channel`,
};

/** Makes mails of what is due; gives how many members were looked at. */
async function collect(): Promise<number> {
  const due = (await listDue(byMail)).map((one) => ({ ...one, mailId: randomUUID() }));
  if (!due.length) return 0;
  await db.transaction(async (tx) => {
    // What was read meanwhile needs no mail.
    const mails = await tx.execute<{ id: string }>(sql`
      with due as (
        select *
        from jsonb_to_recordset(
          ${JSON.stringify(due.map(({ memberId, channel, mailId }) => ({ member_id: memberId, channel, mail_id: mailId })))}::jsonb
        ) due (member_id bigint, channel text, mail_id uuid)
      ),
        waiting as (
          select n.id, due.mail_id, n.read_at is null as is_news
          from notifications n
          join due on n.recipient_id = due.member_id and ${byMail.waits}
          order by n.recipient_id, n.id
          for update of n
        ),
        mail as (
          insert into notification_mails (id, member_id, frequency, created_at)
          select due.mail_id, due.member_id, due.channel, ${now()}
          from due
          where exists (select from waiting where waiting.mail_id = due.mail_id and waiting.is_news)
          returning id
        ),
        taken as (
          update notifications n
          set email_frequency = null, mail_id = case when waiting.is_news then waiting.mail_id end
          from waiting
          where n.id = waiting.id
        )
      select id
      from mail`);
    await takeDue(tx, due, byMail);
    await enqueueAll(
      tx,
      notificationMailQueue,
      mails.map(({ id }) => ({ mailId: id })),
    );
  });
  return due.length;
}

/**
 * Each minute: whatever is due becomes mails, each with a job of its own. Cut off at any point, the
 * next run goes on.
 */
export async function collectDueMails(): Promise<void> {
  while ((await collect()) === mostAtOnce);
}

/** Mails so old that nobody unsubscribes from them any more. */
export async function sweepMails(): Promise<void> {
  await db.execute(
    sql`delete from notification_mails where created_at < ${now()} - interval '1 year'`,
  );
}
