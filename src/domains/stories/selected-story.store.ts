import { getStoredFile, removeStoredFile, storeFile } from '#lib/browser-files.ts';
import { getStored, setStored } from '#lib/browser-storage.ts';

// The photo or video chosen for a story that is not told yet: in memory for this page, in the
// browser's database for the next one.

const nameOf = (memberId: number) => `story of ${memberId}`;
let inHand: File | undefined;

export function keepChosen(memberId: number, file: File): void {
  inHand = file;
  // That there is one is a text, so that nobody else's dialog opens the database to know.
  setStored(nameOf(memberId), file.name);
  void storeFile(nameOf(memberId), file);
}

export async function findChosen(memberId: number): Promise<File | undefined> {
  if (inHand || getStored(nameOf(memberId)) === null) return inHand;
  const kept = await getStoredFile<File>(nameOf(memberId));
  return (inHand ??= kept);
}

export function forgetChosen(memberId: number): void {
  inHand = undefined;
  if (getStored(nameOf(memberId)) === null) return;
  setStored(nameOf(memberId), '');
  void removeStoredFile(nameOf(memberId));
}
