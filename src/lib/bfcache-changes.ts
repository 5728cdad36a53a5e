import { getStored, getStoredJson, setStored } from './browser-storage.ts';
import { whenShown } from './when-shown.ts';

// Back restores a screen as it was loaded, from memory or the HTTP cache; a prerendered screen is
// older than the click. Changes that the member made in this tab since then are recorded here and
// replayed.

interface TabChange {
  at: number;
  kind: string;
  value: unknown;
}

const storageName = 'changes';
const maxChanges = 100;
const appliers = new Map<string, (value: never) => void>();

export function recordChange(kind: string, value: unknown): void {
  const changes = getStoredJson<TabChange[]>(storageName, 'tab') ?? [];
  setStored(
    storageName,
    JSON.stringify([...changes, { at: Date.now(), kind, value }].slice(-maxChanges)),
    'tab',
  );
}

/** Registers how the store that owns this kind of change applies one. */
export function onRestore<Value>(kind: string, apply: (value: Value) => void): void {
  appliers.set(kind, apply);
}

function apply(since: number): void {
  for (const { at, kind, value } of getStoredJson<TabChange[]>(storageName, 'tab') ?? [])
    if (at >= since) appliers.get(kind)?.(value as never);
}

let isWatching = false;

/** Called by islands when they hydrate. */
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
