import { useSyncExternalStore } from 'react';
import { $busy } from './comments.store.ts';

/**
 * Whether that is under way. Unlike `useStore($busy)` it draws a comment anew only when its own
 * work begins or ends.
 */
export const useBusy = (what: string): boolean =>
  useSyncExternalStore(
    (changed) => $busy.listen(changed),
    () => $busy.get().has(what),
    () => false,
  );
