import type { SQL } from 'drizzle-orm';
import {
  newOccasion,
  notificationCtes,
  withdrawNotificationCte,
} from '#domains/notifications/create-notification.server.ts';
import type { NotificationType } from '#domains/notifications/notification-kinds.ts';
import { viewerFromColumn } from '#domains/policy/audience.server.ts';
import type { SqlMember } from '#domains/policy/viewer.ts';
import type { Tx } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import type { Role } from './container-access.rules.ts';
import { findContainerKind, type ContainerKind } from './container-kinds.server.ts';
import type { ContainerRef } from './container-lock.server.ts';

/** Undefined where the kind of the container has no such notice: then nothing is sent. */
type NoticeType = NotificationType | undefined;

/** The notice of its kind about memberships. */
export const membershipNotice = (
  { type }: ContainerRef,
  name: keyof NonNullable<ContainerKind['membershipNotices']>,
): NoticeType => findContainerKind(type)?.membershipNotices?.[name];

/** @param actor null: the site */
const send = async (
  tx: Tx,
  actor: SqlMember | null,
  { type, id }: ContainerRef,
  notice: NoticeType,
  recipients: SQL,
) =>
  notice &&
  tx.execute(sql`
    with ${notificationCtes(actor ?? viewerFromColumn(sql`0::bigint`), recipients, {
      context: sql`select ${type}::text, ${id}::bigint`,
      isFromSite: !actor,
    })}
    select 1`);

const recipientsOf = (
  ref: ContainerRef,
  type: NoticeType,
  recipientIds: number[],
  itemId = ref.id,
) => sql`
  select recipient.id, ${type}::text, ${ref.type}::text, ${itemId}::bigint, 1, ${newOccasion()}
  from unnest(${sql.param(recipientIds)}::bigint[]) recipient (id)`;

/** Notifies members by id about a container or an item of it; of the same again the next time it happens. */
export const notifyAboutContainer = (
  tx: Tx,
  actor: SqlMember,
  ref: ContainerRef,
  type: NoticeType,
  recipientIds: number[],
  itemId = ref.id,
) => send(tx, actor, ref, type, recipientsOf(ref, type, recipientIds, itemId));

/** The same about a decision of the staff, which names nobody, or about an item. */
export const notifyFromSite = (
  tx: Tx,
  ref: ContainerRef,
  type: NotificationType,
  recipientIds: number[],
  itemId = ref.id,
) => send(tx, null, ref, type, recipientsOf(ref, type, recipientIds, itemId));

/**
 * Notifies the staff with at least that role, except those who want no notices of the container.
 * Withdrawn and done again, it does not notify again (`withdrawActor`).
 * @param actor null: somebody without an account; each of them notifies
 * @param itemId the item of the container that it is about
 */
export const notifyContainerStaff = (
  tx: Tx,
  actor: SqlMember | null,
  ref: ContainerRef,
  type: NoticeType,
  role: Role,
  itemId = ref.id,
) =>
  send(
    tx,
    actor,
    ref,
    type,
    sql`
      select ms.member_id, ${type}::text, ${ref.type}::text, ${itemId}::bigint, 1,
        ${actor ? sql`'', 0::bigint` : newOccasion()}
      from memberships ms
      where ms.type = ${ref.type}
        and ms.id = ${ref.id}
        and ms.state = 'member'
        and ms.role >= ${role}
        and ms.notify > 0`,
  );

/** Withdraws the part of that member in notices of what was undone. */
export const withdrawActor = (
  tx: Tx,
  actor: SqlMember,
  { type: subjectType, id }: ContainerRef,
  type: NoticeType,
) =>
  type &&
  tx.execute(sql`
    with ${withdrawNotificationCte(
      actor,
      sql`
        select ${type}::text as type, ${subjectType}::text as subject_type,
          ${id}::bigint as subject_id`,
    )}
    select 1`);

/** Deletes the notice of an invitation or request that is over. */
export const withdrawNotice = (
  tx: Tx,
  { type: subjectType, id }: ContainerRef,
  type: NoticeType,
  recipientId: number,
) =>
  type &&
  tx.execute(sql`
    delete from notifications
    where recipient_id = ${recipientId}
      and type = ${type}
      and subject_type = ${subjectType}
      and subject_id = ${id}`);
