import { map, type MapStore } from 'nanostores';
import { getStoredFile, removeStoredFile, storeFile } from './browser-files.ts';
import { onStorageChange } from './browser-storage-changes.ts';
import { getStored, setStored } from './browser-storage.ts';

interface DraftOptions<Value> {
  /** Under which name a draft is stored on this device. */
  storageName?: (draft: string) => string;
  /** '' when there is nothing to keep. */
  encode: (value: Value) => string;
  decode: (text: string) => Value | undefined;
}

export interface Drafts<Value> {
  /** By the name of the draft; undefined where nothing was begun, or nothing was restored yet. */
  $drafts: MapStore<Record<string, Value | undefined>>;
  get(draft: string): Value | undefined;
  /** The stored value, whatever this page has in memory. */
  getStored(draft: string): Value | undefined;
  /** Changes and stores it; undefined forgets it. */
  set(draft: string, value: Value | undefined): void;
  /**
   * Takes over what another tab makes of the same draft, unless this one holds something that the
   * other never saw. Returns how to stop.
   */
  follow(draft: string, take?: (value: Value | undefined, text: string) => void): () => void;
}

/**
 * Something begun and not sent, which outlives the page and is one in all tabs of this browser. Why
 * not `@nanostores/persistent`: docs/decisions/034-drafts.md.
 */
export function createDrafts<Value>(options: DraftOptions<Value>): Drafts<Value> {
  const { storageName = (draft) => draft, encode, decode } = options;
  const $drafts = map<Record<string, Value | undefined>>({});
  const get = (draft: string) => $drafts.get()[draft];
  const encoded = (draft: string) => {
    const value = get(draft);
    return value === undefined ? '' : encode(value);
  };
  return {
    $drafts,
    get,
    getStored(draft) {
      const text = getStored(storageName(draft));
      return text ? decode(text) : undefined;
    },
    set(draft, value) {
      $drafts.setKey(draft, value);
      setStored(storageName(draft), encoded(draft));
    },
    follow(draft, take = (value) => $drafts.setKey(draft, value)) {
      return onStorageChange((name, text, before) => {
        if (name !== storageName(draft) || before !== encoded(draft)) return;
        take(text ? decode(text) : undefined, text);
      });
    },
  };
}

export interface DraftFiles<Owner extends unknown[]> {
  /** By the id of a file: an address to show it from, as long as the page lives. */
  $previews: MapStore<Record<string, string | undefined>>;
  store(id: string, file: File, ...owner: Owner): Promise<void>;
  find(id: string, ...owner: Owner): Promise<File | undefined>;
  remove(ids: string[], ...owner: Owner): Promise<void>;
}

/**
 * The files of drafts: in memory for this page, in the browser's database for the next one.
 *
 * @param storageName of a file, unlike that of any other kind of draft
 */
export function createDraftFiles<Owner extends unknown[]>(
  storageName: (id: string, ...owner: Owner) => string,
): DraftFiles<Owner> {
  const $previews = map<Record<string, string | undefined>>({});
  const files = new Map<string, File>();

  function show(id: string, file: File): void {
    files.set(id, file);
    if (!$previews.get()[id]) $previews.setKey(id, URL.createObjectURL(file));
  }

  async function remove(ids: string[], ...owner: Owner): Promise<void> {
    for (const id of ids) {
      files.delete(id);
      const address = $previews.get()[id];
      if (address) URL.revokeObjectURL(address);
      $previews.setKey(id, undefined);
    }
    await Promise.all(ids.map((id) => removeStoredFile(storageName(id, ...owner))));
  }

  return {
    $previews,
    async store(id, file, ...owner) {
      show(id, file);
      await storeFile(storageName(id, ...owner), file);
      // Removed while it was being written.
      if (!files.has(id)) await remove([id], ...owner);
    },
    async find(id, ...owner) {
      const file = files.get(id) ?? (await getStoredFile<File>(storageName(id, ...owner)));
      if (file) show(id, file);
      return file;
    },
    remove,
  };
}
