import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { composerTarget } from '#domains/posts/composer/composer-target.ts';
import {
  $draft,
  $isPosting,
  $progress,
  changeDraft,
  restoreDraft,
} from '#domains/posts/composer/composer.store.ts';
import { emptyDraft } from '#domains/posts/composer/draft.rules.ts';
import { publish as publishIn } from '#domains/posts/composer/publish.store.ts';
import { $newPosts } from '#domains/posts/posts.store.ts';
import { toast } from '#ui/toast.ts';
import { fakeStorage, Refusal, startCallServer, type CallServer } from '../support/call-server.ts';
import { wirePost } from '../support/wire-post.ts';

const publish = (memberId: number) => publishIn(memberId, 'Europe/Berlin');
const path = '/advancedactivity/feeds/post';
const toasts: string[] = [];
const dismissed: string[] = [];
for (const kind of ['info', 'success', 'error'] as const) {
  vi.spyOn(toast, kind).mockImplementation((text) => {
    toasts.push(`${kind}: ${text}`);
    return () => void dismissed.push(text);
  });
}
let server: CallServer;
const post = (id: number) => ({ response: wirePost({ action_id: id }), data: [] });

beforeAll(async () => {
  vi.stubGlobal('localStorage', fakeStorage());
  server = await startCallServer();
});
afterAll(() => server.close());
beforeEach(() => {
  $draft.set(emptyDraft);
  $newPosts.set([]);
  localStorage.clear();
  server.received.length = 0;
  toasts.length = 0;
  dismissed.length = 0;
});

test('an empty post is not sent', async () => {
  changeDraft(1, { body: ' \n ' });
  expect(await publish(1)).toBe(false);
  expect(toasts).toEqual(['error: Post cannot be empty']);
  expect(server.received).toHaveLength(0);
});

test('posting shows its progress, then the post is on top and the draft is cleared', async () => {
  const seen: unknown[] = [];
  server.on(path, () => {
    seen.push($progress.get(), $isPosting.get());
    return post(7);
  });
  changeDraft(1, { body: 'First tomatoes!', privacy: 'friends' });
  const unsubscribe = $progress.listen((value) => seen.push(`progress ${value}`));
  expect(await publish(1)).toBe(true);
  unsubscribe();
  expect(server.received[0]!.fields).toEqual({
    body: 'First tomatoes!',
    auth_view: 'friends',
    language: 'en',
    type: '',
    post_attach: '0',
  });
  expect(seen).toEqual(['progress 100', 100, true, 'progress 0']);
  expect(toasts).toEqual(['info: Creating post...', 'success: Post Created']);
  expect($newPosts.get().map(({ id }) => id)).toEqual([7]);
  expect($draft.get()).toEqual({ ...emptyDraft, privacy: 'friends' });
  restoreDraft(1, '');
  expect($draft.get().body).toBe('');
});

test('with files, too, the progress is full at the start, before the upload reports how far it is', async () => {
  changeDraft(1, { photos: [{ id: 'lost', name: 'cat.jpg', alt: '' }] as never });
  const seen: number[] = [];
  const unsubscribe = $progress.listen((value) => seen.push(value));
  expect(await publish(1)).toBe(false);
  unsubscribe();
  expect(seen).toEqual([100, 0]);
});

test('the first web address in the text goes along as its link', async () => {
  server.on(path, () => post(8));
  changeDraft(1, {
    body: 'See ftp://old.example and https://example.org/a?b=1. Then http://other.example',
  });
  await publish(1);
  expect(server.received[0]!.fields).toMatchObject({
    uri: 'https://example.org/a?b=1',
    type: 'link',
    post_attach: '1',
  });
});

test('a refused post shows the reason and keeps the draft', async () => {
  server.on(path, () => {
    throw new Refusal(429, 'too_many_requests');
  });
  changeDraft(1, { body: 'Again' });
  expect(await publish(1)).toBe(false);
  expect(toasts).toEqual(['info: Creating post...', 'error: Refused. Your draft is kept.']);
  expect(dismissed, 'nothing says any more that it is under way').toEqual(['Creating post...']);
  expect([$draft.get().body, $isPosting.get(), $progress.get()]).toEqual(['Again', false, 0]);
  // After a reload as well.
  $draft.set(emptyDraft);
  restoreDraft(1, '');
  expect($draft.get().body).toBe('Again');
});

