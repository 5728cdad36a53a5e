import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { CommentCalls } from '#domains/comments/comment-calls.ts';
import {
  createFeedComment,
  deleteComment,
  editComment,
  readFeedComments,
} from '#domains/comments/comments.calls.ts';
import { toComment, toCommentPage, toPlainComment } from '#domains/comments/comments.model.ts';
import type { Comment } from '#domains/comments/comments.schema.ts';
import {
  editComment as edit,
  removeComment,
  writeComment,
} from '#domains/comments/comments.store.ts';
import {
  $drafts,
  commentDraft,
  editDraft,
  followDraft,
  onSentElsewhere,
  openDraft,
  sendDraft,
  writeDraft,
} from '#domains/comments/compose/drafts.store.ts';
import {
  $busy,
  $threads,
  loadMore,
  loadReplies,
  refreshThread,
} from '#domains/comments/thread/threads.store.ts';
import { getStored } from '#lib/browser-storage.ts';
import { toast } from '#ui/toast.ts';
import { fakeStorage, Refusal, startCallServer, type CallServer } from '../support/call-server.ts';

const subject = 'activity_action 9';
const calls: CommentCalls = {
  list: async (page) =>
    toCommentPage(await readFeedComments({ action_id: 9, page, limit: 5, viewAllComments: 1 })),
  listReplies: async (comment_id, page) =>
    toCommentPage(await readFeedComments({ action_id: 9, comment_id, page })),
  create: async (body, comment_id, idempotencyKey) =>
    toComment(
      await createFeedComment(
        { action_id: 9, body, ...(comment_id ? { comment_id } : {}) },
        { idempotencyKey },
      ),
    ),
  edit: async (comment_id, body) =>
    toPlainComment(await editComment({ action_id: 9, comment_id, body })),
  remove: (comment_id) => deleteComment({ action_id: 9, comment_id }),
  listLikers: () => Promise.reject(new Error('not here')),
  like: () => Promise.reject(new Error('not here')),
  createCall: () => '',
  likeCall: () => '',
};
const author = { id: 3, displayname: 'Ada Quill', avatar: null };
const draft = commentDraft(3, subject);
const success = vi.spyOn(toast, 'success');
const error = vi.spyOn(toast, 'error');
let server: CallServer;

const comment = (id: number, more: Partial<Comment> = {}) =>
  ({
    comment_id: id,
    comment_date: `2024-01-01 10:00:${String(id).padStart(2, '0')}`,
    comment_body: `text ${id}`,
    parent_comment_id: 0,
    reply_count: 0,
    reply_on_comment: [],
    like: { isLike: 0 },
    ...more,
  }) as unknown as Comment;
const list = (ids: number[], next: number | null) => ({
  viewAllComments: ids.map((id) => comment(id)),
  next_page: next,
  getTotalComments: 12,
});

beforeAll(async () => {
  vi.stubGlobal('localStorage', fakeStorage());
  server = await startCallServer();
});
afterAll(() => server.close());
beforeEach(() => {
  $threads.set({});
  $drafts.set({});
  localStorage.clear();
  server.received.length = 0;
  success.mockClear();
  error.mockClear();
});

test('pages are loaded one after the other, until there is none', async () => {
  server.on('/advancedactivity/feeds/likes-comments', ({ fields }) =>
    fields.page === '1' ? list([5, 4], 2) : list([3], null),
  );
  expect(await loadMore(subject, 1, calls)).toBe(true);
  expect(server.received[0]!.fields).toMatchObject({
    action_id: '9',
    page: '1',
    limit: '5',
    viewAllComments: '1',
  });
  expect($threads.get()[subject]).toMatchObject({ next: 2, total: 12 });
  await loadMore(subject, 1, calls);
  expect(await loadMore(subject, 1, calls)).toBe(false);
  expect(server.received).toHaveLength(2);
  expect($threads.get()[subject]!.loaded.map(({ id }) => id)).toEqual([5, 4, 3]);
  expect($threads.get()[subject]!.next).toBeNull();
});

test('behind a preview of one comment the first page is page 0', async () => {
  server.on('/advancedactivity/feeds/likes-comments', () => list([5, 4], null));
  await loadMore(subject, 0, calls);
  expect(server.received[0]!.fields.page).toBe('0');
});

