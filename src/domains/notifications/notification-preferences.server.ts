import { sql, type SQL } from 'drizzle-orm';
import { now } from '#server/clock.ts';
import { notificationKinds, paces } from './notification-kinds.ts';

const typesWhere = (
  isSo: (kind: (typeof notificationKinds)[keyof typeof notificationKinds]) => boolean,
): SQL =>
  sql`${sql.param(Object.entries(notificationKinds).flatMap(([type, kind]) => (isSo(kind) ? [type] : [])))}::text[]`;

/**
 * Joins what the recipient of `told` (with its type and place) wishes: `pace` of the mail, null for
 * none, and `is_pushed`. No row where they want to know nothing of this type or this place.
 */
export const joinPreferences = (): SQL => sql`
  cross join lateral (
    select nullif(
      coalesce(
        chosen.email,
        case ${sql.join(
          paces.map(
            (pace) =>
              sql`
            when told.type = any (${typesWhere(({ email }) => email === pace)}) then ${pace}::text`,
          ),
          sql` `,
        )}
          end
      ),
      'off'
    ) as pace,
      coalesce(chosen.push, told.type = any (${typesWhere(({ push }) => push)}))
      and exists (select from push_subscriptions device where device.member_id = wisher.id)
      and not exists (
        select from notification_quiet quiet
        where quiet.member_id = wisher.id and not quiet.is_push_on
      ) as is_pushed,
      wisher.timezone
    from members wisher
    left join notification_preferences chosen on chosen.member_id = wisher.id
      and chosen.type = told.type
    where wisher.id = told.recipient_id
      and coalesce(chosen.in_app, told.type <> all (${typesWhere(({ inApp }) => !inApp)}))
      and not exists (
        select from notification_mutes mute
        where mute.member_id = wisher.id
          and mute.place_type = told.place_type
          and mute.place_id = told.place_id
      )
  ) wish`;

/**
 * What was told, `told`, is still wanted that way when it is sent out: neither switched off nor
 * muted since.
 */
export const isStillEnabled = (way: 'email' | 'push'): SQL => sql`
  (
    not exists (
      select from notification_preferences chosen
      where chosen.member_id = told.recipient_id
        and chosen.type = told.type
        and (
          not chosen.in_app or ${way === 'email' ? sql`chosen.email = 'off'` : sql`not chosen.push`}
        )
    )
    and not exists (
      select from notification_mutes mute
      where mute.member_id = told.recipient_id
        and mute.place_type = told.place_type
        and mute.place_id = told.place_id
    )
  )`;

/**
 * A CTE behind `telling` and `told` (tell.server.ts): what is to be mailed or pushed is due. The
 * row is held also where it is there already, so that whoever collects what is due waits for this
 * statement, or this statement for them.
 */
export const enqueueDelivery = (): SQL => sql`
  told_due as (
    insert into notification_due as due (member_id, channel, due_at)
    select told.recipient_id, way.channel, way.at
    from told
    join telling using (recipient_id)
    cross join lateral (
      values (told.mail_as, mail_due_at(told.mail_as, ${now()}, telling.timezone)),
        (case when told.is_push_due then 'push' end, ${now()})
    ) way (channel, at)
    where way.channel is not null
    order by told.recipient_id, way.channel
    on conflict (member_id, channel)
    do update set due_at = due.due_at
  )`;
