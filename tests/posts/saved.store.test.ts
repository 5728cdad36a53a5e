import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { $savedChanges, toggleSaved } from '#domains/posts/saved/saved.store.ts';
import { Refusal, startCallServer, type CallServer } from '../support/call-server.ts';

const path = '/advancedactivity/update-save-feed';
let server: CallServer;
beforeAll(async () => {
  server = await startCallServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.received.length = 0;
  $savedChanges.set({});
});

test('shows at once, and follows the server’s answer', async () => {
  server.on(path, () => 1);
  const saving = toggleSaved(5, false);
  expect($savedChanges.get()[5]).toBe(true);
  await saving;
  expect($savedChanges.get()[5]).toBe(true);
  expect(server.received[0]!.fields).toEqual({ action_id: '5' });
  // Another device had taken it off meanwhile: this press saved it.
  await toggleSaved(5, true);
  expect($savedChanges.get()[5]).toBe(true);
});

test('a second press while the first is under way does nothing', async () => {
  server.on(path, () => 1);
  await Promise.all([toggleSaved(6, false), toggleSaved(6, true)]);
  expect(server.received).toHaveLength(1);
});

test('a failed change is reverted', async () => {
  server.on(path, () => {
    throw new Refusal(404, 'no_record');
  });
  await toggleSaved(7, false);
  expect($savedChanges.get()[7]).toBeUndefined();
});
