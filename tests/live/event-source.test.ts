import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listen, type LiveConnection } from '#domains/live/event-source.ts';

/** The browser's EventSource, as far as it is used. */
class FakeSource extends EventTarget {
  static readonly CLOSED = 2;
  static all: FakeSource[] = [];
  readyState = 0;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    FakeSource.all.push(this);
  }
  close() {
    this.readyState = FakeSource.CLOSED;
  }
  refuse() {
    this.close();
    this.dispatchEvent(new Event('error'));
  }
  send(type: string, data: object, lastEventId = '') {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data), lastEventId }));
  }
}

let listening: LiveConnection;
const emitted: string[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', FakeSource);
  vi.stubGlobal('document', { hidden: true, documentElement: { dataset: { member: '7' } } });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  // No server: the requests are irrelevant here.
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')));
  FakeSource.all = [];
  emitted.length = 0;
  listening = listen(
    (type, data) =>
      void emitted.push(
        type === 'connection' ? `connection ${(data as { isOpen: boolean }).isOpen}` : type,
      ),
    () => [],
  );
});
afterEach(() => {
  listening.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const latest = () => FakeSource.all.at(-1)!;
/** Number of connection attempts in that time, each refused at once. */
function triesWithin(seconds: number): number {
  const before = FakeSource.all.length;
  for (let step = 0; step < seconds * 10; step += 1) {
    vi.advanceTimersByTime(100);
    if (latest().readyState !== FakeSource.CLOSED) latest().refuse();
  }
  return FakeSource.all.length - before;
}

test('refused by a proxy, it retries after a few seconds, then with growing delays', () => {
  latest().refuse();
  expect(emitted).toEqual(['connection false']);
  expect(triesWithin(1.4)).toBe(0);
  expect(triesWithin(3.2)).toBe(1);
  triesWithin(60);
  const seldom = triesWithin(300);
  expect(seldom).toBeGreaterThanOrEqual(6);
  expect(seldom).toBeLessThanOrEqual(20);
});

test('once open it loads what no stream remembered, and the next disconnection starts with the first delay', () => {
  for (let turn = 0; turn < 4; turn += 1) {
    latest().refuse();
    vi.advanceTimersByTime(45_000);
  }
  emitted.length = 0;
  latest().send('ready', { isComplete: false, stream: 's', at: '2026-11-21 12:00:00' }, 'run.7');
  expect(emitted).toEqual(['connection true', 'missed']);
  latest().refuse();
  expect(triesWithin(4.6)).toBe(1);
  // It sends its member and the id of the last event.
  expect(latest().url).toBe('/live?member=7&since=run.7');
});

test('a stream that was crowded out reopens when the tab is visible', () => {
  latest().send('ready', { isComplete: true, stream: 's', at: '2026-11-21 12:00:00' });
  latest().send('crowded', {});
  expect(triesWithin(120)).toBe(0);
  Object.assign(document, { hidden: false });
  expect(triesWithin(31)).toBeGreaterThanOrEqual(1);
});
