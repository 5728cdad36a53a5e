import { beforeEach, expect, test, vi } from 'vitest';
import { createPhotoDrafts } from '#lib/draft-photos.ts';
import { createDraftFiles, createDrafts } from '#lib/drafts.ts';
import { fakeStorage } from '../support/call-server.ts';

const listeners = new Set<(event: object) => void>();
const options = {
  storageName: (draft: string) => `list ${draft}`,
  encode: (words: string[]) => words.join(' '),
  decode: (text: string) => text.split(' '),
};

beforeEach(() => {
  vi.stubGlobal('localStorage', fakeStorage());
  vi.stubGlobal('addEventListener', (_: string, listen: (event: object) => void) =>
    listeners.add(listen),
  );
  vi.stubGlobal('removeEventListener', (_: string, listen: (event: object) => void) =>
    listeners.delete(listen),
  );
});

/** As the browser says it when another tab writes. */
const writeInOtherTab = (key: string | null, oldValue: string | null, newValue: string | null) =>
  listeners.forEach((listen) => listen({ key, oldValue, newValue }));

test('a draft outlives the page, and nothing is stored of an empty one', () => {
  const drafts = createDrafts(options);
  drafts.set('a', ['one', 'two']);
  expect(createDrafts(options).getStored('a')).toEqual(['one', 'two']);
  drafts.set('a', []);
  expect(localStorage.length).toBe(0);
});

test('a draft follows the other tab, and stays where that tab never saw it', () => {
  const drafts = createDrafts(options);
  drafts.set('a', ['one']);
  const stop = drafts.follow('a');
  writeInOtherTab('list a', 'one', 'one two');
  expect(drafts.get('a')).toEqual(['one', 'two']);
  writeInOtherTab('list b', 'one two', 'three');
  writeInOtherTab('list a', 'something else', 'four');
  writeInOtherTab(null, null, null);
  expect(drafts.get('a')).toEqual(['one', 'two']);
  writeInOtherTab('list a', 'one two', null);
  expect(drafts.get('a')).toBeUndefined();
  stop();
  expect(listeners.size).toBe(0);
});

test('a storage that is full or forbidden takes nothing from the page', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  const drafts = createDrafts(options);
  drafts.set('a', ['one']);
  expect(drafts.get('a')).toEqual(['one']);
});

test('a page from the back/forward cache shows what was stored meanwhile, and keeps what did not fit into the storage', () => {
  const drafts = createDrafts(options);
  const stop = drafts.follow('a');
  const comeBack = () => listeners.forEach((listen) => listen({ persisted: true }));
  drafts.set('a', ['one']);
  localStorage.setItem('list a', 'one two');
  comeBack();
  expect(drafts.get('a')).toEqual(['one', 'two']);
  // As at a sign-out.
  localStorage.clear();
  comeBack();
  expect(drafts.get('a')).toEqual(['one', 'two']);
  localStorage.setItem('list a', 'one');
  vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  drafts.set('a', ['one', 'two', 'three']);
  comeBack();
  expect(drafts.get('a')).toEqual(['one', 'two', 'three']);
  stop();
});

test('photos chosen, described and sent in one tab are so in the other', () => {
  const photos = createPhotoDrafts('test');
  const stop = photos.follow('a');
  const barn = [{ id: '1', name: 'barn.jpg', alt: '' }];
  const described = [{ ...barn[0]!, alt: 'A barn' }];
  writeInOtherTab('photos of a', null, JSON.stringify(barn));
  writeInOtherTab('photos of a', JSON.stringify(barn), JSON.stringify(described));
  expect(photos.get('a')).toEqual(described);
  writeInOtherTab('photos of a', JSON.stringify(described), null);
  expect(photos.get('a')).toEqual([]);
  stop();
});

test('files stay in memory where the browser has no database, until they are removed', async () => {
  const files = createDraftFiles((id) => `file ${id}`);
  const photo = new File(['x'], 'x.jpg');
  await files.store('1', photo);
  expect(await files.find('1')).toBe(photo);
  expect(files.$previews.get()['1']).toMatch(/^blob:/);
  await files.remove(['1']);
  expect(await files.find('1')).toBeUndefined();
  expect(files.$previews.get()['1']).toBeUndefined();
});
