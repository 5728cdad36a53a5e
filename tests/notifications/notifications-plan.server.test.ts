import { beforeAll, describe, expect, test } from 'vitest';
import { readBadges } from '#domains/notifications/badges.server.ts';
import { notificationCtes } from '#domains/notifications/create-notification.server.ts';
import {
  deleteNotifications,
  markAllRead,
} from '#domains/notifications/notification-changes.server.ts';
import { listNotifications } from '#domains/notifications/notifications.server.ts';
import { pruneNotifications } from '#domains/notifications/prune.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
// Registers all subjects, as in a running server.
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { fill } from '../support/fill.ts';
import { addMember, setStatus } from '../support/people.ts';
import { customPlanOf, recordPlans, type StatementPlan } from '../support/plans.ts';
import { countStatements } from '../support/statements.ts';

const far = 4_000;
/** Limit of the list. */
const reach = 1_000;
let postIds: number[];

/** A member with thousands of notifications from two others in turn, all unread or all read. */
async function famous(isRead: boolean): Promise<{ member: Member; fans: Member[] }> {
  const [member, ...fans] = await Promise.all([addMember(), addMember(), addMember()]);
  await fill((tx) =>
    tx.execute(sql`
      with inserted as (
        insert into notifications (
          recipient_id, type, subject_type, subject_id, context_type, context_id, group_key,
          created_at, updated_at, read_at
        )
        select ${member!.id}, 'liked', 'post', id, 'post', id,
          'liked:activity_action:' || id, now(), now() - (${far} - nth) * interval '1 second',
          case when ${isRead} then now() end
        from unnest(${sql.param(postIds)}::bigint[]) with ordinality own (id, nth)
        returning id
      )
      insert into notification_actors (notification_id, actor_id)
      select inserted.id, (${sql.param(fans.map(({ id }) => id))}::bigint[])[inserted.id % 2 + 1]
      from inserted`),
  );
  return { member: member!, fans };
}

beforeAll(async () => {
  const author = await addMember();
  await fill(async (tx) => {
    const rows = await tx.execute<{ id: number }>(sql`
      insert into posts (author_id, type, subject_id, object_id, body, audience, published_at)
      select ${author.id}, 'status', ${author.id}, ${author.id}, 'Post', 'everyone',
        now() - interval '1 day'
      from generate_series(1, ${far})
      returning id`);
    postIds = rows.map(({ id }) => id);
  });
});

const analyze = () => db.execute(sql`analyze members, posts, notifications, notification_actors`);
const grown = ['notifications', 'notification_actors', 'posts'];
function expectBounded({ rows, scanned }: StatementPlan, most: number) {
  expect(scanned.filter((name) => grown.includes(name))).toEqual([]);
  for (const name of grown) expect(rows[name] ?? 0, name).toBeLessThanOrEqual(most);
}

