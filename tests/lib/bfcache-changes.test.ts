import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeStorage } from '../support/call-server.ts';

// The parts of a page that decide how it came, with the real module, loaded anew as every page
// does.
let listeners: Map<string, (event: { persisted: boolean }) => void>;

beforeEach(() => {
  vi.stubGlobal('sessionStorage', fakeStorage());
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function load(pathname: string, type: 'navigate' | 'back_forward', isAhead = false) {
  vi.resetModules();
  listeners = new Map();
  vi.stubGlobal('location', { pathname });
  vi.stubGlobal('document', {
    prerendering: isAhead,
    addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
  });
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) =>
    listeners.set(name, listener),
  );
  const { replayChanges, onRestore, recordChange } = await import('#lib/bfcache-changes.ts');
  vi.stubGlobal('performance', {
    now: () => 0,
    timeOrigin: Date.now(),
    getEntriesByType: () => [{ type }],
  });
  const brought: unknown[] = [];
  onRestore('reaction', (value) => brought.push(value));
  return { replayChanges, recordChange, brought };
}
const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

test('who comes back finds what was changed on the way; a new visit does not need it', async () => {
  const home = await load('/home', 'navigate');
  home.replayChanges();
  later(1);
  home.recordChange('reaction', 'on the first screen');
  later(1);
  const post = await load('/posts/1', 'navigate');
  post.replayChanges();
  expect(post.brought).toEqual([]);
  later(1);
  post.recordChange('reaction', 'on the second screen');
  post.recordChange('unknown', 'to a screen without its store');
  const again = await load('/home', 'back_forward');
  again.replayChanges();
  expect(again.brought).toEqual(['on the first screen', 'on the second screen']);
  later(1);
  const afresh = await load('/home', 'navigate');
  afresh.replayChanges();
  expect(afresh.brought).toEqual([]);
});

test('a page that the browser kept whole takes only what came after it was left', async () => {
  const home = await load('/home', 'navigate');
  home.replayChanges();
  home.recordChange('reaction', 'before');
  later(1);
  listeners.get('pagehide')!({ persisted: true });
  later(1);
  home.recordChange('reaction', 'elsewhere');
  listeners.get('pageshow')!({ persisted: true });
  expect(home.brought).toEqual(['elsewhere']);
});

test('a page drawn ahead of the click takes what came in between', async () => {
  const post = await load('/posts/1', 'navigate');
  later(1);
  const home = await load('/home', 'navigate', true);
  home.replayChanges();
  later(1);
  post.recordChange('reaction', 'meanwhile');
  expect(home.brought).toEqual([]);
  listeners.get('prerenderingchange')!({ persisted: false });
  expect(home.brought).toEqual(['meanwhile']);
});

test('without a storage nothing is brought, and nothing breaks', async () => {
  vi.stubGlobal('sessionStorage', undefined);
  const home = await load('/home', 'back_forward');
  home.recordChange('reaction', 'x');
  home.replayChanges();
  expect(home.brought).toEqual([]);
});
