import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeStorage } from '../support/call-server.ts';

// Stubs the parts of a page that depend on the kind of navigation; the real module is loaded again,
// as on every page.
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
  const replayed: unknown[] = [];
  onRestore('reaction', (value) => replayed.push(value));
  return { replayChanges, recordChange, replayed };
}
const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

test('back navigation, unlike a new visit, replays the changes made since', async () => {
  const home = await load('/home', 'navigate');
  home.replayChanges();
  later(1);
  home.recordChange('reaction', 'on the first screen');
  later(1);
  const post = await load('/posts/1', 'navigate');
  post.replayChanges();
  expect(post.replayed).toEqual([]);
  later(1);
  post.recordChange('reaction', 'on the second screen');
  post.recordChange('unknown', 'to a screen without its store');
  const again = await load('/home', 'back_forward');
  again.replayChanges();
  expect(again.replayed).toEqual(['on the first screen', 'on the second screen']);
  later(1);
  const afresh = await load('/home', 'navigate');
  afresh.replayChanges();
  expect(afresh.replayed).toEqual([]);
});

test('a page restored from the back/forward cache replays only changes made after it was left', async () => {
  const home = await load('/home', 'navigate');
  home.replayChanges();
  home.recordChange('reaction', 'before');
  later(1);
  listeners.get('pagehide')!({ persisted: true });
  later(1);
  home.recordChange('reaction', 'elsewhere');
  listeners.get('pageshow')!({ persisted: true });
  expect(home.replayed).toEqual(['elsewhere']);
});

test('a prerendered page replays the changes made before it is shown', async () => {
  const post = await load('/posts/1', 'navigate');
  later(1);
  const home = await load('/home', 'navigate', true);
  home.replayChanges();
  later(1);
  post.recordChange('reaction', 'meanwhile');
  expect(home.replayed).toEqual([]);
  listeners.get('prerenderingchange')!({ persisted: false });
  expect(home.replayed).toEqual(['meanwhile']);
});

test('without storage nothing is replayed and nothing breaks', async () => {
  vi.stubGlobal('sessionStorage', undefined);
  const home = await load('/home', 'back_forward');
  home.recordChange('reaction', 'x');
  home.replayChanges();
  expect(home.replayed).toEqual([]);
});