test('sent again after a lost connection it carries the same key until it is changed, also after a reload', async () => {
  server.on(path, () => {
    throw new Refusal(0);
  });
  changeDraft(1, { body: 'Once' });
  await publish(1);
  vi.resetModules();
  const reloaded = await import('#domains/posts/composer/composer.store.ts');
  reloaded.restoreDraft(1, '');
  const again = await import('#domains/posts/composer/publish.store.ts');
  await again.publish(1, 'Europe/Berlin');
  reloaded.changeDraft(1, { body: 'Once more' });
  await again.publish(1, 'Europe/Berlin');
  const keys = server.received.map(({ headers }) => headers['idempotency-key']);
  expect(keys).toHaveLength(3);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('a post that the server refuses for now keeps its draft, and is sent with the same key', async () => {
  server.on(path, () => {
    throw new Refusal(503, 'unavailable');
  });
  changeDraft(1, { body: 'Later' });
  expect(await publish(1)).toBe(false);
  expect([toasts.at(-1), $draft.get().body]).toEqual([
    'error: Refused. Your draft is kept.',
    'Later',
  ]);
  server.on(path, () => post(10));
  expect(await publish(1)).toBe(true);
  const [first, again] = server.received.map(({ headers }) => headers['idempotency-key']);
  expect(again).toBe(first);
});

test('a window that missed that the draft was posted sends the same key', async () => {
  server.on(path, () => post(9));
  changeDraft(1, { body: 'Once' });
  vi.resetModules();
  const other = await import('#domains/posts/composer/composer.store.ts');
  other.restoreDraft(1, '');
  expect(other.$draft.get()).toEqual($draft.get());
  await publish(1);
  const { publish: publishThere } = await import('#domains/posts/composer/publish.store.ts');
  expect(await publishThere(1, 'Europe/Berlin')).toBe(true);
  expect(other.$draft.get()).toEqual(emptyDraft);
  const keys = server.received.map(({ headers }) => headers['idempotency-key']);
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
});

test('the same text in a new draft is sent with another key', async () => {
  server.on(path, () => post(9));
  for (let turn = 0; turn < 2; turn += 1) {
    changeDraft(1, { body: 'Once' });
    await publish(1);
  }
  const keys = server.received.map(({ headers }) => headers['idempotency-key']);
  expect(keys).toHaveLength(2);
  expect(keys[1]).not.toBe(keys[0]);
});

test('pressed twice, it is sent once', async () => {
  server.on(path, () => post(9));
  changeDraft(1, { body: 'Once' });
  expect(await Promise.all([publish(1), publish(1)])).toEqual([true, false]);
  expect(server.received).toHaveLength(1);
});

test('the answer of a post sent again does not stand there twice', async () => {
  server.on(path, () => post(9));
  for (let time = 0; time < 2; time += 1) {
    changeDraft(1, { body: 'Once' });
    await publish(1);
  }
  expect($newPosts.get()).toHaveLength(1);
});

test('words typed before the page woke up follow those of the kept draft', () => {
  changeDraft(1, { body: 'kept', privacy: 'onlyme' });
  $draft.set(emptyDraft);
  restoreDraft(1, 'typed');
  expect($draft.get()).toMatchObject({ body: 'kept\ntyped', privacy: 'onlyme' });
  // Restored by the browser itself.
  $draft.set(emptyDraft);
  restoreDraft(1, 'kept\ntyped');
  expect($draft.get().body).toBe('kept\ntyped');
});

test('another member sees nothing of a kept draft', () => {
  changeDraft(1, { body: 'kept' });
  $draft.set(emptyDraft);
  restoreDraft(2, '');
  expect($draft.get()).toEqual(emptyDraft);
});

test('everything that the draft carries goes along, and nothing of it stays when it is posted', async () => {
  server.on(path, () => post(11));
  changeDraft(1, {
    body: 'All of it',
    tags: [
      { id: 5, label: 'Bo Reed', image: null },
      { id: 8, label: 'Cleo', image: null },
    ],
    feeling: { parent: 27, child: 2701, phrase: 'feeling happy', emoji: '😀' },
    link: 'ftp://files.example/list',
  });
  expect(await publish(1)).toBe(true);
  expect(server.received[0]!.fields).toEqual({
    body: 'All of it',
    auth_view: 'everyone',
    language: 'en',
    type: 'link',
    post_attach: '1',
    uri: 'ftp://files.example/list',
    toValues: '5,8',
    composer: '{"feeling":{"parent":27,"child":2701}}',
  });
  expect($draft.get()).toEqual(emptyDraft);
  // But a word for the other windows, which says nothing to anybody.
  expect([localStorage.length, localStorage.getItem('posted:1')]).toEqual([
    1,
    expect.stringMatching(/^[0-9a-f]{32}-[0-9a-f]{16}$/),
  ]);
});

test('a post for later names its time in the member’s zone, and shows when it will be published', async () => {
  server.on(path, () => ({
    response: { scheduled: 1, schedule_id: 3, publish_date: '2030-07-01 16:05:00' },
  }));
  changeDraft(1, { body: 'Later', publishAt: '2030-07-01T16:05:00.000Z' });
  expect(await publish(1)).toBe(true);
  expect(server.received[0]!.fields.schedule_time).toBe('07/01/2030 18:05:00 +02:00');
  expect(toasts).toEqual([
    'info: Creating post...',
    'success: Post Created',
    'info: It will be published Jul 1 at 6:05 PM.',
  ]);
  expect($newPosts.get()).toEqual([]);
});

test('a post for another wall names it', async () => {
  server.on(path, () => post(12));
  restoreDraft(1, '', '', 'user 7');
  changeDraft(1, { body: 'Happy birthday' });
  const target = composerTarget({ type: 'member', id: 7, title: 'Bo' });
  expect(await publishIn(1, 'Europe/Berlin', target)).toBe(true);
  expect(server.received[0]!.fields).toMatchObject({
    body: 'Happy birthday',
    subject_type: 'user',
    subject_id: '7',
  });
  expect($draft.get()).toEqual(emptyDraft);
  restoreDraft(1, '');
});

test('a post that needs approval shows that it waits, and is not on top', async () => {
  server.on(path, () => ({ response: { pending: 1, pending_id: 4 } }));
  changeDraft(1, { body: 'Hello' });
  const target = composerTarget({ type: 'page', id: 3, title: 'Mill' });
  const fields = { ...target.fields, post_as_page: 0 } as const;
  expect(await publishIn(1, 'Europe/Berlin', { ...target, fields })).toBe(true);
  expect(server.received[0]!.fields).toMatchObject({
    subject_type: 'sitepage_page',
    subject_id: '3',
    post_as_page: '0',
  });
  expect(toasts).toEqual([
    'info: Creating post...',
    'info: Your post is waiting for approval by the staff.',
  ]);
  expect($newPosts.get()).toEqual([]);
});

test('a feeling or a tag alone is no post', async () => {
  changeDraft(1, {
    feeling: { parent: 27, child: 2701, phrase: 'feeling happy', emoji: '😀' },
    tags: [{ id: 5, label: 'Bo Reed', image: null }],
  });
  expect(await publish(1)).toBe(false);
  expect(toasts).toEqual(['error: Post cannot be empty']);
});

test('each target has a draft of its own beside the one of the home page', () => {
  changeDraft(1, { body: 'To all' });
  restoreDraft(1, '', '', 'group 3');
  expect($draft.get()).toEqual(emptyDraft);
  changeDraft(1, { body: 'To the group' });
  restoreDraft(1, '');
  expect($draft.get().body).toBe('To all');
  restoreDraft(1, '', '', 'group 3');
  expect($draft.get().body).toBe('To the group');
  restoreDraft(1, '');
});
