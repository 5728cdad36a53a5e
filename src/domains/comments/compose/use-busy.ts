import { useSyncExternalStore } from 'react';
import { $busy } from '#domains/comments/thread/threads.store.ts';

/**
 * Whether that operation is running. Unlike `useStore($busy)` it renders a comment only when its
 * own operation begins or ends.
 */
export const useBusy = (what: string): boolean =>
  useSyncExternalStore(
    (changed) => $busy.listen(changed),
    () => $busy.get().has(what),
    () => false,
  );
