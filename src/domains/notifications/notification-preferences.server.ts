import type { SQL } from 'drizzle-orm';
import { now } from '#server/clock.ts';
import { fromEachDomain } from '#server/domain.ts';
import { sql } from '#server/sql.ts';
import { notices } from './notices.server.ts';
import { frequencies, type Preference } from './notification-kinds.ts';

declare module '#server/domain.ts' {
  interface Domain {
    /**
     * Choices of a recipient for one context, beside those for each type, as conditions on a
     * `candidate` with `recipient_id`, `type`, `context_type` and `context_id`.
     */
    notificationChoices?: Record<'isRefused' | 'isUnmailed', (candidate: SQL) => SQL>;
  }
}

const isChosen = (name: 'isRefused' | 'isUnmailed', candidate: SQL): SQL => sql`
  (${sql.join(
    [sql`false`, ...fromEachDomain('notificationChoices').map((one) => one[name](candidate))],
    sql` or `,
  )})`;

function typesWhere(matches: (preference: Preference) => boolean): SQL {
  const types = [...notices()].flatMap(([type, notice]) => (matches(notice) ? [type] : []));
  return sql`${sql.param(types)}::text[]`;
}

/**
 * Joins the recipient's preferences as `preference`: `frequency` of the mail (null for none),
 * `is_pushed` and `timezone`. No row if they have disabled this type or muted the context.
 * @param candidate alias of a row with `recipient_id`, `type`, `context_type` and `context_id`
 */
export function joinPreferences(candidate: SQL): SQL {
  const defaultFrequencies = frequencies.map(
    (frequency) => sql`
      when ${candidate}.type = any (${typesWhere(({ email }) => email === frequency)})
      then ${frequency}::text`,
  );
  return sql`
    cross join lateral (
      select
        case
          when not ${isChosen('isUnmailed', candidate)} then nullif(
            coalesce(chosen.email, case ${sql.join(defaultFrequencies, sql` `)} end),
            'off'
          )
        end as frequency,
        coalesce(chosen.push, ${candidate}.type = any (${typesWhere(({ push }) => push)}))
          and exists (
            select from push_subscriptions device where device.member_id = recipient.id
          )
          and not exists (
            select
            from notification_settings quiet
            where quiet.member_id = recipient.id
              and not quiet.is_push_on
          ) as is_pushed,
        recipient.timezone
      from members recipient
      left join notification_preferences chosen
        on chosen.member_id = recipient.id
        and chosen.type = ${candidate}.type
      where recipient.id = ${candidate}.recipient_id
        and coalesce(
          chosen.in_app,
          ${candidate}.type <> all (${typesWhere(({ inApp }) => !inApp)})
        )
        and not ${isMuted(candidate)}
        and not ${isChosen('isRefused', candidate)}
    ) preference`;
}

const isMuted = (notification: SQL): SQL => sql`
  exists (
    select
    from notification_mutes mute
    where mute.member_id = ${notification}.recipient_id
      and mute.context_type = ${notification}.context_type
      and mute.context_id = ${notification}.context_id
  )`;

/** Whether the recipient has neither switched the notification off nor muted its context since. */
export const isStillEnabled = (channel: 'email' | 'push', notification: SQL): SQL => sql`
  (
    not exists (
      select
      from notification_preferences chosen
      where chosen.member_id = ${notification}.recipient_id
        and chosen.type = ${notification}.type
        and (
          not chosen.in_app
          or ${channel === 'email' ? sql`chosen.email = 'off'` : sql`not chosen.push`}
        )
    )
    and not ${isMuted(notification)}
  )`;

/**
 * A CTE that enqueues the mail or push of notifications that were inserted. A row that is there
 * already is locked as well, so that the delivery job waits for this statement or this statement
 * for the job.
 * @param inserted CTE with `recipient_id`, `email_frequency` and `is_push_due`
 * @param candidates CTE with `recipient_id` and `timezone`
 */
export const enqueueDelivery = (inserted: SQL, candidates: SQL): SQL => sql`
  enqueued_delivery as (
    insert into notification_deliveries as due (member_id, channel, due_at)
    select inserted.recipient_id, delivery.channel, delivery.due_at
    from ${inserted} inserted
    join ${candidates} candidate using (recipient_id)
    cross join lateral (
      values (
        inserted.email_frequency,
        email_due_at(inserted.email_frequency, ${now()}, candidate.timezone)
      ),
        (case when inserted.is_push_due then 'push' end, ${now()})
    ) delivery (channel, due_at)
    where delivery.channel is not null
    order by inserted.recipient_id, delivery.channel
    on conflict (member_id, channel)
    do update set due_at = due.due_at
  )`;
