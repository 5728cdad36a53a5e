import { getStorage, ownerName } from '#lib/browser-storage.ts';
import { fromOwnName, servedMember } from '#lib/served-member.ts';
import { deletePrivateCaches } from '#worker/client.ts';

/** Names that belong to the device, or to a native shell (lib/stored-credentials.ts). */
const deviceNames = ['theme', 'motion', ownerName, 'oauth_token', 'oauth_secret', 'user_id'];

const areas = ['device', 'tab'] as const;
const isOthers = (name: string) => fromOwnName(name) === undefined;

/** None where a native shell's view has no storage. */
const stores = () => areas.flatMap((area) => (getStorage(area) as Storage | null) ?? []);

function dropTexts(): void {
  for (const storage of stores()) {
    const names = Array.from({ length: storage.length }, (_, index) => storage.key(index)!);
    for (const name of names)
      if (isOthers(name) && !deviceNames.includes(name)) storage.removeItem(name);
  }
}

async function dropFiles(): Promise<void> {
  // Not in every browser.
  const databases = await indexedDB.databases?.();
  if (databases && !databases.length) return;
  const { delMany, keys } = await import('idb-keyval');
  await delMany((await keys<string>()).filter(isOthers));
}

/** Notifies the other tabs too, which listen for changes of the storage (other-member.js). */
function setOwner(): void {
  for (const storage of stores()) storage.setItem(ownerName, servedMember());
}

/** A forbidden store holds nothing. */
const isForbidden = (error: unknown) =>
  error instanceof DOMException && error.name === 'SecurityError';

/** Returns why it did not work. */
async function failureOf(work: () => void | Promise<void>): Promise<unknown> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return isForbidden(error) ? undefined : error;
  }
}

/** Deletes what this browser has stored for other members. The next screen tries again if it fails. */
export async function dropOthers(): Promise<void> {
  // Meant for somebody else itself.
  if (document.documentElement.hidden) return;
  const drops = [dropTexts, dropFiles, () => deletePrivateCaches(servedMember())];
  const failures = await Promise.all(drops.map(failureOf));
  const failure = failures.find(Boolean) ?? (await failureOf(setOwner));
  if (failure) throw failure as Error;
}
