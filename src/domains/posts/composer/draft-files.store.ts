import { map } from 'nanostores';
import type { Draft } from './draft.rules.ts';

// The files of drafts: in memory for this page, and in the browser's database for the next one.
// Texts are in lib/browser-storage.ts.

/** By file id: an address for previews, as long as the page lives. */
export const $previews = map<Record<string, string | undefined>>({});

const files = new Map<string, File>();
const nameOf = (memberId: number, id: string) => `draft:${memberId}:${id}`;
const database = () => import('idb-keyval');

function show(id: string, file: File): void {
  files.set(id, file);
  if (!$previews.get()[id]) $previews.setKey(id, URL.createObjectURL(file));
}

/** A browser may have no room or forbid it: then the file lives as long as the page. */
export async function keepFile(memberId: number, id: string, file: File): Promise<void> {
  show(id, file);
  try {
    const { set } = await database();
    await set(nameOf(memberId, id), file);
    if (!files.has(id)) await forgetFiles(memberId, [id]);
  } catch {
    // It is still in memory.
  }
}

export async function findFile(memberId: number, id: string): Promise<File | undefined> {
  const known = files.get(id);
  if (known) return known;
  try {
    const { get } = await database();
    const kept = await get<File>(nameOf(memberId, id));
    if (kept) show(id, kept);
    return kept;
  } catch {
    return undefined;
  }
}

export async function forgetFiles(memberId: number, ids: string[]): Promise<void> {
  for (const id of ids) {
    files.delete(id);
    const address = $previews.get()[id];
    if (address) URL.revokeObjectURL(address);
    $previews.setKey(id, undefined);
  }
  if (!ids.length) return;
  try {
    const { delMany } = await database();
    await delMany(ids.map((id) => nameOf(memberId, id)));
  } catch {
    // What cannot be deleted was not kept.
  }
}

/**
 * Drops what was kept for this member and belongs to no draft any more, such as after a page that
 * was closed too early.
 */
export async function sweepFiles(memberId: number, { photos, video }: Draft): Promise<void> {
  try {
    const { keys, delMany } = await database();
    const wanted = new Set(
      [...photos, ...(video ? [video] : [])].map(({ id }) => nameOf(memberId, id)),
    );
    const own = (await keys<string>()).filter(
      (key) => key.startsWith(nameOf(memberId, '')) && !wanted.has(key),
    );
    if (own.length) await delMany(own);
  } catch {
    // Next time.
  }
}
