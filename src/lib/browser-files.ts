// Files that outlive the page, in the browser's database. As with texts (browser-storage.ts), a
// browser may
// have no room or forbid it: then they live as long as the page.

const database = () => import('idb-keyval');

export async function storeFile(name: string, value: unknown): Promise<void> {
  try {
    const { set } = await database();
    await set(name, value);
  } catch {
    // It is still in memory.
  }
}

export async function getStoredFile<T>(name: string): Promise<T | undefined> {
  try {
    const { get } = await database();
    return await get<T>(name);
  } catch {
    return undefined;
  }
}

export async function removeStoredFile(name: string): Promise<void> {
  try {
    const { del } = await database();
    await del(name);
  } catch {
    // What cannot be deleted was not kept.
  }
}

/** The names that begin so. */
export async function listStoredFiles(prefix: string): Promise<string[]> {
  try {
    const { keys } = await database();
    return (await keys<string>()).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
}
