import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { findRecipients } from '#domains/messages/compose/recipients.server.ts';
import { readConversation } from '#domains/messages/conversation/conversation.server.ts';
import { saveReceiptSettings } from '#domains/messages/conversation/receipts.server.ts';
import { countUnread } from '#domains/messages/inbox/inbox.server.ts';
import { maySeeMessage } from '#domains/messages/messages.rules.ts';
import { conversation, inbox } from '#domains/messages/messages.schema.ts';
import {
  acceptConversation,
  announceTyping,
  deleteConversations,
  leaveConversation,
  markConversation,
} from '#domains/messages/participant.server.ts';
import { listNotifications } from '#domains/notifications/notifications.server.ts';
import { blockMember, unblockMember } from '#domains/policy/blocks.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { moveClock } from '#server/clock.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addMember, befriend, block, setStatus } from '../support/people.ts';
import { countStatements } from '../support/statements.ts';
import { fiftyTimes } from '../support/when-busy.ts';
import { idsOf, inboxOf, sendReply, start, textsOf } from './conversations.ts';

let ada: Member;
let bo: Member;
let cy: Member;
beforeEach(async () => {
  [ada, bo, cy] = [
    await addMember({ name: 'Ada' }),
    await addMember({ name: 'Bo' }),
    await addMember({ name: 'Cy' }),
  ];
  for (const other of [bo, cy]) await befriend(ada, other);
  await befriend(bo, cy);
});

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  );

