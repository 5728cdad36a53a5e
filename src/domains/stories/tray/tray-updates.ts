import { onLive, type LiveSubject } from '#lib/live-events.ts';

// The tray is served complete and hydrates late. Changes are collected here and hydrate it; a
// hydrated tray receives them directly.

export interface TrayUpdates {
  /** Owners whose stories have changed. */
  owners: Set<number>;
  /** Any owner's may have changed. */
  isAll: boolean;
}

let updates: TrayUpdates = { owners: new Set(), isAll: false };
let deliver: ((updates: TrayUpdates) => void) | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

const hydrateTray = () =>
  document.querySelector('.story-tray')?.closest('astro-island')?.dispatchEvent(new Event('wake'));

function flush(): void {
  if (!deliver) return void hydrateTray();
  clearTimeout(timer);
  const delivered = updates;
  updates = { owners: new Set(), isAll: false };
  if (delivered.isAll || delivered.owners.size) deliver(delivered);
}

/** Registers the hydrated tray. Returns a function that unregisters it. */
export function subscribeToUpdates(onUpdates: (updates: TrayUpdates) => void): () => void {
  deliver = onUpdates;
  flush();
  return () => (deliver = undefined);
}

/** Called once by screens with a tray. */
export function watchTrayUpdates(): void {
  const all = () => {
    updates.isAll = true;
    flush();
  };
  const one = ({ id }: LiveSubject) => {
    updates.owners.add(id);
    flush();
  };
  onLive<LiveSubject>('stories', one);
  // A member blocked on this screen disappears from the tray.
  onLive<LiveSubject>('blocked', one);
  onLive('reopened', all);
  // A page restored from the back/forward cache missed events; one from the HTTP cache may be
  // outdated.
  addEventListener('pageshow', ({ persisted }) => persisted && all());
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  updates.isAll = entry?.type === 'back_forward';
  // Hydrates when its first story ends.
  const left = Number(document.querySelector<HTMLElement>('.story-tray')?.dataset.left);
  if (left) timer = setTimeout(hydrateTray, left);
}
