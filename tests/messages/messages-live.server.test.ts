import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConversation } from '#domains/messages/conversation.server.ts';
import {
  acceptConversation,
  announceTyping,
  deleteConversations,
  leaveConversation,
  markConversation,
} from '#domains/messages/participant.server.ts';
import { saveReceiptSettings } from '#domains/messages/receipts.server.ts';
import { markAllRead } from '#domains/notifications/notifications.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { db } from '#server/db.ts';
import { env } from '#server/env.ts';
import { startLiveServer } from '../support/live-server.ts';
import { addMember, befriend, block } from '../support/people.ts';
import { listenTo } from '../support/stream.ts';
import { say, start } from './conversations.ts';

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

/** Something that nothing else tells of: what comes before it is all that came. */
const markEnd = (member: Member) =>
  db.execute(sql`select pg_notify('live', 'over:' || ${member.id}::bigint)`);

/** What was done before is heard before; gives the id of the last event. */
async function settle(
  member: Member,
  { next }: Pick<Awaited<ReturnType<typeof listenTo>>, 'next'>,
): Promise<string> {
  await markEnd(member);
  for (let event = await next(); ; event = await next())
    if (event!.type === 'over') return event!.id;
}

/** What the member hears of while `work` is done: kinds, with the conversation. */
async function heardBy(member: Member, work: () => Promise<unknown>): Promise<string[]> {
  const stream = await listenTo(live.origin, member);
  await settle(member, stream);
  await work();
  await markEnd(member);
  const heard: string[] = [];
  for (
    let event = await stream.next();
    event && event.type !== 'over';
    event = await stream.next()
  ) {
    if (event.type === 'badges') continue;
    const { id } = JSON.parse(event.data) as { id: number };
    expect(event.data).toBe(JSON.stringify({ id }));
    heard.push(`${event.type} ${id}`);
  }
  await stream.stop();
  return heard;
}

describe('what participants hear of', () => {
  test('a message, that somebody writes, how far they have read: kind and conversation, nothing of what is said', async () => {
    const id = await start(ada, [bo]);
    expect(await heardBy(bo, () => say(ada, id, 'Between us'))).toEqual([`messages ${id}`]);
    expect(await heardBy(ada, () => announceTyping(bo, id))).toEqual([`typing ${id}`]);
    expect(await heardBy(ada, () => markConversation(bo, { id, isRead: true }))).toEqual([
      `marks ${id}`,
    ]);
    expect(await heardBy(ada, () => markConversation(bo, { id, isRead: false }))).toEqual([]);
  });

  test('on their other screens: what they wrote, read, accepted, deleted and left themselves', async () => {
    const id = await start(ada, [bo, cy]);
    expect(await heardBy(bo, () => markConversation(bo, { id, isRead: true }))).toEqual([
      `read ${id}`,
    ]);
    expect(await heardBy(bo, () => say(bo, id, 'Here'))).toEqual([`messages ${id}`]);
    expect(await heardBy(bo, () => leaveConversation(bo, id))).toEqual([`messages ${id}`]);
    expect(await heardBy(bo, () => deleteConversations(bo, [id]))).toEqual([`messages ${id}`]);
    const eve = await addMember();
    const asked = await start(eve, [ada]);
    expect(await heardBy(ada, () => acceptConversation(ada, asked))).toEqual([`messages ${asked}`]);
    expect(
      await heardBy(ada, () =>
        Promise.all([markConversation(ada, { id: asked, isRead: true }), markAllRead(ada)]),
      ),
    ).toEqual([`read ${asked}`]);
  });

  test('after a break messages are told, once for each conversation; that somebody was writing is not', async () => {
    const [one, two] = [await start(ada, [bo]), await start(cy, [bo])];
    const first = await listenTo(live.origin, bo);
    const since = await settle(bo, first);
    await first.stop();
    const witness = await listenTo(live.origin, bo);
    await witness.next();
    for (const body of ['A', 'B', 'C']) await say(ada, one, body);
    await announceTyping(ada, one);
    await say(cy, two, 'D');
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

describe('what is not told', () => {
  test('marks that either has switched off; of writing, only what the writer lets be seen', async () => {
    const id = await start(ada, [bo]);
    await saveReceiptSettings(bo, { typing: 0, reading: 0 });
    expect(
      await heardBy(ada, async () => [
        await announceTyping(bo, id),
        await markConversation(bo, { id, isRead: true }),
      ]),
    ).toEqual([]);
    await say(bo, id, 'Hello');
    expect(
      await heardBy(bo, async () => [
        await announceTyping(ada, id),
        await markConversation(ada, { id, isRead: true }),
      ]),
    ).toEqual([`typing ${id}`]);
  });

  test('a request that was read and not answered, or whose answer is not sent yet', async () => {
    const eve = await addMember();
    const id = await start(eve, [ada]);
    expect(
      await heardBy(eve, async () => [
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
        await heardBy(to, async () => [
          await say(from, id, 'Hello'),
          await announceTyping(from, id),
          await markConversation(from, { id, isRead: true }),
        ]),
      ).toEqual([]);
      expect(
        await heardBy(cy, async () => [
          await say(from, id, 'Hello'),
          await announceTyping(from, id),
        ]),
      ).toEqual([`messages ${id}`, `typing ${id}`]);
    }
  });

  test('anything to whoever has left, or never took part', async () => {
    const id = await start(ada, [bo, cy]);
    await leaveConversation(cy, id);
    const talk = async () => [
      await say(ada, id, 'Without them'),
      await announceTyping(bo, id),
      await markConversation(bo, { id, isRead: true }),
    ];
    expect(await heardBy(cy, talk)).toEqual([]);
    expect(await heardBy(await addMember(), talk)).toEqual([]);
  });
});