describe('between two', () => {
  test('a conversation goes back and forth, unread for the one who has not read it', async () => {
    const id = await start(ada, [bo], 'Hello', 'Lamps');
    expect([await countUnread(ada), await countUnread(bo)]).toEqual([0, 1]);
    const received = await inboxOf(bo);
    expect(inbox.parse(received)).toEqual(received);
    expect(received).toMatchObject({
      totalItemCount: 1,
      getTotalItemCount: 1,
      getUnreadMessageCount: 1,
      requestCount: 0,
      response: [
        {
          message: { conversation_id: id, title: 'Lamps', body: 'Hello', user_id: ada.id, read: 0 },
          sender: { user_id: ada.id },
          recipient: { user_id: bo.id, inbox_read: 0 },
        },
      ],
    });
    expect((await inboxOf(ada)).response).toMatchObject([
      {
        sender: { user_id: bo.id },
        message: { user_id: ada.id, read: 1 },
        recipient: { inbox_read: 1, inbox_message_id: 0 },
      },
    ]);
    expect(await markConversation(bo, { id, isRead: true })).toBe(0);
    await sendReply(bo, id, 'Hello you');
    expect(await textsOf(ada, id)).toEqual(['Hello', 'Hello you']);
    expect([await countUnread(ada), await countUnread(bo)]).toEqual([1, 0]);
    const read = await readConversation(ada, id, { page: 1 });
    expect(conversation.parse(read)).toEqual(read);
    expect(read).toMatchObject({
      conversation: { user_id: ada.id, recipients: 1, locked: 0 },
      recipients: [{ user_id: bo.id }],
      can_reply: 1,
      inbox_read: 0,
      totalItemCount: 2,
      has_older: 0,
    });
    expect(read.messages.map(({ sender }) => sender.user_id)).toEqual([ada.id, bo.id]);
  });

  test('received and sent conversations have their own lists', async () => {
    const [sent, received] = [await start(ada, [bo]), await start(bo, [ada])];
    expect(await idsOf(ada)).toEqual([received, sent]);
    expect(await idsOf(ada, { only: 'received' })).toEqual([received]);
    expect(await idsOf(ada, { only: 'sent' })).toEqual([sent]);
    await sendReply(ada, sent, 'Again');
    expect(await idsOf(ada)).toEqual([sent, received]);
  });

  test('marked as unread it counts again, without notifying the other', async () => {
    const id = await start(ada, [bo]);
    const { message } = (await inboxOf(bo)).response[0]!;
    await markConversation(bo, { id, isRead: true });
    await markConversation(bo, { id, isRead: false });
    expect(await countUnread(bo)).toBe(1);
    expect((await readConversation(ada, id)).read_marks).toEqual([
      { user_id: bo.id, message_id: message.message_id },
    ]);
    expect(await refusal(markConversation(cy, { id, isRead: true }))).toBe('no_record');
  });

  test('is marked by the id of a message as well', async () => {
    const id = await start(ada, [bo]);
    const { message } = (await inboxOf(bo)).response[0]!;
    // An id without such a conversation is taken as a message's.
    await db.execute(
      sql`
        select setval(pg_get_serial_sequence('messages', 'id'), ${message.message_id + 1_000_000})`,
    );
    const far = await sendReply(ada, id, 'Far');
    expect(await markConversation(bo, { id: far, isRead: true })).toBe(0);
    expect(await refusal(markConversation(cy, { id: far, isRead: true }))).toBe('no_record');
  });

  test('messages after the last one read stay unread', async () => {
    const id = await start(ada, [bo]);
    const { message } = (await inboxOf(bo)).response[0]!;
    await sendReply(ada, id, 'One more');
    expect(await markConversation(bo, { id, isRead: true, upTo: message.message_id })).toBe(1);
    expect(await markConversation(bo, { id, isRead: true, upTo: 999_999_999 })).toBe(0);
    await sendReply(ada, id, 'And more');
    expect(await countUnread(bo)).toBe(1);
  });

  test('a deleted conversation is hidden for one, returns with new messages, and is deleted once both deleted it', async () => {
    const id = await start(ada, [bo], 'Old');
    await deleteConversations(bo, [id, 999_999_999]);
    expect([await idsOf(bo), await idsOf(ada), await countUnread(bo)]).toEqual([[], [id], 0]);
    expect(await refusal(readConversation(bo, id))).toBe('no_record');
    expect(await refusal(sendReply(bo, id, 'x'))).toBe('no_record');
    expect(await refusal(deleteConversations(bo, [id]))).toBe('no_record');
    await sendReply(ada, id, 'New');
    expect(await textsOf(bo, id)).toEqual(['New']);
    expect((await readConversation(bo, id, { page: 1 })).totalItemCount).toBe(1);
    expect(await textsOf(ada, id)).toEqual(['Old', 'New']);
    await deleteConversations(bo, [id]);
    await deleteConversations(ada, [id]);
    expect(
      (await db.execute(sql`select 1 from messages where conversation_id = ${id}`)).length,
    ).toBe(0);
  });

  test('deleted up to the last seen message, later ones stay, unread and notified', async () => {
    const [id, other] = [await start(ada, [bo], 'Old'), await start(cy, [bo], 'Another')];
    const seen = (await inboxOf(bo)).response[0]!.message.message_id;
    await sendReply(ada, id, 'Unseen');
    await deleteConversations(bo, [id, other], seen);
    expect([await idsOf(bo), await textsOf(bo, id), await countUnread(bo)]).toEqual([
      [id],
      ['Unseen'],
      1,
    ]);
    expect(
      (await listNotifications(bo)).recentUpdates.map(({ object_id, read }) => [object_id, read]),
    ).toEqual([[id, 0]]);
    // A screen that saw less does not mark anything unread.
    await deleteConversations(bo, [id], seen - 1);
    expect(await textsOf(bo, id)).toEqual(['Unseen']);
    await deleteConversations(bo, [id], 999_999_999);
    expect([await idsOf(bo), await countUnread(bo), await textsOf(ada, id)]).toEqual([
      [],
      0,
      ['Old', 'Unseen'],
    ]);
    await deleteConversations(ada, [id]);
    expect((await db.execute(sql`select 1 from conversations where id = ${id}`)).length).toBe(0);
  });

  test('pages by number, before and after a message', async () => {
    const id = await start(ada, [bo], '1');
    for (let count = 2; count <= 7; count += 1) await sendReply(ada, id, String(count));
    const bodies = async (query: Parameters<typeof readConversation>[2]) => {
      const { messages, has_older, page } = await readConversation(bo, id, query);
      return [messages.map(({ message }) => message.body).join(''), has_older, page];
    };
    expect(await bodies({ limit: 3 })).toEqual(['567', 1, 1]);
    expect(await bodies({ limit: 3, page: 3 })).toEqual(['1', 0, 3]);
    expect(await bodies({ limit: 3, page: 4 })).toEqual(['', 0, 4]);
    const { messages } = await readConversation(bo, id);
    expect(await bodies({ limit: 3, before: messages[4]!.message.message_id })).toEqual([
      '234',
      1,
      1,
    ]);
    expect(await bodies({ after: messages[4]!.message.message_id })).toEqual(['67', 0, 1]);
    const total = async (query: Parameters<typeof readConversation>[2]) =>
      (await readConversation(bo, id, query)).totalItemCount;
    expect(await Promise.all([1, 3, 4].map((page) => total({ page, limit: 3 })))).toEqual([
      7, 7, 7,
    ]);
    expect(
      await Promise.all(
        [
          { page: 1 },
          { page: 1, limit: 7 },
          { page: 1, after: messages[4]!.message.message_id },
          {},
        ].map(total),
      ),
    ).toEqual([7, 7, undefined, undefined]);
  });

  test('fifty concurrent messages all arrive, in the same order for both', async () => {
    const id = await start(ada, [bo], '0');
    await fiftyTimes((turn) => sendReply(turn % 2 ? ada : bo, id, String(turn + 1)));
    const [own, other] = [
      await readConversation(ada, id, { limit: 100 }),
      await readConversation(bo, id, { limit: 100 }),
    ];
    expect(own.messages).toHaveLength(51);
    expect(own.messages.map(({ message }) => message.message_id)).toEqual(
      other.messages.map(({ message }) => message.message_id),
    );
  });
});

