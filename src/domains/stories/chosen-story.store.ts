import { forgetFile, keepFile, readKeptFile } from '#lib/kept-files.ts';
import { keep, readKept } from '#lib/kept.ts';

// The photo or video chosen for a story that is not told yet: in memory for this page, in the
// browser's database for the next one.

const nameOf = (memberId: number) => `story of ${memberId}`;
let inHand: File | undefined;

export function keepChosen(memberId: number, file: File): void {
  inHand = file;
  // That there is one is a text, so that nobody else's dialog opens the database to know.
  keep(nameOf(memberId), file.name);
  void keepFile(nameOf(memberId), file);
}

export async function findChosen(memberId: number): Promise<File | undefined> {
  if (inHand || readKept(nameOf(memberId)) === null) return inHand;
  const kept = await readKeptFile<File>(nameOf(memberId));
  return (inHand ??= kept);
}

export function forgetChosen(memberId: number): void {
  inHand = undefined;
  if (readKept(nameOf(memberId)) === null) return;
  keep(nameOf(memberId), '');
  void forgetFile(nameOf(memberId));
}
