import { fromOwnName } from './served-member.ts';

/**
 * Calls `listener` when another window changes a stored text (see browser-storage.ts), with its
 * previous value; '' means none. Returns a function that unsubscribes.
 */
export function onStorageChange(
  listener: (name: string, text: string, before: string) => unknown,
): () => void {
  const listen = ({ key, newValue, oldValue }: StorageEvent) => {
    // Without a name everything was cleared, as at sign-out: the screen keeps its content.
    const name = key ? fromOwnName(key) : undefined;
    if (name !== undefined) listener(name, newValue ?? '', oldValue ?? '');
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}