test('a page that fails to load can be loaded again', async () => {
  server.on('/advancedactivity/feeds/likes-comments', () => {
    throw new Refusal(500);
  });
  expect(await loadMore(subject, 1, calls)).toBe(false);
  expect(error).toHaveBeenCalledExactlyOnceWith('Unable to load more comments right now.');
  server.on('/advancedactivity/feeds/likes-comments', () => list([5], null));
  await loadMore(subject, 1, calls);
  expect(server.received.map(({ fields }) => fields.page)).toEqual(['1', '1']);
});

test('replies are loaded under their comment', async () => {
  server.on('/advancedactivity/feeds/likes-comments', () => list([7, 8], null));
  await loadReplies(subject, 5, calls);
  expect(server.received[0]!.fields).toMatchObject({ comment_id: '5', page: '0' });
  expect($threads.get()[subject]!.replies[5]!.map(({ id }) => id)).toEqual([7, 8]);
});

test('a comment is created once, however often Send is pressed', async () => {
  server.on('/advancedactivity/comment', async () => {
    await new Promise((resolve) => setTimeout(resolve, 30));
    return comment(20);
  });
  const both = await Promise.all(
    [1, 2].map(() => writeComment(subject, { body: 'Nice!', draft, author, total: 3 }, calls)),
  );
  expect(both).toEqual([true, false]);
  expect(server.received).toHaveLength(1);
  expect(server.received[0]!.fields).toEqual({ action_id: '9', body: 'Nice!' });
  expect($threads.get()[subject]).toMatchObject({ total: 4, created: [{ id: 20 }] });
  expect(success).toHaveBeenCalledExactlyOnceWith('Comment created successfully');
  expect($busy.get().size).toBe(0);
});

