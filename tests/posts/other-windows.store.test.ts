import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $draft, changeDraft, draftName } from '#domains/posts/composer/composer.store.ts';
import { emptyDraft, keptText, type Draft } from '#domains/posts/composer/draft.rules.ts';
import { followOtherWindows, recordPosted } from '#domains/posts/composer/other-windows.store.ts';
import { toast } from '#ui/toast.ts';
import { fakeStorage } from '../support/call-server.ts';

const member = 1;
const name = draftName(member);
const info = vi.spyOn(toast, 'info').mockImplementation(() => () => {});
const listeners = new Map<string, (event: object) => void>();
let stop: () => void;

beforeEach(() => {
  vi.stubGlobal('localStorage', fakeStorage());
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal(
    'addEventListener',
    (type: string, listen: (event: object) => void) => void listeners.set(type, listen),
  );
  vi.stubGlobal('removeEventListener', (type: string) => void listeners.delete(type));
  $draft.set(emptyDraft);
  info.mockClear();
  stop = followOtherWindows(member);
});
afterEach(() => {
  stop();
  expect(listeners.size).toBe(0);
});

/** As the browser does it when another window writes. */
function elsewhere(key: string, newValue: string | null): void {
  const oldValue = localStorage.getItem(key);
  if (newValue === null) localStorage.removeItem(key);
  else localStorage.setItem(key, newValue);
  listeners.get('storage')!({ key, newValue, oldValue });
}
/** The word that a window leaves when it has posted. */
function postElsewhere(draft: Draft): void {
  const there = fakeStorage();
  const here = localStorage;
  vi.stubGlobal('localStorage', there);
  recordPosted(member, draft);
  vi.stubGlobal('localStorage', here);
  elsewhere(there.key(0)!, there.getItem(there.key(0)!));
}
const back = (persisted: boolean) => listeners.get('pageshow')!({ persisted });

test('a draft written, changed and emptied in another window is the same in this one', () => {
  const begun: Draft = { ...emptyDraft, key: 'k', body: 'Begun' };
  elsewhere(name, keptText(begun));
  expect($draft.get()).toEqual(begun);
  elsewhere(name, keptText({ ...begun, body: 'Begun, and more', privacy: 'onlyme' }));
  expect($draft.get()).toMatchObject({ body: 'Begun, and more', privacy: 'onlyme' });
  elsewhere(name, null);
  expect($draft.get()).toEqual({ ...emptyDraft, privacy: 'onlyme' });
  expect(info).not.toHaveBeenCalled();
});

test('posted in another window it is removed here, with a message', () => {
  changeDraft(member, { body: 'Once' });
  const draft = $draft.get();
  postElsewhere(draft);
  elsewhere(name, null);
  expect($draft.get()).toEqual(emptyDraft);
  expect(info.mock.calls).toEqual([['This draft was posted from another window.']]);
});

test('words that the other window never saw stay, also when it posts, and when everything kept is cleared', () => {
  changeDraft(member, { body: 'Once' });
  const posted = $draft.get();
  changeDraft(member, { body: 'Once more' });
  postElsewhere(posted);
  listeners.get('storage')!({ key: name, newValue: null, oldValue: keptText(posted) });
  listeners.get('storage')!({ key: null, newValue: null, oldValue: null });
  expect($draft.get().body).toBe('Once more');
  expect(info).not.toHaveBeenCalled();
});

test('a page that the browser kept behind another one learns what was posted or changed meanwhile', () => {
  changeDraft(member, { body: 'Once' });
  const draft = $draft.get();
  recordPosted(member, draft);
  localStorage.removeItem(name);
  back(false);
  expect($draft.get().body, 'only a kept page is behind the times').toBe('Once');
  back(true);
  expect($draft.get()).toEqual(emptyDraft);
  expect(info).toHaveBeenCalledTimes(1);

  localStorage.setItem(name, keptText({ ...draft, body: 'From the next page' }));
  back(true);
  expect($draft.get().body).toBe('From the next page');
  // Deleted for another reason than a post, such as a sign-out: the words on the screen are all
  // there is.
  localStorage.removeItem(name);
  back(true);
  expect($draft.get().body).toBe('From the next page');
});
