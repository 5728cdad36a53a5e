import { beforeEach, expect, test, vi } from 'vitest';
import { dropOthers } from '#layouts/member-stores.ts';
import { onStorageChange } from '#lib/browser-storage-changes.ts';
import { getStored, isOwnBrowser, setStored } from '#lib/browser-storage.ts';
import { fakeStorage } from '../support/call-server.ts';

const serveFor = (member: string | undefined) =>
  vi.stubGlobal('document', { documentElement: { dataset: { member } } });

beforeEach(() => {
  vi.stubGlobal('localStorage', fakeStorage());
  vi.stubGlobal('sessionStorage', fakeStorage());
  vi.stubGlobal('indexedDB', { databases: () => Promise.resolve([]) });
  serveFor('7');
});

test('a text is found by the member who stored it and by nobody else', () => {
  setStored('draft', 'of seven');
  setStored('place', 'of seven', 'tab');
  for (const other of ['8', '71', undefined]) {
    serveFor(other);
    expect([getStored('draft'), getStored('place', 'tab')]).toEqual([null, null]);
  }
  serveFor('7');
  expect([getStored('draft'), getStored('place', 'tab')]).toEqual(['of seven', 'of seven']);
});

test('at the start of the next member only their own and what belongs to the device stays', async () => {
  setStored('draft', 'of seven');
  setStored('place', 'of seven', 'tab');
  sessionStorage.setItem('without a member', 'from before');
  localStorage.setItem('theme', 'dark');
  serveFor('71');
  setStored('draft', 'of another');
  expect(isOwnBrowser()).toBe(false);
  await dropOthers();
  expect(isOwnBrowser()).toBe(true);
  expect(getStored('draft')).toBe('of another');
  expect(localStorage.getItem('theme')).toBe('dark');
  serveFor('7');
  expect(getStored('draft')).toBeNull();
  expect(getStored('place', 'tab')).toBeNull();
  expect(sessionStorage.getItem('without a member')).toBeNull();
  expect(isOwnBrowser()).toBe(false);
});

test('a forbidden storage does not stop the page', async () => {
  vi.stubGlobal('localStorage', undefined);
  await dropOthers();
  expect(isOwnBrowser()).toBe(false);
});

test('a storage that the browser refuses to open does not stop the page', async () => {
  const refused = () => {
    throw new DOMException('Forbidden', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', new Proxy({}, { get: refused }));
  await dropOthers();
  expect(localStorage.getItem('member')).toBe('7');
});

test('the browser is not taken for the own one before all files of others are deleted', async () => {
  setStored('draft', 'of seven');
  serveFor('8');
  // A file is stored, and deleting it fails.
  vi.stubGlobal('indexedDB', { databases: () => Promise.resolve([{ name: 'keyval-store' }]) });
  await expect(dropOthers()).rejects.toThrow();
  expect(isOwnBrowser()).toBe(false);
  vi.stubGlobal('indexedDB', { databases: () => Promise.resolve([]) });
  await dropOthers();
  expect(isOwnBrowser()).toBe(true);
});

test('a page that is given up deletes nothing of the member who has signed in', async () => {
  setStored('draft', 'of seven');
  vi.stubGlobal('document', { documentElement: { dataset: { member: '8' }, hidden: true } });
  await dropOthers();
  serveFor('7');
  expect(getStored('draft')).toBe('of seven');
});

test('changes of another tab are followed only where they are of the same member', () => {
  let listener: (event: object) => void = () => undefined;
  vi.stubGlobal('addEventListener', (_: string, listen: typeof listener) => (listener = listen));
  const changed = vi.fn();
  onStorageChange(changed);
  listener({ key: '8:draft', newValue: 'of another', oldValue: null });
  listener({ key: 'theme', newValue: 'dark', oldValue: null });
  expect(changed).not.toHaveBeenCalled();
  listener({ key: '7:draft', newValue: 'more', oldValue: 'less' });
  expect(changed).toHaveBeenCalledExactlyOnceWith('draft', 'more', 'less');
});