test('a failed comment keeps its text and is sent again with the same key', async () => {
  server.on('/advancedactivity/comment', () => {
    throw new Refusal(0);
  });
  writeDraft(draft, 'Nice!');
  const send = () =>
    sendDraft(draft, (body) => writeComment(subject, { body, draft, author, total: 3 }, calls));
  expect(await send()).toBe(false);
  expect(error).toHaveBeenCalledExactlyOnceWith('Error creating comment');
  expect([$drafts.get()[draft], getStored(draft)]).toEqual(['Nice!', 'Nice!']);
  server.on('/advancedactivity/comment', () => comment(20));
  expect(await send()).toBe(true);
  expect([$drafts.get()[draft], getStored(draft)]).toEqual(['', null]);
  // Sent again on purpose: another comment.
  await writeComment(subject, { body: 'Nice!', draft, author, total: 4 }, calls);
  const keys = server.received.map(({ headers }) => headers['idempotency-key']);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('a reply is shown under its comment', async () => {
  server.on('/advancedactivity/comment', () => comment(21, { parent_comment_id: 5 }));
  await writeComment(
    subject,
    { body: 'Yes', parentId: 5, draft: commentDraft(3, subject, 5), author, total: 3 },
    calls,
  );
  expect(server.received[0]!.fields).toEqual({ action_id: '9', body: 'Yes', comment_id: '5' });
  expect($threads.get()[subject]!.replies[5]!.map(({ id }) => id)).toEqual([21]);
});

test('a storage that throws breaks nothing', async () => {
  vi.stubGlobal('localStorage', {
    getItem() {
      throw new Error('forbidden');
    },
  });
  server.on('/advancedactivity/comment', () => comment(22));
  expect(await writeComment(subject, { body: 'Hi', draft, author, total: 3 }, calls)).toBe(true);
  vi.stubGlobal('localStorage', fakeStorage());
});

/** A server that answers when the test says so. */
function held(path: string) {
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  return {
    answer(work: () => unknown) {
      server.on(path, async () => {
        await gate;
        return work();
      });
    },
    release: () => release(),
  };
}

test('a comment shows at once, and its field is free for the next one', async () => {
  const call = held('/advancedactivity/comment');
  call.answer(() => comment(20));
  writeDraft(draft, 'Nice!');
  const sending = sendDraft(draft, (body) =>
    writeComment(subject, { body, draft, author, total: 3 }, calls),
  );
  expect($threads.get()[subject]).toMatchObject({
    total: 4,
    sending: [{ body: 'Nice!', author: { name: 'Ada Quill' } }],
  });
  expect($drafts.get()[draft]).toBe('');
  writeDraft(draft, 'And more');
  // Both are stored: the first one may never arrive.
  expect(getStored(draft)).toBe('Nice!\nAnd more');
  expect(await sendDraft(draft, () => Promise.resolve(true))).toBe(false);
  call.release();
  expect(await sending).toBe(true);
  expect($threads.get()[subject]).toMatchObject({
    total: 4,
    sending: [],
    created: [{ id: 20 }],
  });
  expect([$drafts.get()[draft], getStored(draft)]).toEqual(['And more', 'And more']);
});

test('a refused comment disappears and its text is put back in front of newer text', async () => {
  const call = held('/advancedactivity/comment');
  call.answer(() => {
    throw new Refusal(500);
  });
  writeDraft(draft, 'Nice!');
  const sending = sendDraft(draft, (body) =>
    writeComment(subject, { body, draft, author, total: 3 }, calls),
  );
  writeDraft(draft, 'And more');
  call.release();
  expect(await sending).toBe(false);
  expect($threads.get()[subject]).toMatchObject({ total: 3, sending: [] });
  expect([$drafts.get()[draft], getStored(draft)]).toEqual(['Nice!\nAnd more', 'Nice!\nAnd more']);
});

test('a blank comment is sent but not shown', async () => {
  const call = held('/advancedactivity/comment');
  call.answer(() => {
    throw new Refusal(400);
  });
  const sending = writeComment(subject, { body: '  ', draft, author, total: 3 }, calls);
  expect($threads.get()[subject]).toBeUndefined();
  call.release();
  expect(await sending).toBe(false);
});

test('an edit shows at once and is reverted if refused', async () => {
  const call = held('/advancedcomments/reply-edit');
  call.answer(() => comment(5, { comment_body: 'Better', edited_date: '2024-01-02 10:00:00' }));
  const saving = edit(subject, 5, ' Better ', calls);
  expect($threads.get()[subject]!.bodies[5]).toMatchObject({ body: 'Better' });
  call.release();
  expect(await saving).toBe(true);
  expect($threads.get()[subject]!.bodies[5]).toEqual({
    body: 'Better',
    editedAt: '2024-01-02 10:00:00',
  });
  server.on('/advancedcomments/reply-edit', () => {
    throw new Refusal(500);
  });
  expect(await edit(subject, 5, 'Worse', calls)).toBe(false);
  expect($threads.get()[subject]!.bodies[5]).toMatchObject({ body: 'Better' });
  expect(error).toHaveBeenCalledOnce();
});

test('a deleted comment disappears at once and returns if the deletion is refused', async () => {
  const call = held('/comment-delete');
  call.answer(() => undefined);
  const removing = removeComment(subject, 5, { total: 9, withReplies: 3 }, calls);
  expect($threads.get()[subject]).toMatchObject({ removed: [5], total: 6 });
  call.release();
  expect(await removing).toBe(true);
  server.on('/comment-delete', () => {
    throw new Refusal(500);
  });
  expect(await removeComment(subject, 6, { total: 9, withReplies: 1 }, calls)).toBe(false);
  expect($threads.get()[subject]).toMatchObject({ removed: [5], total: 6 });
});

test('a comment that somebody else deleted meanwhile stays deleted', async () => {
  server.on('/comment-delete', () => {
    throw new Refusal(404, 'no_record');
  });
  expect(await removeComment(subject, 6, { total: 9, withReplies: 1 }, calls)).toBe(true);
  expect($threads.get()[subject]).toMatchObject({ removed: [6], total: 8 });
  expect(error).not.toHaveBeenCalled();
});

test('a list requested before a comment was removed does not count it again: it is loaded once more', async () => {
  vi.useFakeTimers();
  try {
    let total = 2;
    let answer = () => {};
    let remove = () => {};
    const list = vi.fn(async () => {
      const asked = {
        viewAllComments: [],
        getTotalComments: total,
        next_page: null,
      } as unknown as Awaited<ReturnType<typeof calls.list>>;
      await new Promise<void>((resolve) => (answer = resolve));
      return asked;
    });
    const slow = {
      ...calls,
      list,
      remove: () => new Promise<void>((resolve) => (remove = resolve)),
    } as unknown as typeof calls;
    for (const isAnsweredFirst of [true, false]) {
      $threads.set({});
      total = 2;
      const refreshing = refreshThread(subject, [], slow);
      const removing = removeComment(subject, 6, { total: 2, withReplies: 1 }, slow);
      for (const next of isAnsweredFirst ? [answer, remove] : [remove, answer]) {
        next();
        await (next === answer ? refreshing : removing);
      }
      expect($threads.get()[subject]!.total).toBe(1);
      total = 1;
      await vi.advanceTimersByTimeAsync(1_000);
      answer();
      await vi.advanceTimersByTimeAsync(0);
      expect($threads.get()[subject]!.total).toBe(1);
    }
    expect(list).toHaveBeenCalledTimes(4);
  } finally {
    vi.useRealTimers();
  }
});

test('a stored draft is restored', () => {
  localStorage.setItem(draft, 'Begun yesterday');
  expect(openDraft(draft)).toBe(true);
  expect($drafts.get()[draft]).toBe('Begun yesterday');
  expect(openDraft(commentDraft(3, subject, 7))).toBe(false);
});

test('text typed before hydration is appended to the stored draft', () => {
  const begun = commentDraft(3, subject, 8);
  localStorage.setItem(begun, 'Begun yesterday');
  expect(openDraft(begun, 'Typed')).toBe(true);
  expect([$drafts.get()[begun], localStorage.getItem(begun)]).toEqual([
    'Begun yesterday\nTyped',
    'Begun yesterday\nTyped',
  ]);
  // A new box shows the stored draft.
  openDraft(begun, 'Begun yesterday\nTyped');
  expect($drafts.get()[begun]).toBe('Begun yesterday\nTyped');
  const fresh = commentDraft(3, subject, 9);
  openDraft(fresh, 'First words');
  expect(localStorage.getItem(fresh)).toBe('First words');
});

test('a draft that another window continued while it was sent from here stays there', async () => {
  for (const isRefused of [false, true]) {
    localStorage.clear();
    writeDraft(draft, 'Hello');
    const isSent = await sendDraft(draft, async () => {
      localStorage.setItem(draft, 'Hello, and more');
      return !isRefused;
    });
    expect([isSent, $drafts.get()[draft], localStorage.getItem(draft)]).toEqual([
      !isRefused,
      isRefused ? 'Hello' : '',
      'Hello, and more',
    ]);
  }
});

/** The draft of this window, which other windows change. */
function besideOtherWindows() {
  const listeners = new Set<(event: object) => void>();
  vi.stubGlobal('addEventListener', (_: string, listen: (event: object) => void) =>
    listeners.add(listen),
  );
  vi.stubGlobal('removeEventListener', (_: string, listen: (event: object) => void) =>
    listeners.delete(listen),
  );
  const look = vi.fn();
  const stops = [followDraft(draft), onSentElsewhere(3, subject, look)];
  onTestFinished(() => {
    for (const stop of stops) stop();
    expect(listeners.size).toBe(0);
  });
  const elsewhere = (key: string, oldValue: string, newValue: string | null) =>
    listeners.forEach((listen) => listen({ key, oldValue, newValue }));
  return { look, elsewhere };
}

test('a draft sent from another window is removed here and the thread reloads', () => {
  const { look, elsewhere } = besideOtherWindows();
  writeDraft(draft, 'Hello');
  elsewhere(draft, 'Hello', 'Hello you');
  expect([$drafts.get()[draft], look.mock.calls.length]).toEqual(['Hello you', 0]);
  elsewhere(draft, 'Hello you', null);
  expect([$drafts.get()[draft], look.mock.calls.length]).toEqual(['', 1]);
});

test('text that was typed here stays when another window sends its own', () => {
  const { elsewhere } = besideOtherWindows();
  writeDraft(draft, 'Typed here meanwhile');
  elsewhere(draft, 'Typed there', null);
  expect($drafts.get()[draft]).toBe('Typed here meanwhile');
});

test('drafts of edits, other threads and other members reload nothing', () => {
  const { look, elsewhere } = besideOtherWindows();
  for (const other of [
    editDraft(3, 5),
    commentDraft(3, 'activity_action 99'),
    commentDraft(4, subject),
  ])
    elsewhere(other, 'x', null);
  expect(look).not.toHaveBeenCalled();
});
