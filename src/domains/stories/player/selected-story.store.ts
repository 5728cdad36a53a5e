import { createPhotoDrafts } from '#lib/draft-photos.ts';

// The file chosen for a story that is not shared yet.

const drafts = createPhotoDrafts('story');
const draftName = (memberId: number) => `story of ${memberId}`;

export const clearSelectedStory = (memberId: number): void =>
  drafts.remove(draftName(memberId), drafts.get(draftName(memberId)));

export function storeSelectedStory(memberId: number, file: File): void {
  clearSelectedStory(memberId);
  drafts.add(draftName(memberId), [file]);
}

export async function findSelectedStory(memberId: number): Promise<File | undefined> {
  await drafts.open(draftName(memberId));
  const chosen = drafts.get(draftName(memberId)).at(-1);
  return chosen && drafts.files.find(chosen.id);
}
