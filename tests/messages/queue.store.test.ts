import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type CallServer, Refusal, startCallServer } from '../support/call-server.ts';

let server: CallServer;
let kept: Map<string, string>;

beforeEach(async () => {
  server = await startCallServer();
  kept = new Map();
  vi.stubGlobal('localStorage', { getItem: (name: string) => kept.get(name) ?? null, setItem: (name: string, text: string) => kept.set(name, text), removeItem: (name: string) => kept.delete(name) });
  // The network comes back when the test says so.
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('setInterval', () => 0);
});
afterEach(() => {
  server.close();
  vi.unstubAllGlobals();
});

/** As a page that has just been opened: everything in memory is new, what is kept on the device is there. */
async function openTab() {
  vi.resetModules();
  const queue = await import('#domains/messages/queue.store.ts');
  queue.openQueue(1);
  await queue.flush();
  return { ...queue, bodies: () => queue.$waiting.get().map(({ body }) => body) };
}

const away = () => {
  throw new Refusal(0);
};
const keptBodies = () => (JSON.parse(kept.get('queue:1:messages') ?? '[]') as Array<{ body: string }>).map(({ body }) => body);
const draft = () => kept.get('draft:1:message 7');
const sent = () => server.received.map(({ fields, headers }) => [fields.body, headers['idempotency-key']] as const);

test('two tabs without a network keep the messages of both, and what the one has sent the other does not drop', async () => {
  server.on('/messages/view/7', away);
  const [one, two] = [await openTab(), await openTab()];
  one.send(7, 'From the one');
  two.send(7, 'From the other');
  await Promise.all([one.flush(), two.flush()]);
  expect(keptBodies()).toEqual(['From the one', 'From the other']);
  server.on('/messages/view/7', () => ({ messages: [] }));
  await one.flush();
  expect(one.bodies()).toEqual([]);
  expect(keptBodies()).toEqual(['From the other']);
});

test('a message that two tabs hold is one message, and comes back into its box once', async () => {
  server.on('/messages/view/7', away);
  const one = await openTab();
  one.send(7, 'Held twice');
  await one.flush();
  const two = await openTab();
  await two.flush();
  expect(new Set(sent().map(([, key]) => key)).size).toBe(1);
  one.takeBack(one.$waiting.get()[0]!.key);
  expect(draft()).toBe('Held twice');
  const before = server.received.length;
  await two.flush();
  expect([two.bodies(), server.received.length, draft()]).toEqual([[], before, 'Held twice']);
});

test('where nothing can be kept it is sent all the same, and a refused one comes back', async () => {
  const full = () => {
    throw new Error('QuotaExceededError');
  };
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: full, removeItem: full });
  server.on('/messages/view/7', () => {
    throw new Refusal(401, 'blocked');
  });
  const one = await openTab();
  const { $drafts } = await import('#domains/comments/drafts.store.ts');
  one.send(7, 'Not lost');
  await one.flush();
  expect([sent().length, one.bodies(), $drafts.get()['draft:1:message 7']]).toEqual([1, [], 'Not lost']);
});
