import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $reactionChanges, choose, type Choice } from '#domains/reactions/reactions.store.ts';
import { toast } from '#ui/toast.ts';

const subject = 'activity_action 42';
const error = vi.spyOn(toast, 'error');
const shown = () => $reactionChanges.get()[subject];

/** A server that answers when the test says so. */
function slowServer() {
  const asked: { choice: Choice; answer: () => void; refuse: () => void }[] = [];
  const send = (choice: Choice) =>
    new Promise<void>((answer, reject) =>
      asked.push({ choice, answer, refuse: () => reject(new Error('no')) }),
    );
  return { asked, send };
}
const turn = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => $reactionChanges.set({}));
afterEach(() => error.mockClear());

test('a choice shows at once and stays', async () => {
  const { asked, send } = slowServer();
  const done = choose(subject, 'love', send);
  expect(shown()).toBe('love');
  asked[0]!.answer();
  await done;
  expect(shown()).toBe('love');
  expect(error).not.toHaveBeenCalled();
});

test('a refused choice shows the last accepted one again, with the message', async () => {
  const { asked, send } = slowServer();
  const first = choose(subject, 'love', send);
  asked[0]!.answer();
  await first;
  const second = choose(subject, 'none', send);
  expect(shown()).toBe('none');
  asked[1]!.refuse();
  await second;
  expect(shown()).toBe('love');
  expect(error).toHaveBeenCalledExactlyOnceWith('Invalid API Response');
});

test('a refused first choice shows the served one again', async () => {
  const { asked, send } = slowServer();
  const done = choose(subject, 'wow', send);
  asked[0]!.refuse();
  await done;
  expect(shown()).toBeUndefined();
});

test('when pressed faster than the server answers, calls run one by one and the last choice wins', async () => {
  const { asked, send } = slowServer();
  const done = choose(subject, 'like', send);
  void choose(subject, 'none', send);
  void choose(subject, 'haha', send);
  expect(shown()).toBe('haha');
  expect(asked.map(({ choice }) => choice)).toEqual(['like']);
  asked[0]!.answer();
  await turn();
  // The choice in between is never sent.
  expect(asked.map(({ choice }) => choice)).toEqual(['like', 'haha']);
  asked[1]!.answer();
  await done;
  expect(shown()).toBe('haha');
});

test('the first of two choices stays if the second is refused', async () => {
  const { asked, send } = slowServer();
  const done = choose(subject, 'like', send);
  void choose(subject, 'love', send);
  asked[0]!.answer();
  await turn();
  asked[1]!.refuse();
  await done;
  expect(shown()).toBe('like');
});
