import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  $hiddenAuthors,
  $postChanges,
  deletePost,
  setAuthorHidden,
} from '#domains/posts/posts.store.ts';
import { getStoredJson } from '#lib/browser-storage.ts';
import { toast } from '#ui/toast.ts';
import { fakeStorage, Refusal, startCallServer, type CallServer } from '../support/call-server.ts';

const success = vi.spyOn(toast, 'success');
const error = vi.spyOn(toast, 'error');
let server: CallServer;

beforeAll(async () => {
  vi.stubGlobal('sessionStorage', fakeStorage());
  server = await startCallServer();
});
afterAll(() => server.close());
beforeEach(() => {
  sessionStorage.clear();
  $postChanges.set({});
  success.mockClear();
  error.mockClear();
});

test('a post that could not be deleted stays', async () => {
  server.on('/advancedactivity/delete', () => {
    throw new Refusal(500);
  });
  expect(await deletePost(7)).toBe(false);
  expect($postChanges.get()[7]).toBeUndefined();
  expect(error).toHaveBeenCalledOnce();
});

test('a post that another window has deleted meanwhile goes here too', async () => {
  server.on('/advancedactivity/delete', () => {
    throw new Refusal(404, 'no_record');
  });
  expect(await deletePost(7)).toBe(true);
  expect($postChanges.get()[7]).toEqual({ state: 'deleted' });
  expect(success).toHaveBeenCalledExactlyOnceWith('Post deleted successfully');
  expect(error).not.toHaveBeenCalled();
});

test('hidden authors are remembered for the feed that Back restores', async () => {
  server.on('/advancedactivity/feeds/hide-item', () => undefined);
  server.on('/advancedactivity/feeds/un-hide-item', () => undefined);
  const author = { type: 'page', id: 5, displayname: 'Bakery' } as const;
  await setAuthorHidden(author, true);
  expect([...$hiddenAuthors.get()]).toEqual(['sitepage_page 5']);
  await setAuthorHidden(author, false);
  expect([...$hiddenAuthors.get()]).toEqual([]);
  const kept = getStoredJson<Array<{ kind: string; value: unknown }>>('changes', 'tab');
  expect(kept?.map(({ kind, value }) => [kind, value])).toEqual([
    ['hidden author', { author: 'sitepage_page 5', isHidden: true }],
    ['hidden author', { author: 'sitepage_page 5', isHidden: false }],
  ]);
});
