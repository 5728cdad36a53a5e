import { beforeAll, expect, test } from 'vitest';
import { decideReports } from '#domains/moderation/queue/queue.server.ts';
import { createReport } from '#domains/moderation/reports.server.ts';
import { readBadges } from '#domains/notifications/badges.server.ts';
import { markAllRead } from '#domains/notifications/notification-changes.server.ts';
import { listNotifications } from '#domains/notifications/notifications.server.ts';
import {
  readPreferences,
  saveInApp,
} from '#domains/notifications/preferences/preferences.server.ts';
import { inAppView } from '#domains/notifications/preferences/preferences.views.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addMember, addPost } from '../support/people.ts';

let mo: Member;
let mia: Member;
let ada: Member;
let bo: Member;
beforeAll(async () => {
  [mo, mia] = [
    await addMember({ name: 'Mo', role: 'moderator' }),
    await addMember({ name: 'Mia', role: 'admin' }),
  ];
  [ada, bo] = [await addMember({ name: 'Ada' }), await addMember({ name: 'Bo' })];
});

const report = (reporter: Member, id: number) =>
  createReport(reporter, {
    type: 'post',
    id,
    category: 'spam',
    description: 'Ada says: look at this',
  });
const listNotices = async (member: Member) =>
  (await listNotifications(member)).recentUpdates.filter(({ type }) => type.startsWith('report_'));

test("moderators get one unread notification for all reports, without the reporter's name", async () => {
  const [first, second] = [await addPost(bo), await addPost(bo)];
  await report(ada, first);
  await report(ada, second);
  for (const moderator of [mo, mia]) {
    const notices = await listNotices(moderator);
    expect(notices).toMatchObject([
      { type: 'report_new', read: 0, url: '/admin/reports', subject: { user_id: moderator.id } },
    ]);
    expect(JSON.stringify(notices)).not.toMatch(/Ada|look at this/);
    expect((await readBadges(moderator)).reports).toBe(2);
  }
  expect(await listNotices(bo)).toEqual([]);
  expect((await readBadges(ada)).reports).toBe(0);
  // By mail as they chose: daily, unless they change it.
  const [mail] = await db.execute(
    sql`
      select email_frequency
      from notifications
      where recipient_id = ${mo.id} and type = 'report_new'`,
  );
  expect(mail).toEqual({ email_frequency: 'daily' });

  // A report after they have read it notifies again.
  await markAllRead(mo);
  await report(ada, await addPost(bo));
  expect((await listNotices(mo)).map(({ read }) => read)).toEqual([0, 1]);
});

test('reporters learn only the decision', async () => {
  const open = await db.execute<{ id: number }>(
    sql`select subject_id as id from reports where status = 'open' order by id`,
  );
  const [first, ...others] = open.map(({ id }) => Number(id));
  await decideReports(mo, { type: 'post', id: first!, decision: 'remove' });
  expect(await listNotices(ada)).toMatchObject([
    { type: 'report_removed', url: null, subject: { user_id: ada.id } },
  ]);
  for (const id of others) await decideReports(mia, { type: 'post', id, decision: 'dismiss' });
  const notices = await listNotices(ada);
  expect(notices.map(({ type }) => type)).toEqual(['report_dismissed', 'report_removed']);
  expect(JSON.stringify(notices)).not.toMatch(/Mo|Mia|Bo/);
  expect(await listNotices(bo)).toEqual([]);
});

test('after the last decision moderators have nothing unread', async () => {
  expect((await listNotices(mo)).every(({ read }) => read === 1)).toBe(true);
  expect((await readBadges(mia)).reports).toBe(0);
});

test('a reported moderator is not notified of that report', async () => {
  await report(ada, await addPost(mo));
  expect((await listNotices(mo)).filter(({ read }) => read === 0)).toEqual([]);
  expect((await listNotices(mia)).filter(({ read }) => read === 0)).toHaveLength(1);
});

test('only moderators are offered preferences for reports, and change them', async () => {
  const offered = async (member: Member) =>
    inAppView(member, await readPreferences(member)).form.flatMap(({ types }) =>
      types.map(({ name }) => name),
    );
  expect(await offered(mo)).toContain('report_new');
  expect(await offered(ada)).not.toContain('report_new');
  await saveInApp(ada, {} as never);
  expect((await readPreferences(ada)).report_new.inApp).toBe(true);
  await saveInApp(mo, {} as never);
  await report(ada, await addPost(bo));
  expect((await listNotices(mo)).filter(({ read }) => read === 0)).toEqual([]);
});
