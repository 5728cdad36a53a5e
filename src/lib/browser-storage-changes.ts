/**
 * Tells of what another window of this browser keeps (see browser-storage.ts), with what was kept
 * there
 * before; '' is nothing. Answers how to stop.
 */
export function onStorageChange(
  tell: (name: string, text: string, before: string) => unknown,
): () => void {
  const listen = ({ key, newValue, oldValue }: StorageEvent) => {
    // Without a name all was cleared, as at a sign-out: what is on the screen stays there.
    if (key !== null) tell(key, newValue ?? '', oldValue ?? '');
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}
