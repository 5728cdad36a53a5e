import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import {
  $photos,
  $previews,
  choosePhotos,
  describePhoto,
  followPhotos,
  movePhoto,
  openPhotos,
  removePhotos,
} from './message-photos.store.ts';
import type { PhotosDialogProps } from './PhotosDialog.tsx';

/** Photos of a draft with their actions, as props of the strip and the dialog. */
export function useMessagePhotos(
  draft: string,
  imageMegabytes: number,
): Omit<PhotosDialogProps, 'onClose'> {
  const photos = useStore($photos, { keys: [draft], ssr: 'initial' })[draft] ?? [];
  const previews = useStore($previews, { ssr: 'initial' });
  useEffect(() => {
    void openPhotos(draft);
    return followPhotos(draft);
  }, [draft]);
  return {
    photos,
    previews,
    imageMegabytes,
    onFiles: (files) => choosePhotos(draft, files, { imageMegabytes }),
    onDescribe: (id, alt) => describePhoto(draft, id, alt),
    onMove: (id, by) => movePhoto(draft, id, by),
    onRemove: (id) => removePhotos(draft, [{ id }]),
  };
}
