import { getStored, getStoredJson, setStored } from './browser-storage.ts';
import { whenShown } from './when-shown.ts';

// The browser's Back brings a screen as the server said it when it was loaded, out of memory or out
// of its cache; a screen drawn ahead of the click is older than the click. What the member changed
// in this tab since then is written down here and brought along.

interface TabChange {
  at: number;
  kind: string;
  value: unknown;
}

const name = 'changes';
const most = 100;
const appliers = new Map<string, (value: never) => void>();

export function recordChange(kind: string, value: unknown): void {
  const changes = getStoredJson<TabChange[]>(name, 'tab') ?? [];
  setStored(
    name,
    JSON.stringify([...changes, { at: Date.now(), kind, value }].slice(-most)),
    'tab',
  );
}

/** How the store that owns this kind of change takes one over. */
export function onRestore<Value>(kind: string, apply: (value: Value) => void): void {
  appliers.set(kind, apply);
}

function apply(since: number): void {
  for (const { at, kind, value } of getStoredJson<TabChange[]>(name, 'tab') ?? [])
    if (at >= since) appliers.get(kind)?.(value as never);
}

let isWatching = false;

/** Called by the islands of a screen once they are awake. */
export function replayChanges(): void {
  if (isWatching) return;
  isWatching = true;
  const loaded = `loaded ${location.pathname}`;
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (entry?.type === 'back_forward') apply(Number(getStored(loaded, 'tab') ?? 0));
  else {
    const start = Math.floor(performance.timeOrigin);
    setStored(loaded, String(start), 'tab');
    whenShown(() => apply(start));
  }
  let left = 0;
  addEventListener('pagehide', () => (left = Date.now()));
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) apply(left);
  });
}
