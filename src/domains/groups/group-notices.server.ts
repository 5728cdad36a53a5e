import type { SQL } from 'drizzle-orm';
import { roles } from '#domains/containers/container-access.rules.ts';
import { notificationCtes } from '#domains/notifications/create-notification.server.ts';
import type { NotificationType } from '#domains/notifications/notifications.rules.ts';
import type { Member } from '#domains/policy/viewer.ts';
import type { Tx } from '#server/db.ts';
import { sql } from '#server/sql.ts';

const send = (tx: Tx, actor: Member, groupId: number, recipients: SQL) =>
  tx.execute(sql`
    with ${notificationCtes(actor, recipients, {
      context: sql`select 'group', ${groupId}::bigint`,
    })}
    select 1`);

/** Notifies members by id about a group. */
export const notifyAboutGroup = (
  tx: Tx,
  actor: Member,
  groupId: number,
  type: NotificationType,
  recipientIds: number[],
) =>
  send(
    tx,
    actor,
    groupId,
    sql`
      select recipient.id, ${type}::text, 'group', ${groupId}::bigint, 1, '', 0::bigint
      from unnest(${sql.param(recipientIds)}::bigint[]) recipient (id)`,
  );

/** Notifies its officers and its owner, except those who want no notices of the group. */
export const notifyGroupStaff = (tx: Tx, actor: Member, groupId: number, type: NotificationType) =>
  send(
    tx,
    actor,
    groupId,
    sql`
      select ms.member_id, ${type}::text, 'group', ${groupId}::bigint, 1, '', 0::bigint
      from memberships ms
      where ms.type = 'group'
        and ms.id = ${groupId}
        and ms.state = 'member'
        and ms.role >= ${roles.moderator}
        and ms.notify > 0`,
  );

/** Deletes the notice of an invitation that was revoked. */
export const withdrawNotice = (
  tx: Tx,
  groupId: number,
  type: NotificationType,
  recipientId: number,
) =>
  tx.execute(sql`
    delete from notifications
    where recipient_id = ${recipientId}
      and type = ${type}
      and subject_type = 'group'
      and subject_id = ${groupId}`);
