import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  $threads,
  applyAnswer,
  forgetThread,
  getChange,
  knownUpTo,
  loadOlder,
  mergeMessages,
  openThread,
  refreshThread,
} from '#domains/messages/conversation/conversation.store.ts';
import { toConversation, type MessageModel } from '#domains/messages/messages.model.ts';
import type { Conversation, MessageEntry } from '#domains/messages/messages.schema.ts';
import { Refusal, startCallServer, type CallServer } from '../support/call-server.ts';

let server: CallServer;
/** Number of messages in the conversation, with the ids from 1 on. */
let count = 0;

const entries = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => ({
    message: { message_id: from + index },
    sender: {},
  })) as MessageEntry[];
/** Mimics the server's response. */
function answer({ after = '0', before = '0' }: Record<string, string>): Conversation {
  const to = Number(before) ? Number(before) - 1 : count;
  const from = Math.max(Number(after) + 1, to - 49);
  return {
    conversation: {},
    recipients: [] as Conversation['recipients'],
    read_marks: [] as Conversation['read_marks'],
    messages: entries(from, to),
    has_older: from > Number(after) + 1 ? 1 : 0,
  } as Conversation;
}
const newestAnswer = (query: Record<string, string>) => toConversation(answer(query));
const messages = (from: number, to: number) =>
  toConversation({ ...answer({}), messages: entries(from, to) }).messages;
const shown = (served: MessageModel[]) => mergeMessages(served, getChange(7)).map(({ id }) => id);
const through = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);
const reads = () => server.received.length;

beforeAll(async () => {
  server = await startCallServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.on('/messages/view/7', ({ fields }) => answer(fields));
  server.received.length = 0;
  $threads.set({});
});

test('after a disconnection all missed messages of the conversation on the screen load page by page', async () => {
  const served = messages(51, 100);
  count = 230;
  expect(await refreshThread(7)).toBeNull();
  expect(openThread(7, served)).toBe(false);
  expect((await refreshThread(7))!.map(({ id }) => id)).toEqual(through(101, 230));
  expect([shown(served), reads()]).toEqual([through(51, 230), 3]);
  expect(await refreshThread(7)).toEqual([]);
  expect(openThread(7, served)).toBe(true);
  expect(knownUpTo(7)).toBe(230);
});

test('the response to an own message includes those that arrived before it', async () => {
  const served = messages(1, 20);
  openThread(7, served);
  count = 150;
  await applyAnswer(7, newestAnswer({ after: '20' }));
  expect([shown(served), reads()]).toEqual([through(1, 150), 2]);
  // No request is needed where the response reaches back to the known messages.
  count = 160;
  await applyAnswer(7, newestAnswer({ after: '20' }));
  expect([shown(served), reads()]).toEqual([through(1, 160), 2]);
});

test('if the gap cannot be loaded, the conversation starts at the newest, and older messages load on scrolling', async () => {
  const served = messages(1, 20);
  openThread(7, served);
  count = 150;
  const newest = newestAnswer({ after: '20' });
  server.on('/messages/view/7', () => {
    throw new Refusal(0);
  });
  await applyAnswer(7, newest);
  expect([shown(served), getChange(7).hasOlder]).toEqual([through(101, 150), true]);
  server.on('/messages/view/7', ({ fields }) => answer(fields));
  for (let page = 0; page < 2; page += 1) await loadOlder(7, served);
  expect([shown(served), getChange(7).hasOlder]).toEqual([through(1, 150), false]);
});

test('if the gap is too long, the conversation starts at the newest, and older messages load on scrolling', async () => {
  const served = messages(1, 20);
  openThread(7, served);
  count = 3_000;
  await refreshThread(7);
  expect([shown(served), getChange(7).hasOlder]).toEqual([through(2_001, 3_000), true]);
  await loadOlder(7, served);
  expect(shown(served)).toEqual(through(1_951, 3_000));
});

test('older messages requested before the conversation was cut are not prepended', async () => {
  const served = messages(400, 420);
  openThread(7, served);
  count = 5_000;
  let arrive = () => {};
  server.on('/messages/view/7', ({ fields }) => {
    const found = answer(fields);
    return fields.after ? found : new Promise((resolve) => (arrive = () => resolve(found)));
  });
  const older = loadOlder(7, served);
  await refreshThread(7);
  arrive();
  await older;
  expect([shown(served), getChange(7).hasOlder, getChange(7).status]).toEqual([
    through(4_001, 5_000),
    true,
    undefined,
  ]);
});

test('an outdated response changes nothing', async () => {
  const served = messages(1, 20);
  openThread(7, served);
  count = 60;
  const early = newestAnswer({ after: '20' });
  count = 70;
  await refreshThread(7);
  await applyAnswer(7, early);
  expect(shown(served)).toEqual(through(1, 70));
});

test('a conversation served again starts from that', () => {
  openThread(7, messages(1, 20));
  forgetThread(7);
  const reloaded = messages(500, 549);
  openThread(7, reloaded);
  expect(shown(reloaded)).toEqual(through(500, 549));
});
