import { shareActivity } from '#domains/activities/share-activity.server.ts';
import { changeContainer, type Change } from '#domains/containers/container-lock.server.ts';
import { writeAuditEntry } from '#domains/containers/membership/staff.server.ts';
import { recordDecision } from '#domains/moderation/moderation-log.server.ts';
import {
  newOccasion,
  notificationCtes,
} from '#domains/notifications/create-notification.server.ts';
import { viewerFromColumn } from '#domains/policy/audience.server.ts';
import { isModerator, type Member } from '#domains/policy/viewer.ts';
import { pageRef } from '#domains/sitepages/one-page.server.ts';
import { pageCreatedActivity } from '#domains/sitepages/page-activity.server.ts';
import { now } from '#server/clock.ts';
import type { Tx } from '#server/db.ts';
import { notFound } from '#server/errors.ts';
import { sql } from '#server/sql.ts';

// Pages of a package that needs approval wait for the moderators of the site: only they and the staff
// of the page read it. A declined page can be changed and submitted again.

const site = () => viewerFromColumn(sql`0::bigint`);

/** The feed announces a page once, in the name of its owner, whoever publishes or approves it. */
export async function announcePage(tx: Tx, id: number, ownerId: number): Promise<void> {
  const isFirst = await tx.execute(sql`
    update sitepages set is_announced = true where id = ${id} and not is_announced returning 1`);
  if (!isFirst.length) return;
  await shareActivity(tx, {
    activity: pageCreatedActivity,
    authorId: ownerId,
    audience: 'everyone',
    itemId: id,
  });
}

/** Puts a page before the moderators of the site, and notifies them. */
export async function submitPage(tx: Tx, id: number): Promise<void> {
  await tx.execute(sql`update containers set state = 'pending' where type = 'page' and id = ${id}`);
  await tx.execute(sql`
    update sitepages set submitted_at = ${now()}, declined_reason = '' where id = ${id}`);
  await tx.execute(sql`
    with ${notificationCtes(
      site(),
      sql`
        select m.id, 'page_submitted', 'page', ${id}::bigint, 1, '', 0::bigint
        from members m
        where m.role in ('moderator', 'admin') and m.status = 'active'`,
      // Moderators read a page that waits.
      { isFromSite: true, isNew: true, context: sql`select 'page', ${id}::bigint` },
    )}
    select 1`);
}

/** Notifies the owner of a decision; the notices to the moderators are over. */
const notifyOfDecision = (tx: Tx, id: number, ownerId: number, type: string) =>
  tx.execute(sql`
    with over as (
      delete from notifications
      where type = 'page_submitted' and subject_type = 'page' and subject_id = ${id}
    ),
      ${notificationCtes(
        site(),
        sql`
          select ${ownerId}::bigint, ${type}::text, 'page', ${id}::bigint, 1, ${newOccasion()}`,
        { isFromSite: true, isNew: true, context: sql`select 'page', ${id}::bigint` },
      )}
    select 1`);

/** Not found unless the page waits: of two moderators the second comes too late. */
async function decide(
  moderator: Member,
  id: number,
  action: 'approved' | 'declined',
  work: (change: Change, ownerId: number) => Promise<unknown>,
  reason = '',
): Promise<void> {
  if (!isModerator(moderator)) throw notFound();
  await changeContainer(moderator, pageRef(id), async (change) => {
    const { tx, container } = change;
    const { state, ownerId } = container;
    if (state !== 'pending' || ownerId === null) throw notFound();
    await work(change, ownerId);
    await notifyOfDecision(tx, id, ownerId, `page_${action}`);
    await recordDecision(tx, moderator, action, pageRef(id), reason);
    await writeAuditEntry(tx, container, null, {
      action: action === 'approved' ? 'approve_page' : 'decline_page',
    });
  });
}

/** Opens a page that waits; the feed announces it. */
export const approvePage = (moderator: Member, id: number): Promise<void> =>
  decide(moderator, id, 'approved', async ({ tx }, ownerId) => {
    await tx.execute(sql`update containers set state = 'open' where type = 'page' and id = ${id}`);
    await tx.execute(sql`update sitepages set submitted_at = null where id = ${id}`);
    await announcePage(tx, id, ownerId);
  });

/** @param reason read by the staff of the page; may be empty */
export const declinePage = (moderator: Member, id: number, reason: string): Promise<void> =>
  decide(
    moderator,
    id,
    'declined',
    async ({ tx }) => {
      await tx.execute(
        sql`update containers set state = 'declined' where type = 'page' and id = ${id}`,
      );
      await tx.execute(sql`
        update sitepages set submitted_at = null, declined_reason = ${reason} where id = ${id}`);
    },
    reason,
  );
