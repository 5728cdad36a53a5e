import { maxPhotos } from '#domains/messages/messages.rules.ts';
import { PhotoRows } from '#domains/posts/composer/PhotoRows.tsx';
import type { DraftPhoto } from '#lib/draft-photos.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { FileDrop } from '#ui/FileDrop.tsx';

export interface PhotosDialogProps {
  photos: DraftPhoto[];
  previews: Record<string, string | undefined>;
  imageMegabytes: number;
  onFiles: (files: File[]) => void;
  onDescribe: (id: string, alt: string) => void;
  onMove: (id: string, by: number) => void;
  onRemove: (id: string) => void;
  onClose: () => void;
}

/** Dialog to describe, reorder, remove and add photos of a message. */
export function PhotosDialog({ onClose, ...parts }: PhotosDialogProps) {
  const footer = (
    <Button variant="primary" onClick={onClose}>
      Done
    </Button>
  );
  return (
    <Dialog title="Photos of this message" open onClose={onClose} size="large" footer={footer}>
      <MessagePhotoFields {...parts} />
    </Dialog>
  );
}

/** The same fields inside an existing dialog. */
export function MessagePhotoFields({
  photos,
  previews,
  imageMegabytes,
  onFiles,
  onDescribe,
  onMove,
  onRemove,
}: Omit<PhotosDialogProps, 'onClose'>) {
  return (
    <>
      {photos.length < maxPhotos && (
        <FileDrop
          label={photos.length > 0 ? 'Add more photos' : 'Add photos'}
          hint={`Or drag or paste them here: up to ${maxPhotos}, ${imageMegabytes} MB each.`}
          accept="image/*,.heic,.heif"
          multiple
          isSmall
          onFiles={onFiles}
        />
      )}
      {photos.length > 0 && (
        <PhotoRows
          photos={photos}
          previews={previews}
          onDescribe={onDescribe}
          onMove={onMove}
          onRemove={onRemove}
        />
      )}
    </>
  );
}