describe('with thousands of unread notifications', () => {
  test('popup, page and badge read no further than the limit of the list', async () => {
    const { member, fans } = await famous(false);
    await analyze();
    const badges = await recordPlans(() => readBadges(member));
    // The unread ones, and which of their posts can be seen.
    expect(badges).toHaveLength(2);
    expect(badges[0]!.indexes).toContain('notifications_unread_list');
    for (const plan of badges) expectBounded(plan, reach);
    for (const isUnread of [false, true]) {
      const plans = await recordPlans(() => listNotifications(member, { isUnread }));
      const indexes = plans.flatMap((plan) => [...plan.indexes]);
      expect(indexes).toContain('notifications_unread_list');
      if (!isUnread) expect(indexes).toContain('notifications_list');
      // The candidates of each list, their posts, and the rows of one page.
      expect(plans).toHaveLength(isUnread ? 3 : 4);
      for (const plan of plans) expectBounded(plan, 2 * reach);
      expectBounded(plans.at(-1)!, 20);
    }
    expect((await readBadges(member)).notifications).toBe(reach);
    const { notificationsCount, recentUpdateTotalItemCount, recentUpdates } =
      await listNotifications(member, { page: 50, limit: 20 });
    expect([notificationsCount, recentUpdateTotalItemCount, recentUpdates.length]).toEqual([
      reach,
      reach,
      20,
    ]);
    expect((await listNotifications(member, { page: 51, limit: 20 })).recentUpdates).toEqual([]);

    // Hidden ones are not counted, and no further rows are read instead.
    await setStatus(fans[0]!, 'suspended');
    for (const plan of await recordPlans(() => readBadges(member))) expectBounded(plan, reach);
    expect((await readBadges(member)).notifications).toBe(reach / 2);
    await setStatus(fans[0]!, 'active');
  });

  test('a hundred shares of a post that was shared thousands of times are read', async () => {
    const [member, fan] = [await addMember(), await addMember()];
    await db.execute(sql`
      with shared as (
        insert into notifications (
          recipient_id, type, subject_type, subject_id, context_type, context_id, group_key
        )
        select ${member.id}, 'shared', 'post', ${postIds[0]!}, 'post', ${postIds[0]!}, 'shared'
        returning id
      )
      insert into notification_actors (notification_id, actor_id, source_type, source_id)
      select shared.id, ${fan.id}, 'post', share.id
      from shared, unnest(${sql.param(postIds)}::bigint[]) share (id)`);
    await analyze();
    for (const plan of await recordPlans(() => readBadges(member))) expectBounded(plan, 101);
    expect((await readBadges(member)).notifications).toBe(1);
    expect((await listNotifications(member)).recentUpdates).toHaveLength(1);
  });

  test('all that are there are marked as read in batches', async () => {
    const { member } = await famous(false);
    await db.execute(
      sql`
        update notifications
        set updated_at = now() + interval '1 hour'
        where recipient_id = ${member.id} and subject_id = ${postIds[0]!}`,
    );
    // One statement for the start, three full batches, and one that is not full.
    expect(await countStatements(() => markAllRead(member))).toBe(5);
    expect((await readBadges(member)).notifications).toBe(1);
    const [row] = await db.execute<{ unread: number }>(
      sql`
        select count(*)::int as unread
        from notifications
        where recipient_id = ${member.id} and read_at is null`,
    );
    expect(row!.unread).toBe(1);
  });

  test('those beyond the limit of the list are marked as read at night', async () => {
    const { member } = await famous(false);
    await pruneNotifications();
    const [row] = await db.execute<{ unread: number; oldest: number; total: number }>(sql`
      select count(*) filter (where read_at is null)::int as unread,
        min(subject_id) filter (where read_at is null) as oldest, count(*)::int as total
      from notifications
      where recipient_id = ${member.id}`);
    expect(row).toEqual({ unread: reach, oldest: postIds[far - reach], total: far });
    const { recentUpdates } = await listNotifications(member, { limit: 50 });
    await deleteNotifications(
      member,
      recentUpdates.map(({ notification_id }) => notification_id),
    );
    expect((await readBadges(member)).notifications).toBe(reach - 50);
  });
});

test('with thousands of read notifications the badge reads none, and the unread page finds out at once', async () => {
  const { member } = await famous(true);
  await analyze();
  const [badges, ...none] = await recordPlans(() => readBadges(member));
  expectBounded(badges!, 0);
  expect(none).toEqual([]);
  for (const plan of await recordPlans(() => listNotifications(member, { isUnread: true })))
    expectBounded(plan, 0);
  expect(await listNotifications(member, { isUnread: true })).toMatchObject({
    recentUpdates: [],
    notificationsCount: 0,
    recentUpdateTotalItemCount: 0,
  });
});

test('notifying many does not read all that an active member has done', async () => {
  const { fans } = await famous(true);
  await fill((tx) =>
    tx.execute(sql`
      insert into members (status, email, username, first_name, last_name, displayname, password_hash)
      select 'active', 'crowd-' || n || '@crowd.example', 'crowd' || n, 'Crowd', 'N' || n,
        'Crowd N' || n, ''
      from generate_series(1, 500) n`),
  );
  await analyze();
  const recipients = sql`
    select m.id, 'commented', 'post', ${postIds[0]!}::bigint, 1, '', 0::bigint
    from members m
    where m.username like 'crowd%'`;
  const plan = await customPlanOf(sql`
    with ${notificationCtes(fans[0]!, recipients, {
      context: sql`select 'post', ${postIds[0]!}::bigint`,
    })}
    select count(*) from inserted_notification`);
  expect(plan.rows.notification_actors ?? 0).toBe(0);
});