describe('members who may write to each other', () => {
  test('messages from strangers are requests until accepted or answered', async () => {
    const stranger = await addMember({ name: 'Stranger' });
    const id = await start(stranger, [ada], 'Hi');
    expect(await inboxOf(ada)).toMatchObject({
      totalItemCount: 0,
      getUnreadMessageCount: 0,
      requestCount: 1,
    });
    expect((await inboxOf(ada, { folder: 'requests' })).response).toMatchObject([
      { message: { conversation_id: id }, is_request: 1 },
    ]);
    expect(await idsOf(ada, { folder: 'all' })).toEqual([id]);
    expect(await idsOf(stranger)).toEqual([id]);
    expect(await readConversation(ada, id)).toMatchObject({ is_request: 1, can_reply: 1 });
    await acceptConversation(ada, id);
    expect([await idsOf(ada), await countUnread(ada)]).toEqual([[id], 1]);
    const other = await start(stranger, [bo]);
    await sendReply(bo, other, 'Who are you?');
    expect(await idsOf(bo)).toEqual([other]);
    expect(await refusal(acceptConversation(cy, id))).toBe('no_record');
  });

  test('a member who takes messages from friends only gets them from friends only', async () => {
    const shy = await addMember({ name: 'Shy' });
    await db.execute(
      sql`insert into member_settings (member_id, messages_from) values (${shy.id}, 'friends')`,
    );
    expect(await refusal(start(ada, [shy]))).toBe('unauthorized');
    expect(await refusal(start(ada, [bo, shy]))).toBe('unauthorized');
    expect(
      (await db.execute(sql`select 1 from conversations where creator_id = ${ada.id}`)).length,
    ).toBe(0);
    const id = await start(shy, [ada]);
    await sendReply(ada, id, 'An answer is always possible');
    await befriend(ada, shy);
    expect(await refusal(start(ada, [shy]))).toBe('done');
  });

  test('to a blocked member the blocker does not exist, and the blocker gets the reason', async () => {
    await block(bo, ada);
    expect(await refusal(start(ada, [bo]))).toBe('no_record');
    expect(await refusal(start(bo, [ada]))).toBe('blocked');
  });

  test('inactive accounts do not exist', async () => {
    for (const status of ['pending', 'suspended', 'deleted'] as const)
      expect(await refusal(start(ada, [await addMember({ status })])), status).toBe('no_record');
  });

  test('nobody starts one alone', async () => {
    expect(await refusal(start(ada, [ada]))).toBe('unauthorized');
  });

  test('the recipient search offers exactly those, friends first', async () => {
    const [zoe, zora, zack] = [
      await addMember({ name: 'Zoe Quint' }),
      await addMember({ name: 'Zora Quint' }),
      await addMember({ name: 'Zack Quint' }),
    ];
    await befriend(ada, zora);
    const names = async (search: string) =>
      (await findRecipients(ada, { search })).map(({ displayname }) => displayname);
    expect(await names('quint')).toEqual(['Zora Quint', 'Zack Quint', 'Zoe Quint']);
    await block(zack, ada);
    await db.execute(
      sql`insert into member_settings (member_id, messages_from) values (${zoe.id}, 'friends')`,
    );
    expect(await names('quint')).toEqual(['Zora Quint']);
    expect(await names('')).toEqual(['Bo', 'Cy', 'Zora Quint']);
    expect(
      (await findRecipients(ada, { search: 'Ada', limit: 20 })).map(({ user_id }) => user_id),
    ).not.toContain(ada.id);
    await setStatus(zora, 'suspended');
    expect(await names('quint')).toEqual([]);
  });
});

