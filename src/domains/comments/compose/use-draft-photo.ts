import { useStore } from '@nanostores/react';
import type { CommentBoxProps } from './CommentBox.tsx';
import { choosePhoto, dropPhoto, photoDrafts } from './draft-photos.store.ts';

const { $photos, files } = photoDrafts;

/** The photo of a draft as props of the box. */
export function useDraftPhoto(draft: string): { box: Pick<CommentBoxProps, 'onFiles' | 'photo'> } {
  const photo = useStore($photos, { keys: [draft], ssr: 'initial' })[draft]?.[0];
  const address = useStore(files.$previews, { keys: [photo?.id ?? ''], ssr: 'initial' });
  return {
    box: {
      onFiles: (chosen) => choosePhoto(draft, chosen),
      photo: photo && {
        name: photo.name,
        address: address[photo.id] ?? '',
        alt: photo.alt,
        onDescribe: (alt) => photoDrafts.describe(draft, photo.id, alt),
        onRemove: () => dropPhoto(draft),
      },
    },
  };
}
