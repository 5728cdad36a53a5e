import type { SQL } from 'drizzle-orm';
import { roles } from '#domains/containers/container-access.rules.ts';
import { notificationCtes } from '#domains/notifications/create-notification.server.ts';
import type { NotificationType } from '#domains/notifications/notifications.rules.ts';
import type { SqlMember } from '#domains/policy/viewer.ts';
import type { Tx } from '#server/db.ts';
import { sql } from '#server/sql.ts';

const send = (tx: Tx, actor: SqlMember, pageId: number, recipients: SQL) =>
  tx.execute(sql`
    with ${notificationCtes(actor, recipients, { context: sql`select 'page', ${pageId}::bigint` })}
    select 1`);

/** Notifies members by id about a page. */
export const notifyAboutPage = (
  tx: Tx,
  actor: SqlMember,
  pageId: number,
  type: NotificationType,
  recipientIds: number[],
) =>
  send(
    tx,
    actor,
    pageId,
    sql`
      select recipient.id, ${type}::text, 'page', ${pageId}::bigint, 1, '', 0::bigint
      from unnest(${sql.param(recipientIds)}::bigint[]) recipient (id)`,
  );

/** Notifies the staff: owner and admins, and of requests moderators. Their settings for it apply. */
export const notifyPageStaff = (tx: Tx, actor: SqlMember, pageId: number, type: NotificationType) =>
  send(
    tx,
    actor,
    pageId,
    sql`
      select ms.member_id, ${type}::text, 'page', ${pageId}::bigint, 1, '', 0::bigint
      from memberships ms
      where ms.type = 'page'
        and ms.id = ${pageId}
        and ms.state = 'member'
        and ms.role >= ${type === 'page_request' ? roles.moderator : roles.admin}`,
  );

/** Deletes the notices of an invitation or request that is over. */
export const withdrawNotices = (
  tx: Tx,
  pageId: number,
  type: NotificationType,
  recipientId: number,
) =>
  tx.execute(sql`
    delete from notifications
    where recipient_id = ${recipientId}
      and type = ${type}
      and subject_type = 'page'
      and subject_id = ${pageId}`);
