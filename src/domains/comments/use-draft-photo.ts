import { useStore } from '@nanostores/react';
import type { CommentBoxProps } from './CommentBox.tsx';
import { $draftPhotos, choosePhoto, describePhoto, dropPhoto } from './draft-photos.store.ts';

/** The photo of a draft, as the box shows and takes it. */
export function useDraftPhoto(draft: string): { box: Pick<CommentBoxProps, 'onFiles' | 'photo'> } {
  const photo = useStore($draftPhotos, { keys: [draft], ssr: 'initial' })[draft];
  return {
    box: {
      onFiles: (files) => choosePhoto(draft, files),
      photo: photo && {
        name: photo.file.name,
        address: photo.address,
        alt: photo.alt,
        onDescribe: (alt) => describePhoto(draft, alt),
        onRemove: () => dropPhoto(draft),
      },
    },
  };
}
