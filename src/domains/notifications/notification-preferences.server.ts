import type { SQL } from 'drizzle-orm';
import { now } from '#server/clock.ts';
import { fromEachDomain } from '#server/domain.ts';
import { sql } from '#server/sql.ts';
import { notices } from './notices.server.ts';
import type { NotificationType, Preference } from './notification-kinds.ts';

declare module '#server/domain.ts' {
  interface Domain {
    notificationChoices?: NotificationChoices;
  }
}

/**
 * Choices of a recipient for one container, beside those for each type, as conditions on a
 * `candidate` with `recipient_id`, `type`, `context_type` and `context_id`.
 */
export interface NotificationChoices {
  /** The types that they are about, and the type of their context. */
  types: () => readonly string[];
  contextType: string;
  isRefused: (candidate: SQL) => SQL;
  isUnmailed: (candidate: SQL) => SQL;
}

/** Limits what a statement may notify of, which keeps it short. */
export interface NotifyScope {
  /** The types of its notifications; absent: any. */
  types?: readonly NotificationType[];
  /** The types that their context can have; absent: any. */
  contextTypes?: readonly string[] | undefined;
  /** Their context stands in no container. */
  isOutside?: boolean;
}

function isChosen(
  name: 'isRefused' | 'isUnmailed',
  candidate: SQL,
  { types, contextTypes, isOutside }: NotifyScope,
): SQL {
  const choices = fromEachDomain('notificationChoices').filter(
    (one) =>
      !isOutside &&
      (!types || one.types().some((type) => types.includes(type as NotificationType))) &&
      (!contextTypes || contextTypes.includes(one.contextType)),
  );
  if (!choices.length) return sql`false`;
  return sql`(${sql.join(
    choices.map((one) => one[name](candidate)),
    sql` or `,
  )})`;
}

/**
 * The value of each type, as SQL over `type`: one if all have it.
 * @param types those that are possible
 */
function byType(
  type: SQL,
  types: readonly NotificationType[],
  valueOf: (preference: Preference) => string | boolean,
): SQL {
  const byValue = Map.groupBy(types, (one) => valueOf(notices().get(one)!));
  const literal = (value: string | boolean) =>
    typeof value === 'boolean' ? sql.raw(String(value)) : sql.raw(`'${value}'::text`);
  const [[first] = [false], ...others] = [...byValue].sort((a, b) => b[1].length - a[1].length);
  if (!others.length) return literal(first);
  const cases = others.map(
    ([value, all]) => sql`when ${type} = any (${sql.param(all)}::text[]) then ${literal(value)}`,
  );
  return sql`case ${sql.join(cases, sql` `)} else ${literal(first)} end`;
}

/**
 * Joins the recipient's preferences as `preference`: `frequency` of the mail (null for none),
 * `is_pushed` and `timezone`. No row if they have disabled this type or muted the context.
 * @param candidate alias of a row with `recipient_id`, `type`, `context_type` and `context_id`
 * @param isReachable a condition on the row of the member `recipient`
 */
export function joinPreferences(
  candidate: SQL,
  scope: NotifyScope = {},
  isReachable: SQL = sql`true`,
): SQL {
  const types = scope.types ?? [...notices().keys()];
  const defaultOf = (valueOf: (preference: Preference) => string | boolean) =>
    byType(sql`${candidate}.type`, types, valueOf);
  return sql`
    cross join lateral (
      select
        case
          when not ${isChosen('isUnmailed', candidate, scope)}
            then nullif(coalesce(chosen.email, ${defaultOf(({ email }) => email)}), 'off')
        end as frequency,
        coalesce(chosen.push, ${defaultOf(({ push }) => push)})
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
        and ${isReachable}
        and coalesce(chosen.in_app, ${defaultOf(({ inApp }) => inApp)})
        and not ${isMuted(candidate)}
        and not ${isChosen('isRefused', candidate, scope)}
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
 * already is locked and not written, so that the delivery job waits for this statement or this
 * statement for the job.
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
    where false
  )`;
