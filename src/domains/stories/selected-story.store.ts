import { getStoredFile, removeStoredFile, storeFile } from '#lib/browser-files.ts';
import { getStored, setStored } from '#lib/browser-storage.ts';

// The file chosen for a story that is not shared yet: in memory for this page, in IndexedDB for the
// next.

const storageName = (memberId: number) => `story of ${memberId}`;
let current: File | undefined;

export function storeSelectedStory(memberId: number, file: File): void {
  current = file;
  // Its name is stored separately, so that other dialogs need not open IndexedDB to check.
  setStored(storageName(memberId), file.name);
  void storeFile(storageName(memberId), file);
}

export async function findSelectedStory(memberId: number): Promise<File | undefined> {
  if (current || getStored(storageName(memberId)) === null) return current;
  const stored = await getStoredFile<File>(storageName(memberId));
  return (current ??= stored);
}

export function clearSelectedStory(memberId: number): void {
  current = undefined;
  if (getStored(storageName(memberId)) === null) return;
  setStored(storageName(memberId), '');
  void removeStoredFile(storageName(memberId));
}
