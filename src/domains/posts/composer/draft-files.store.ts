import { listStoredFiles, removeStoredFile } from '#lib/browser-files.ts';
import { createDraftFiles } from '#lib/drafts.ts';
import type { Draft } from './draft.rules.ts';

const storageName = (id: string, memberId: number) => `draft:${memberId}:${id}`;

export const draftFiles = createDraftFiles(storageName);
export const { $previews } = draftFiles;

/**
 * Drops what was kept for this member and belongs to no draft any more, such as after a page that
 * was closed too early.
 */
export async function sweepFiles(memberId: number, { photos, video }: Draft): Promise<void> {
  const files = [...photos, ...(video ? [video] : [])];
  const wanted = new Set(files.map(({ id }) => storageName(id, memberId)));
  const stored = await listStoredFiles(storageName('', memberId));
  await Promise.all(stored.filter((name) => !wanted.has(name)).map(removeStoredFile));
}
