import { getStorage, ownerName } from '#lib/browser-storage.ts';
import { fromOwnName, servedMember } from '#lib/served-member.ts';
import { deletePrivateCaches } from '#worker/client.ts';

/** Names that belong to the device, or to a native shell (lib/stored-credentials.ts). */
const deviceNames = ['theme', 'motion', ownerName, 'oauth_token', 'oauth_secret', 'user_id'];

const areas = ['device', 'tab'] as const;
const isOthers = (name: string) => fromOwnName(name) === undefined;

function dropTexts(): void {
  for (const area of areas) {
    const storage = getStorage(area);
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
  for (const area of areas) getStorage(area).setItem(ownerName, servedMember());
}

/** Deletes what this browser has stored for other members. */
export async function dropOthers(): Promise<void> {
  // Meant for somebody else itself.
  if (document.documentElement.hidden) return;
  for (const drop of [dropTexts, dropFiles, () => deletePrivateCaches(servedMember()), setOwner]) {
    try {
      await drop();
    } catch {
      // A forbidden store holds nothing.
    }
  }
}
