import type { MapStore } from 'nanostores';
import { createDraftFiles, createDrafts, type DraftFiles } from './drafts.ts';
import { randomKey } from './idempotency-keys.ts';

/** A chosen file; its content is stored separately under its id. */
export interface DraftFile {
  id: string;
  name: string;
}

export interface DraftPhoto extends DraftFile {
  /** Describes the photo to people who cannot see it. */
  alt: string;
}

export const toPhoto = (file: File): { file: File; photo: DraftPhoto } => ({
  file,
  photo: { id: randomKey(), name: file.name, alt: '' },
});

export const describedPhotos = (photos: DraftPhoto[], id: string, alt: string): DraftPhoto[] =>
  photos.map((photo) => (photo.id === id ? { ...photo, alt } : photo));

export type PhotoFields = Record<`filedata${number}`, Blob> & Record<`alt${number}`, string>;

/**
 * Form fields for the upload; null if the browser has lost a file.
 * @param found the file of each photo
 */
export function photoFields(photos: DraftPhoto[], found: (File | undefined)[]): PhotoFields | null {
  const fields: Record<string, Blob | string> = {};
  for (const [index, { alt }] of photos.entries()) {
    const file = found[index];
    if (!file) return null;
    fields[`filedata${index}`] = file;
    if (alt.trim()) fields[`alt${index}`] = alt.trim();
  }
  return fields as PhotoFields;
}

export interface PhotoDrafts {
  /** Photos by draft name, in order. */
  $photos: MapStore<Record<string, DraftPhoto[] | undefined>>;
  files: DraftFiles<[]>;
  get(draft: string): DraftPhoto[];
  set(draft: string, photos: DraftPhoto[]): void;
  add(draft: string, files: File[]): void;
  describe(draft: string, id: string, alt: string): void;
  /** Removes the photos and their files. */
  remove(draft: string, photos: Pick<DraftFile, 'id'>[]): void;
  /** Loads the stored photos. Returns how many of them this device has lost. */
  open(draft: string): Promise<number>;
  /** Follows the same draft in other windows. Returns an unsubscribe function. */
  follow(draft: string): () => void;
}

/**
 * Photos of texts that are not sent yet: the list beside the text in the storage, the files in the
 * browser's database.
 */
export function createPhotoDrafts(kind: string): PhotoDrafts {
  const drafts = createDrafts<DraftPhoto[]>({
    // Not below the composer's prefix, whose cleanup would delete it.
    storageName: (draft) => `photos of ${draft}`,
    encode: (photos) => (photos.length ? JSON.stringify(photos) : ''),
    decode(text) {
      try {
        return JSON.parse(text) as DraftPhoto[];
      } catch {
        return undefined;
      }
    },
  });
  const files = createDraftFiles((id) => `${kind} photo ${id}`);
  const { $drafts: $photos, set } = drafts;
  const get = (draft: string) => drafts.get(draft) ?? [];
  return {
    $photos,
    files,
    get,
    set,
    add(draft, chosen) {
      const added = chosen.map(toPhoto);
      set(draft, [...get(draft), ...added.map(({ photo }) => photo)]);
      for (const { file, photo } of added) void files.store(photo.id, file);
    },
    describe(draft, id, alt) {
      set(draft, describedPhotos(get(draft), id, alt));
    },
    remove(draft, photos) {
      const ids = photos.map(({ id }) => id);
      set(
        draft,
        get(draft).filter(({ id }) => !ids.includes(id)),
      );
      void files.remove(ids);
    },
    async open(draft) {
      if (drafts.get(draft)) return 0;
      const stored = drafts.getStored(draft) ?? [];
      if (!stored.length) return 0;
      const found = await files.findAll(
        stored.map(({ id }) => id),
        1,
      );
      const available = stored.filter((_, index) => found[index]);
      set(draft, [...available, ...get(draft)]);
      return stored.length - available.length;
    },
    follow: (draft) =>
      drafts.follow(draft, (photos = []) => {
        $photos.setKey(draft, photos);
        void files.findAll(
          photos.map(({ id }) => id),
          5,
        );
      }),
  };
}