describe('blocks, leaving and deleted accounts', () => {
  test('between two a block ends writing both ways and hides the name, and earlier messages stay', async () => {
    const id = await start(ada, [bo], 'Before');
    await blockMember(bo, ada.id);
    for (const member of [ada, bo]) {
      expect(await refusal(sendReply(member, id, 'After'))).toBe('blocked');
      expect(await readConversation(member, id)).toMatchObject({
        can_reply: 0,
        recipients: [{ user_id: 0, displayname: 'Unavailable member', image: '/no-photo.png' }],
        read_marks: [],
        typing: [],
      });
      expect(await textsOf(member, id)).toEqual(['Before']);
    }
    expect((await inboxOf(bo)).response).toMatchObject([
      { sender: { user_id: 0 }, message: { user_id: 0 } },
    ]);
    await unblockMember(bo, ada.id);
    await sendReply(ada, id, 'Again');
    expect(await textsOf(bo, id)).toEqual(['Before', 'Again']);
  });

  test('in a group a block affects only the two', async () => {
    const id = await start(ada, [bo, cy], 'All of us');
    for (const member of [bo, cy]) await markConversation(member, { id, isRead: true });
    await blockMember(bo, ada.id);
    await sendReply(ada, id, 'For Cy');
    expect([await countUnread(bo), await countUnread(cy)]).toEqual([0, 1]);
    expect(await textsOf(bo, id)).toEqual(['All of us']);
    expect(await textsOf(cy, id)).toEqual(['All of us', 'For Cy']);
    expect((await inboxOf(bo)).response).toMatchObject([{ message: { body: 'All of us' } }]);
    expect(await idsOf(bo, { search: 'For' })).toEqual([]);
    await sendReply(bo, id, 'For Cy too');
    expect(await textsOf(ada, id)).toEqual(['All of us', 'For Cy']);
    expect((await readConversation(bo, id, { page: 1 })).totalItemCount).toBe(2);
  });

  test('messages written during a block never reach the blocked member, also after it is lifted', async () => {
    const id = await start(ada, [bo, cy], 'All of us');
    await blockMember(ada, bo.id);
    await sendReply(ada, id, 'Not for Bo pears');
    await sendReply(bo, id, 'Not for Ada');
    await unblockMember(ada, bo.id);
    await sendReply(ada, id, 'All again');
    expect(await textsOf(bo, id)).toEqual(['All of us', 'Not for Ada', 'All again']);
    expect(await textsOf(ada, id)).toEqual(['All of us', 'Not for Bo pears', 'All again']);
    expect(await textsOf(cy, id)).toEqual([
      'All of us',
      'Not for Bo pears',
      'Not for Ada',
      'All again',
    ]);
    expect([
      await idsOf(bo, { search: 'pears' }),
      await idsOf(cy, { search: 'pears' }),
      (await readConversation(bo, id, { page: 1 })).totalItemCount,
    ]).toEqual([[], [id], 3]);
  });

  test('a member who has left sees no later messages and gets none', async () => {
    const id = await start(ada, [bo, cy], 'All of us');
    await leaveConversation(bo, id);
    await sendReply(ada, id, 'Without Bo');
    expect(await textsOf(bo, id)).toEqual(['All of us']);
    expect(await readConversation(bo, id, { page: 1 })).toMatchObject({
      can_reply: 0,
      totalItemCount: 1,
    });
    expect(await refusal(sendReply(bo, id, 'Still here'))).toBe('unauthorized');
    expect(await refusal(announceTyping(bo, id))).toBe('no_record');
    expect(await idsOf(bo, { search: 'Without' })).toEqual([]);
    expect(await refusal(leaveConversation(ada, await start(ada, [bo])))).toBe('unauthorized');
    expect(await refusal(leaveConversation(await addMember(), id))).toBe('no_record');
  });

  test('messages of deleted accounts stay, without a name', async () => {
    const id = await start(ada, [bo], 'From Ada');
    await setStatus(ada, 'suspended');
    expect(await readConversation(bo, id)).toMatchObject({
      can_reply: 0,
      messages: [
        {
          message: { body: 'From Ada', user_id: 0 },
          sender: { displayname: 'Unavailable member' },
        },
      ],
    });
    await setStatus(ada, 'deleted');
    expect((await inboxOf(bo)).response).toMatchObject([
      { sender: { user_id: 0, displayname: 'Deleted member' } },
    ]);
    await db.execute(sql`delete from members where id = ${ada.id}`);
    expect(await readConversation(bo, id)).toMatchObject({
      can_reply: 0,
      conversation: { user_id: 0 },
      recipients: [],
      messages: [{ message: { user_id: 0 }, sender: { displayname: 'Deleted member' } }],
    });
    expect((await inboxOf(bo)).response).toMatchObject([
      { sender: { displayname: 'Deleted member' }, people: [{ displayname: 'Deleted member' }] },
    ]);
  });

  test('a stranger to a conversation finds none of it anywhere', async () => {
    const id = await start(ada, [bo], 'A secret lamp');
    expect(await refusal(readConversation(cy, id))).toBe('no_record');
    expect(await refusal(sendReply(cy, id, 'x'))).toBe('no_record');
    expect(await refusal(deleteConversations(cy, [id]))).toBe('no_record');
    expect(await refusal(announceTyping(cy, id))).toBe('no_record');
    expect(await idsOf(cy, { search: 'lamp' })).toEqual([]);
    expect(await refusal(readConversation({ ...cy, role: 'admin' }, id))).toBe('no_record');
  });

  test('rule and SQL agree on every message', async () => {
    const id = await start(ada, [bo, cy], '0');
    for (const [index, member] of [bo, ada, cy, bo, ada].entries())
      await sendReply(member, id, String(index + 1));
    const rows = await db.execute<{ id: number; authorId: number; writtenAt: string }>(sql`
      select id, author_id as "authorId", created_at::text as "writtenAt"
      from messages
      where conversation_id = ${id}
      order by id`);
    const cut = fc.integer({ min: -1, max: rows.length });
    const at = (position: number) =>
      position < 0 ? 0 : (rows[position]?.id ?? rows.at(-1)!.id + 1);
    await fc.assert(
      fc.asyncProperty(
        cut,
        fc.option(cut),
        cut,
        fc.option(cut),
        cut,
        async (joined, left, deleted, blocked, withheld) => {
          const part = {
            joinedAfter: at(joined),
            leftAfter: left === null ? null : at(left),
            deletedUpTo: Math.min(at(deleted), rows.at(-1)!.id - 1),
          };
          const blockedAt =
            blocked === null
              ? null
              : new Date(
                  Date.parse(rows[Math.max(0, Math.min(blocked, rows.length - 1))]!.writtenAt) + 1,
                );
          await db.execute(sql`
            update conversation_members
            set joined_after = ${part.joinedAfter}, left_after = ${part.leftAfter},
              deleted_up_to = ${part.deletedUpTo}
            where conversation_id = ${id} and member_id = ${bo.id}`);
          await db.execute(
            sql`
              update messages
              set hidden_from = case when id = ${at(withheld)} then array[${bo.id},
                ${cy.id}]::bigint[] end
              where conversation_id = ${id} and author_id <> ${bo.id}`,
          );
          await db.execute(sql`delete from blocks`);
          if (blockedAt)
            await db.execute(
              sql`
                insert into blocks (blocker_id, blocked_id, created_at)
                values (${ada.id}, ${bo.id}, ${blockedAt.toISOString()}::timestamptz)`,
            );
          const seen = (await readConversation(bo, id)).messages.map(
            ({ message }) => message.message_id,
          );
          const expected = rows.filter((row) =>
            maySeeMessage(
              part,
              {
                id: row.id,
                writtenAt: new Date(row.writtenAt),
                isOwn: row.authorId === bo.id,
                isHidden: row.authorId !== bo.id && row.id === at(withheld),
              },
              row.authorId === ada.id ? blockedAt : null,
            ),
          );
          expect(seen).toEqual(expected.map((row) => row.id));
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe('receipts and typing', () => {
  test('show typing for a few seconds, and the last message read', async () => {
    const id = await start(ada, [bo]);
    await announceTyping(bo, id);
    expect((await readConversation(ada, id)).typing).toEqual([bo.id]);
    moveClock(7);
    try {
      expect((await readConversation(ada, id)).typing).toEqual([]);
    } finally {
      moveClock(0);
    }
    await announceTyping(bo, id);
    await sendReply(bo, id, 'Sent');
    expect((await readConversation(ada, id)).typing).toEqual([]);
    expect((await readConversation(ada, id)).read_marks).toHaveLength(1);
  });

  test('disabled they are not shown, and a member who hides reading sees no receipts', async () => {
    const id = await start(ada, [bo]);
    await sendReply(bo, id, 'Here');
    await saveReceiptSettings(bo, { typing: 0, reading: 0 });
    await announceTyping(bo, id);
    expect(await readConversation(ada, id)).toMatchObject({ typing: [], read_marks: [] });
    expect((await readConversation(bo, id)).read_marks).toEqual([]);
    await saveReceiptSettings(bo, { typing: 1, reading: 1 });
    expect(await readConversation(ada, id)).toMatchObject({
      typing: [bo.id],
      read_marks: [{ user_id: bo.id }],
    });
  });
});

describe('search', () => {
  test('finds names, titles and word prefixes in messages, and shows the message found', async () => {
    const lamp = await start(ada, [bo], 'The brass Lampshade is here', 'Delivery');
    await sendReply(bo, lamp, 'Thank you');
    const other = await start(ada, [cy], 'Nothing', 'Crème brûlée');
    expect(await idsOf(ada, { search: 'lamp brass' })).toEqual([lamp]);
    expect((await inboxOf(ada, { search: 'LAMPSH' })).response).toMatchObject([
      { message: { body: 'The brass Lampshade is here' } },
    ]);
    expect(await idsOf(ada, { search: 'creme bru' })).toEqual([other]);
    expect(await idsOf(ada, { search: 'cy' })).toEqual([other]);
    for (const search of ['%', "'; drop table messages; --", '!', 'shade', '⑴', 'ﷺ'])
      expect(await idsOf(ada, { search }), search).toEqual([]);
    await deleteConversations(ada, [lamp]);
    expect(await idsOf(ada, { search: 'lamp' })).toEqual([]);
  });
});

describe('cost', () => {
  test('the number of statements does not depend on the number of messages', async () => {
    for (let count = 0; count < 5; count += 1) await start(bo, [ada, cy]);
    const id = await start(ada, [bo, cy]);
    for (let count = 0; count < 5; count += 1) await sendReply(ada, id, 'x');
    expect(await countStatements(() => inboxOf(ada))).toBe(1);
    expect(await countStatements(() => inboxOf(ada, { search: 'x' }))).toBe(1);
    for (const query of [{}, { page: 1 }, { limit: 2, before: 999_999_999 }])
      expect(await countStatements(() => readConversation(ada, id, query))).toBe(2);
    expect(await countStatements(() => readConversation(ada, id, { page: 1, limit: 2 }))).toBe(3);
    expect(await countStatements(() => countUnread(ada))).toBe(1);
    expect(await countStatements(() => findRecipients(ada, { search: 'b' }))).toBe(1);
    const alone = await start(ada, [bo]);
    expect(await countStatements(() => sendReply(ada, id, 'y'))).toBe(
      await countStatements(() => sendReply(ada, alone, 'y')),
    );
  });
});
