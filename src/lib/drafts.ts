import { map, type MapStore } from 'nanostores';
import { getStoredFile, listStoredFiles, removeStoredFile, storeFile } from './browser-files.ts';
import { onStorageChange } from './browser-storage-changes.ts';
import { getStored, setStored } from './browser-storage.ts';

interface DraftOptions<Value> {
  /** Under which name a draft is stored on this device. */
  storageName?: (draft: string) => string;
  /** '' when there is nothing to keep. */
  encode: (value: Value) => string;
  decode: (text: string) => Value | undefined;
  /** Holds the draft of a page that has only one, instead of `$drafts`. */
  $page?: { get(): Value; set(value: Value): void };
  /** Stored when a draft was sent, for windows that still show it; '' matches none. */
  sentMark?: { storageName: (draft: string) => string; encode: (value: Value) => string };
}

/** Shows what another window made of the draft; undefined if it was sent or emptied there. */
type Take<Value> = (value: Value | undefined) => void;

export interface Drafts<Value> {
  /** By the name of the draft; undefined where nothing was begun, or nothing was restored yet. */
  $drafts: MapStore<Record<string, Value | undefined>>;
  get(draft: string): Value | undefined;
  /** The stored value, whatever this page has in memory. */
  getStored(draft: string): Value | undefined;
  /** Changes and stores it; undefined forgets it. */
  set(draft: string, value: Value | undefined): void;
  /** Leaves the mark of a sent draft. */
  markSent(draft: string, value: Value): void;
  /**
   * Takes over what another window makes of the same draft, unless this one holds something that
   * the other never saw. Returns how to stop.
   * @param onSent called when the mark of a sent draft was found
   */
  follow(draft: string, take?: Take<Value>, onSent?: () => void): () => void;
}

/**
 * Something begun and not sent, which outlives the page and is one in all tabs of this browser. Why
 * not `@nanostores/persistent`: docs/decisions/034-drafts.md.
 */
export function createDrafts<Value>(options: DraftOptions<Value>): Drafts<Value> {
  const { storageName = (draft) => draft, encode, decode, $page, sentMark } = options;
  const $drafts = map<Record<string, Value | undefined>>({});
  const get = (draft: string) => ($page ? $page.get() : $drafts.get()[draft]);
  const put = (draft: string, value: Value | undefined) =>
    $page && value !== undefined ? $page.set(value) : $drafts.setKey(draft, value);
  /** Did not fit into the storage, which holds an older version. */
  const unstored = new Set<string>();
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
      put(draft, value);
      if (setStored(storageName(draft), encoded(draft))) unstored.delete(draft);
      else unstored.add(draft);
    },
    markSent(draft, value) {
      if (sentMark) setStored(sentMark.storageName(draft), sentMark.encode(value));
    },
    follow(draft, take = (value) => put(draft, value), onSent) {
      const name = storageName(draft);
      const sentName = sentMark?.storageName(draft);
      const takeSent = (mark: string) => {
        const value = get(draft);
        if (!mark || value === undefined || mark !== sentMark?.encode(value)) return false;
        take(undefined);
        onSent?.();
        return true;
      };
      const stop = onStorageChange((changed, text, before) => {
        if (changed === sentName) takeSent(text);
        else if (changed === name && before === encoded(draft))
          take(text ? decode(text) : undefined);
      });
      // Pages in the back/forward cache get no storage events. Nothing may be stored for another
      // reason than a sent draft, such as a sign-out: then the page keeps what it shows.
      const restore = ({ persisted }: PageTransitionEvent) => {
        if (!persisted || (sentName && takeSent(getStored(sentName) ?? ''))) return;
        const text = getStored(name);
        if (text && text !== encoded(draft) && !unstored.has(draft)) take(decode(text));
      };
      addEventListener('pageshow', restore);
      return () => {
        stop();
        removeEventListener('pageshow', restore);
      };
    },
  };
}

export interface DraftFiles<Owner extends unknown[]> {
  /** By the id of a file: an address to show it from, as long as the page lives. */
  $previews: MapStore<Record<string, string | undefined>>;
  store(id: string, file: File, ...owner: Owner): Promise<void>;
  find(id: string, ...owner: Owner): Promise<File | undefined>;
  /** @param tries once a second: another window stores a draft before its files */
  findAll(ids: string[], tries: number, ...owner: Owner): Promise<(File | undefined)[]>;
  remove(ids: string[], ...owner: Owner): Promise<void>;
  /** Removes what is stored of this owner and not among `ids`, as of a page closed too early. */
  prune(ids: string[], ...owner: Owner): Promise<void>;
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

  async function find(id: string, ...owner: Owner): Promise<File | undefined> {
    const file = files.get(id) ?? (await getStoredFile<File>(storageName(id, ...owner)));
    if (file) show(id, file);
    return file;
  }

  return {
    $previews,
    async store(id, file, ...owner) {
      show(id, file);
      await storeFile(storageName(id, ...owner), file);
      // Removed while it was being written.
      if (!files.has(id)) await remove([id], ...owner);
    },
    find,
    async findAll(ids, tries, ...owner) {
      for (let left = tries; ; left -= 1) {
        const found = await Promise.all(ids.map((id) => find(id, ...owner)));
        if (left <= 1 || !found.includes(undefined)) return found;
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      }
    },
    remove,
    async prune(ids, ...owner) {
      const wanted = new Set(ids.map((id) => storageName(id, ...owner)));
      const stored = await listStoredFiles(storageName('', ...owner));
      await Promise.all(stored.filter((name) => !wanted.has(name)).map(removeStoredFile));
    },
  };
}
