import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Refusal, startCallServer, type CallServer } from '../support/call-server.ts';

let server: CallServer;
let storage: Map<string, string>;

beforeEach(async () => {
  server = await startCallServer();
  storage = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, text: string) => storage.set(name, text),
    removeItem: (name: string) => storage.delete(name),
  });
  // The test decides when the network is back.
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('setInterval', () => 0);
});
afterEach(() => {
  server.close();
  vi.unstubAllGlobals();
});

/** Simulates a newly opened page: empty memory, with the storage of the device. */
async function openTab() {
  vi.resetModules();
  const queue = await import('#domains/messages/outbox/outbox.store.ts');
  queue.openOutbox(1);
  await queue.flush();
  return { ...queue, bodies: () => queue.$outbox.get().map(({ body }) => body) };
}

const away = () => {
  throw new Refusal(0);
};
const keptBodies = () =>
  (JSON.parse(storage.get('queue:1:messages') ?? '[]') as Array<{ body: string }>).map(
    ({ body }) => body,
  );
const draft = () => storage.get('draft:1:message 7');
const sent = () =>
  server.received
    .filter(({ path }) => path === '/messages/view/7')
    .map(({ fields, headers }) => [fields.body, headers['idempotency-key']] as const);

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

test('a message that is written while the queue is found empty is sent all the same', async () => {
  server.on('/messages/view/7', () => ({ messages: [] }));
  vi.resetModules();
  const queue = await import('#domains/messages/outbox/outbox.store.ts');
  queue.openOutbox(1);
  queue.send(7, 'At the same moment');
  await queue.flush();
  expect(sent().map(([body]) => body)).toEqual(['At the same moment']);
});

test('a message that two tabs hold is one message, and comes back into its box once', async () => {
  server.on('/messages/view/7', away);
  const one = await openTab();
  one.send(7, 'Held twice');
  await one.flush();
  const two = await openTab();
  await two.flush();
  expect(new Set(sent().map(([, key]) => key)).size).toBe(1);
  one.cancelMessage(one.$outbox.get()[0]!.key);
  expect(draft()).toBe('Held twice');
  const before = sent().length;
  await two.flush();
  expect([two.bodies(), sent().length, draft()]).toEqual([[], before, 'Held twice']);
});

test('a message that the server refuses for now waits, and is sent with the same key', async () => {
  server.on('/messages/view/7', () => {
    throw new Refusal(503, 'unavailable');
  });
  const one = await openTab();
  one.send(7, 'Later');
  await one.flush();
  expect([one.bodies(), keptBodies(), draft()]).toEqual([['Later'], ['Later'], undefined]);
  server.on('/messages/view/7', () => ({ messages: [] }));
  await one.flush();
  expect(keptBodies()).toEqual([]);
  const [first, again] = sent();
  expect(again).toEqual(first);
});

test('without storage a message is sent all the same, and a refused one returns', async () => {
  const full = () => {
    throw new Error('QuotaExceededError');
  };
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: full, removeItem: full });
  server.on('/messages/view/7', () => {
    throw new Refusal(401, 'blocked');
  });
  const one = await openTab();
  const { $drafts } = await import('#domains/comments/compose/drafts.store.ts');
  one.send(7, 'Not lost');
  await one.flush();
  expect([sent().length, one.bodies(), $drafts.get()['draft:1:message 7']]).toEqual([
    1,
    [],
    'Not lost',
  ]);
});

describe('taken back while it is tried again', () => {
  /** A pending message after a failed attempt. */
  async function waitingTab() {
    server.on('/messages/view/7', away);
    const tab = await openTab();
    tab.send(7, 'Perhaps not');
    await tab.flush();
    return { ...tab, key: tab.$outbox.get()[0]!.key };
  }
  const revokedKeys = () =>
    server.received
      .filter(({ path }) => path === '/messages/take-back')
      .map(({ fields }) => fields.key);

  test('it is in its box, and is sent no more', async () => {
    const tab = await waitingTab();
    server.on('/messages/take-back', () => ({ is_sent: 0 }));
    tab.cancelMessage(tab.key);
    expect([tab.bodies(), draft()]).toEqual([[], 'Perhaps not']);
    await tab.flush();
    const tries = sent().length;
    await tab.flush();
    expect([sent().length, draft(), revokedKeys(), keptBodies()]).toEqual([
      tries,
      'Perhaps not',
      [tab.key],
      [],
    ]);
  });

  test('one that arrives all the same is not in its box as well, and what was typed since stays there', async () => {
    const tab = await waitingTab();
    const { writeDraft } = await import('#domains/comments/compose/drafts.store.ts');
    const asked = Promise.withResolvers<() => void>();
    server.on(
      '/messages/view/7',
      () => new Promise((resolve) => asked.resolve(() => resolve({ messages: [] }))),
    );
    server.on('/messages/take-back', () => ({ is_sent: 1 }));
    const flushed = tab.flush();
    const arrive = await asked.promise;
    tab.cancelMessage(tab.key);
    writeDraft('draft:1:message 7', `${draft()}\nNo, really`);
    arrive();
    await flushed;
    expect([tab.bodies(), draft(), revokedKeys(), keptBodies()]).toEqual([
      [],
      'No, really',
      [tab.key],
      [],
    ]);
  });

  test('without a network the server is asked later, also by the next page', async () => {
    const tab = await waitingTab();
    server.on('/messages/take-back', away);
    tab.cancelMessage(tab.key);
    await tab.flush();
    expect([draft(), keptBodies()]).toEqual(['Perhaps not', ['Perhaps not']]);
    server.on('/messages/take-back', () => ({ is_sent: 1 }));
    server.on('/messages/view/7', () => ({ messages: [] }));
    const tries = sent().length;
    const next = await openTab();
    expect([next.bodies(), draft() ?? '', keptBodies(), sent().length]).toEqual([
      [],
      '',
      [],
      tries,
    ]);
  });

  test('sent again with the same words, it is there once', async () => {
    const tab = await waitingTab();
    server.on('/messages/take-back', away);
    tab.cancelMessage(tab.key);
    const { writeDraft } = await import('#domains/comments/compose/drafts.store.ts');
    writeDraft('draft:1:message 7', '');
    tab.send(7, 'Perhaps not');
    await tab.flush();
    server.on('/messages/take-back', () => ({ is_sent: 1 }));
    server.on('/messages/view/7', () => ({ messages: [] }));
    const tries = sent().length;
    await tab.flush();
    expect([tab.bodies(), keptBodies(), sent().length]).toEqual([[], [], tries]);
  });
});
