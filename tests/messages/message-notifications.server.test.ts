import { beforeEach, expect, test } from 'vitest';
import { readConversation } from '#domains/messages/conversation/conversation.server.ts';
import {
  acceptConversation,
  deleteConversations,
  leaveConversation,
  markConversation,
} from '#domains/messages/participant.server.ts';
import { pruneConversations } from '#domains/messages/prune.server.ts';
import { listNotifications } from '#domains/notifications/notifications.server.ts';
import { pruneNotifications } from '#domains/notifications/prune.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { moveClock } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addMember, befriend, block } from '../support/people.ts';
import { sendReply, start } from './conversations.ts';

let ada: Member;
let bo: Member;
let cy: Member;
beforeEach(async () => {
  [ada, bo, cy] = [
    await addMember({ name: 'Ada' }),
    await addMember({ name: 'Bo' }),
    await addMember({ name: 'Cy' }),
  ];
  for (const [one, other] of [
    [ada, bo],
    [ada, cy],
    [bo, cy],
  ] as const)
    await befriend(one, other);
});
const notificationsFor = async (member: Member) =>
  (await listNotifications(member)).recentUpdates.map(({ feed_title, url, read }) => [
    feed_title,
    url,
    read,
  ]);
const day = 24 * 60 * 60;

test('each participant is notified of new messages, once per conversation while it is unread', async () => {
  const id = await start(ada, [bo, cy]);
  await sendReply(ada, id, 'Again');
  const line = (who: string, read = 0) => [`${who} sent you a message.`, `/messages/${id}`, read];
  expect(await notificationsFor(bo)).toEqual([line('Ada')]);
  await sendReply(cy, id, 'Me too');
  expect(await notificationsFor(bo)).toEqual([line('Cy and Ada')]);
  expect(await notificationsFor(ada)).toEqual([line('Cy')]);
  // Reading up to the first message leaves the notification of the later ones unread.
  await markConversation(bo, {
    id,
    isRead: true,
    upTo: (await readConversation(bo, id)).messages[0]!.message.message_id,
  });
  expect(await notificationsFor(bo)).toEqual([line('Cy and Ada')]);
  // Reading all or replying marks it as read.
  await markConversation(bo, { id, isRead: true });
  expect(await notificationsFor(bo)).toEqual([line('Cy and Ada', 1)]);
  await sendReply(ada, id, 'And again');
  expect(await notificationsFor(bo)).toEqual([line('Ada'), line('Cy and Ada', 1)]);
  await sendReply(bo, id, 'Yes');
  expect((await notificationsFor(bo)).map(([, , read]) => read)).toEqual([1, 1]);
});

test('nobody is notified across a block, after leaving, or of a conversation they have deleted', async () => {
  const id = await start(ada, [bo, cy]);
  await deleteConversations(bo, [id]);
  expect(await notificationsFor(bo)).toEqual([]);
  await leaveConversation(cy, id);
  await sendReply(ada, id, 'Hello?');
  expect(await notificationsFor(cy)).toEqual([['Ada sent you a message.', `/messages/${id}`, 0]]);
  await block(bo, ada);
  expect(await notificationsFor(bo)).toEqual([]);
  const [{ count } = { count: -1 }] = await db.execute<{ count: number }>(sql`
    select count(*)::int as count
    from notification_actors a
    join notifications n on n.id = a.notification_id
    where n.recipient_id = ${cy.id}`);
  expect(count).toBe(1);
});

test('a message from a stranger is listed, but sends no mail and no push until the request is accepted', async () => {
  const dee = await addMember({ name: 'Dee' });
  const id = await start(dee, [ada]);
  await sendReply(dee, id, 'Are you there?');
  const due = async () =>
    (
      await db.execute<{ channel: string }>(
        sql`select channel from notification_deliveries where member_id = ${ada.id}`,
      )
    ).map(({ channel }) => channel);
  expect(await notificationsFor(ada)).toEqual([['Dee sent you a message.', `/messages/${id}`, 0]]);
  expect(await due()).toEqual([]);
  await markConversation(ada, { id, isRead: true });
  await acceptConversation(ada, id);
  await sendReply(dee, id, 'Good to hear');
  expect(await due()).toEqual(['at_once']);
});

test('a conversation without participants is deleted with its notifications', async () => {
  const [kept, lost] = [await start(ada, [bo]), await start(ada, [cy])];
  await db.execute(sql`delete from conversation_members where conversation_id = ${lost}`);
  const ids = async () =>
    (
      await db.execute<{ id: number }>(
        sql`select id from conversations where id in (${kept}, ${lost}) order by id`,
      )
    ).map(({ id }) => id);
  await pruneConversations();
  expect(await ids()).toEqual([kept, lost]);
  moveClock(2 * 60 * 60);
  await pruneConversations();
  moveClock(0);
  expect(await ids()).toEqual([kept]);
  expect(
    await db.execute(
      sql`
        select 1
        from notifications
        where subject_type = 'conversation' and subject_id = ${lost}`,
    ),
  ).toHaveLength(0);
});

test('notifications read half a year ago are deleted, unread ones stay', async () => {
  const [read, unread] = [await start(ada, [bo]), await start(cy, [bo])];
  await markConversation(bo, { id: read, isRead: true });
  const left = async () =>
    (
      await db.execute<{ id: number }>(
        sql`select subject_id as id from notifications where recipient_id = ${bo.id} order by 1`,
      )
    ).map(({ id }) => id);
  moveClock(179 * day);
  await pruneNotifications();
  expect(await left()).toEqual([read, unread]);
  moveClock(181 * day);
  await pruneNotifications();
  moveClock(0);
  expect(await left()).toEqual([unread]);
});
