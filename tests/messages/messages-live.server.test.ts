import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConversation } from '#domains/messages/conversation/conversation.server.ts';
import { saveReceiptSettings } from '#domains/messages/conversation/receipts.server.ts';
import {
  acceptConversation,
  announceTyping,
  deleteConversations,
  leaveConversation,
  markConversation,
} from '#domains/messages/participant.server.ts';
import { markAllRead } from '#domains/notifications/notification-changes.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { sql } from '#server/sql.ts';
import { startLiveServer } from '../support/live-server.ts';
import { addMember, befriend, block } from '../support/people.ts';
import { listenTo } from '../support/stream.ts';
import { sendReply, start } from './conversations.ts';

let live: Awaited<ReturnType<typeof startLiveServer>>;
let ada: Member;
let bo: Member;
let cy: Member;

beforeAll(async () => {
  env().RATE_LIMIT_SCALE = 1_000;
  live = await startLiveServer();
});
afterAll(() => live.stop());
beforeEach(async () => {
  [ada, bo, cy] = [
    await addMember({ name: 'Ada' }),
    await addMember({ name: 'Bo' }),
    await addMember({ name: 'Cy' }),
  ];
  for (const other of [bo, cy]) await befriend(ada, other);
  await befriend(bo, cy);
});

/** Sends an event of its own type, so that all events before it have arrived. */
const markEnd = (member: Member) =>
  db.execute(sql`select pg_notify('live', 'over:' || ${member.id}::bigint)`);

/** Waits for earlier events; returns the id of the last one. */
async function settle(
  member: Member,
  { next }: Pick<Awaited<ReturnType<typeof listenTo>>, 'next'>,
): Promise<string> {
  await markEnd(member);
  for (let event = await next(); ; event = await next())
    if (event!.type === 'over') return event!.id;
}

/** Events with their conversation that the member receives while `work` runs. */
async function receivedEvents(member: Member, work: () => Promise<unknown>): Promise<string[]> {
  const stream = await listenTo(live.origin, member);
  await settle(member, stream);
  await work();
  await markEnd(member);
  const events: string[] = [];
  for (
    let event = await stream.next();
    event && event.type !== 'over';
    event = await stream.next()
  ) {
    if (event.type === 'badges') continue;
    const { id } = JSON.parse(event.data) as { id: number };
    expect(event.data).toBe(JSON.stringify({ id }));
    events.push(`${event.type} ${id}`);
  }
  await stream.stop();
  return events;
}

describe('events that participants get', () => {
  test('a message, typing and read receipts: event type and conversation id, no content', async () => {
    const id = await start(ada, [bo]);
    expect(await receivedEvents(bo, () => sendReply(ada, id, 'Between us'))).toEqual([
      `messages ${id}`,
    ]);
    expect(await receivedEvents(ada, () => announceTyping(bo, id))).toEqual([`typing ${id}`]);
    expect(await receivedEvents(ada, () => markConversation(bo, { id, isRead: true }))).toEqual([
      `marks ${id}`,
    ]);
    expect(await receivedEvents(ada, () => markConversation(bo, { id, isRead: false }))).toEqual(
      [],
    );
  });

  test('on their other screens: messages they wrote, read, accepted, deleted and left themselves', async () => {
    const id = await start(ada, [bo, cy]);
    expect(await receivedEvents(bo, () => markConversation(bo, { id, isRead: true }))).toEqual([
      `read ${id}`,
    ]);
    expect(await receivedEvents(bo, () => sendReply(bo, id, 'Here'))).toEqual([`messages ${id}`]);
    expect(await receivedEvents(bo, () => leaveConversation(bo, id))).toEqual([`messages ${id}`]);
    expect(await receivedEvents(bo, () => deleteConversations(bo, [id]))).toEqual([
      `messages ${id}`,
    ]);
    const eve = await addMember();
    const asked = await start(eve, [ada]);
    expect(await receivedEvents(ada, () => acceptConversation(ada, asked))).toEqual([
      `messages ${asked}`,
    ]);
    expect(
      await receivedEvents(ada, () =>
        Promise.all([markConversation(ada, { id: asked, isRead: true }), markAllRead(ada)]),
      ),
    ).toEqual([`read ${asked}`]);
  });

  test('after a disconnection messages, unlike typing, are sent once per conversation', async () => {
    const [one, two] = [await start(ada, [bo]), await start(cy, [bo])];
    const first = await listenTo(live.origin, bo);
    const since = await settle(bo, first);
    await first.stop();
    const witness = await listenTo(live.origin, bo);
    await witness.next();
    for (const body of ['A', 'B', 'C']) await sendReply(ada, one, body);
    await announceTyping(ada, one);
    await sendReply(cy, two, 'D');
    for (
      let event = await witness.next();
      event!.data !== `{"id":${two}}`;
      event = await witness.next()
    )
      expect(event).toBeDefined();
    const again = await listenTo(live.origin, bo, { query: `since=${since}` });
    expect(await again.next()).toMatchObject({
      type: 'ready',
      data: expect.stringContaining('"isComplete":true') as unknown,
    });
    const after = [await again.next(), await again.next(), await again.next()];
    expect(after.filter((event) => event!.type !== 'badges')).toMatchObject([
      { type: 'messages', data: `{"id":${one}}` },
      { type: 'messages', data: `{"id":${two}}` },
    ]);
    await Promise.all([witness.stop(), again.stop()]);
  });
});

describe('events that are not sent', () => {
  test('receipts that either has disabled, or typing that the writer has', async () => {
    const id = await start(ada, [bo]);
    await saveReceiptSettings(bo, { typing: 0, reading: 0 });
    expect(
      await receivedEvents(ada, async () => [
        await announceTyping(bo, id),
        await markConversation(bo, { id, isRead: true }),
      ]),
    ).toEqual([]);
    await sendReply(bo, id, 'Hello');
    expect(
      await receivedEvents(bo, async () => [
        await announceTyping(ada, id),
        await markConversation(ada, { id, isRead: true }),
      ]),
    ).toEqual([`typing ${id}`]);
  });

  test('a request that was read but not answered, or whose answer is not sent yet', async () => {
    const eve = await addMember();
    const id = await start(eve, [ada]);
    expect(
      await receivedEvents(eve, async () => [
        await markConversation(ada, { id, isRead: true }),
        await announceTyping(ada, id),
      ]),
    ).toEqual([]);
    expect(await readConversation(eve, id)).toMatchObject({ typing: [], read_marks: [] });
  });

  test('anything across a block, in either direction', async () => {
    const id = await start(ada, [bo, cy]);
    await block(bo, ada);
    for (const [from, to] of [
      [ada, bo],
      [bo, ada],
    ] as const) {
      expect(
        await receivedEvents(to, async () => [
          await sendReply(from, id, 'Hello'),
          await announceTyping(from, id),
          await markConversation(from, { id, isRead: true }),
        ]),
      ).toEqual([]);
      expect(
        await receivedEvents(cy, async () => [
          await sendReply(from, id, 'Hello'),
          await announceTyping(from, id),
        ]),
      ).toEqual([`messages ${id}`, `typing ${id}`]);
    }
  });

  test('anything to members who have left or never took part', async () => {
    const id = await start(ada, [bo, cy]);
    await leaveConversation(cy, id);
    const talk = async () => [
      await sendReply(ada, id, 'Without them'),
      await announceTyping(bo, id),
      await markConversation(bo, { id, isRead: true }),
    ];
    expect(await receivedEvents(cy, talk)).toEqual([]);
    expect(await receivedEvents(await addMember(), talk)).toEqual([]);
  });
});
