import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { $inbox, $inboxStatus, loadInbox } from '#domains/messages/inbox/inbox.store.ts';
import { toInbox } from '#domains/messages/messages.model.ts';
import { emitLive } from '#lib/live-events.ts';
import { Refusal, startCallServer, type CallServer } from '../support/call-server.ts';

let server: CallServer;
beforeAll(async () => {
  server = await startCallServer();
});
afterAll(() => server.close());
afterEach(() => vi.unstubAllGlobals());

const answer = (count: number) => ({ getUnreadMessageCount: count, response: [] });

test('an open popup loads again when messages arrive during the request', async () => {
  vi.stubGlobal('document', {
    querySelector: (selector: string) => (selector.includes('#messages-popup') ? {} : null),
  });
  let count = 0;
  let arrive = () => {};
  server.on('/messages/allmessages', () => {
    count += 1;
    if (count > 1) return answer(count);
    return new Promise((resolve) => (arrive = () => resolve(answer(1))));
  });
  loadInbox();
  await expect.poll(() => count).toBe(1);
  emitLive('messages', { id: 1 });
  emitLive('messages', { id: 2 });
  arrive();
  await expect.poll(() => $inbox.get()?.unreadCount).toBe(2);
  await expect.poll(() => $inboxStatus.get()).toBe('idle');
  emitLive('missed', {});
  await expect.poll(() => $inbox.get()?.unreadCount).toBe(3);
  expect(server.received).toHaveLength(3);
});

test('the list stays when a refresh fails', async () => {
  $inbox.set(toInbox(answer(5) as never));
  server.on('/messages/allmessages', () => {
    throw new Refusal(0);
  });
  loadInbox();
  await expect.poll(() => $inboxStatus.get()).toBe('failed');
  expect($inbox.get()?.unreadCount).toBe(5);
});
