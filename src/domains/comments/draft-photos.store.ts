import { isImage } from '#domains/media/media.rules.ts';
import { getStoredFile, removeStoredFile, storeFile } from '#lib/browser-files.ts';
import { getStored, setStored } from '#lib/browser-storage.ts';
import { createDrafts } from '#lib/drafts.ts';
import { randomKey } from '#lib/idempotency-keys.ts';
import { toast } from '#ui/toast.ts';

/** A photo chosen for a comment that is not sent yet. */
export interface DraftPhoto {
  /** Names this choice: the same file chosen again is another one. */
  id: string;
  file: File;
  /** What the photo shows, for those who do not see it. */
  alt: string;
  /** For its preview, as long as the page lives. */
  address: string;
}

/** Apart from the composer's, which sweeps what is below its own name. */
const nameOf = (draft: string) => `photo of ${draft}`;

/** The stored text is only the id: pages without a photo need not open the database to know. */
const drafts = createDrafts<DraftPhoto>({
  storageName: nameOf,
  encode: ({ id }) => id,
  decode: () => undefined,
});
/** By the name of the draft. */
export const $draftPhotos = drafts.$drafts;

/** Of what was chosen, dropped or pasted the first picture; another one before it gives way. */
export function choosePhoto(draft: string, files: File[]): void {
  const file = files.find(isImage);
  if (!file || file.type === 'image/svg+xml')
    return void toast.error(
      'This is not a photo. JPEG, PNG, GIF, WebP, AVIF and HEIC can be added.',
    );
  if (files.length > 1) toast.info('A comment takes one photo.');
  dropPhoto(draft);
  returnPhoto(draft, { id: randomKey(), file, alt: '', address: URL.createObjectURL(file) });
}

export function describePhoto(draft: string, alt: string): void {
  const photo = $draftPhotos.get()[draft];
  if (photo) returnPhoto(draft, { ...photo, alt });
}

export function dropPhoto(draft: string): void {
  const photo = $draftPhotos.get()[draft];
  if (photo) URL.revokeObjectURL(photo.address);
  $draftPhotos.setKey(draft, undefined);
  forgetPhoto(draft);
}

/** It was sent: nothing of it is kept here any more. */
export function forgetPhoto(draft: string): void {
  if (getStored(nameOf(draft)) === null) return;
  setStored(nameOf(draft), '');
  void removeStoredFile(nameOf(draft));
}

/** A photo that another tab has sent or removed leaves this box as well. Returns how to stop. */
export const followPhoto = (draft: string): (() => void) =>
  drafts.follow(draft, (_, stored) => {
    const photo = drafts.get(draft);
    // Another one chosen there stays there.
    if (!photo || stored) return;
    URL.revokeObjectURL(photo.address);
    $draftPhotos.setKey(draft, undefined);
  });

/** Takes it out of the box, to be sent; it is still kept. */
export function liftPhoto(draft: string): DraftPhoto | undefined {
  const photo = $draftPhotos.get()[draft];
  $draftPhotos.setKey(draft, undefined);
  return photo;
}

/** Puts it (back) into the box. */
export function returnPhoto(draft: string, photo: DraftPhoto): void {
  const { id, file, alt } = photo;
  drafts.set(draft, photo);
  void storeFile(nameOf(draft), { id, file, alt });
}

/** Brings what was kept on the device. Tells whether there is one. */
export async function openPhoto(draft: string): Promise<boolean> {
  if ($draftPhotos.get()[draft]) return true;
  const id = getStored(nameOf(draft));
  if (!id) return false;
  const kept = await getStoredFile<Omit<DraftPhoto, 'address'>>(nameOf(draft));
  if (!kept || kept.id !== id) return false;
  if (!$draftPhotos.get()[draft])
    $draftPhotos.setKey(draft, { ...kept, address: URL.createObjectURL(kept.file) });
  return true;
}
