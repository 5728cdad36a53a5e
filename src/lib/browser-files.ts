import { fromOwnName, toOwnName } from './served-member.ts';

// Files that outlive the page, in IndexedDB. A browser may be out of space or forbid it (see
// browser-storage.ts): then files live as long as the page.

const database = () => import('idb-keyval');

export async function storeFile(name: string, value: unknown): Promise<void> {
  try {
    const { set } = await database();
    await set(toOwnName(name), value);
  } catch {
    // The file is still in memory.
  }
}

export async function getStoredFile<T>(name: string): Promise<T | undefined> {
  try {
    const { get } = await database();
    return await get<T>(toOwnName(name));
  } catch {
    return undefined;
  }
}

export async function removeStoredFile(name: string): Promise<void> {
  try {
    const { del } = await database();
    await del(toOwnName(name));
  } catch {
    // A file that cannot be deleted was never stored.
  }
}

/** The names that begin so. */
export async function listStoredFiles(prefix: string): Promise<string[]> {
  try {
    const { keys } = await database();
    return (await keys<string>())
      .flatMap((stored) => fromOwnName(stored) ?? [])
      .filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
}
