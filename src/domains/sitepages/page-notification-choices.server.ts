import type { SQL } from 'drizzle-orm';
import type { NotificationChoices } from '#domains/notifications/notification-preferences.server.ts';
import { sql } from '#server/sql.ts';
import type { PageAction } from './sitepages.rules.ts';

/** Notices of a page that its staff may refuse, by what caused them. */
const actions = {
  liked: 'like',
  page_follow: 'follow',
  page_request: 'joined',
  page_review: 'review',
} as const satisfies Record<string, PageAction>;

/** A container, which may be no page. */
interface Context {
  type: SQL;
  id: SQL;
}

const settings = (recipientId: SQL, { type, id }: Context, condition: SQL): SQL => sql`
  exists (
    select from page_notification_settings settings
    where ${type} = 'page'
      and settings.page_id = ${id}
      and settings.member_id = ${recipientId}
      and ${condition}
  )`;

/** Whether the recipient wants no notice of that action on the page. */
export const refusesPageAction = (recipientId: SQL, context: Context, action: SQL): SQL =>
  settings(
    recipientId,
    context,
    sql`(not settings.is_notified or ${action} <> all (settings.actions))`,
  );

/** Whether the recipient wants no mail about the page. */
export const refusesPageMail = (recipientId: SQL, context: Context): SQL =>
  settings(recipientId, context, sql`not settings.is_mailed`);

const toContext = (candidate: SQL): Context => ({
  type: sql`${candidate}.context_type`,
  id: sql`${candidate}.context_id`,
});

const isOfStaff = (candidate: SQL): SQL => sql`
  ${candidate}.type = any (${sql.param(Object.keys(actions))}::text[])`;

/** The settings of a page for notices about itself; those about its posts are in posts. */
export const pageNotificationChoices: NotificationChoices = {
  types: () => Object.keys(actions),
  contextType: 'page',
  isRefused: (candidate: SQL): SQL => sql`
    (
      ${isOfStaff(candidate)}
      and ${refusesPageAction(
        sql`${candidate}.recipient_id`,
        toContext(candidate),
        sql`(${JSON.stringify(actions)}::jsonb ->> ${candidate}.type)`,
      )}
    )`,
  isUnmailed: (candidate: SQL): SQL => sql`
    (
      ${isOfStaff(candidate)}
      and ${refusesPageMail(sql`${candidate}.recipient_id`, toContext(candidate))}
    )`,
};
