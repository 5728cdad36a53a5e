import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { FileDrop } from '#ui/FileDrop.tsx';
import { toast } from '#ui/toast.ts';
import { $draft, $previews } from './composer.store.ts';
import type { ToolDialogProps } from './ComposerTools.island.tsx';
import { maxPhotos, photosProblem } from './draft.rules.ts';
import { addPhotos, describePhoto, movePhoto, removePhotos, removeVideo } from './files.store.ts';
import { MediaConflict } from './MediaConflict.tsx';
import { PhotoRows } from './PhotoRows.tsx';

/** The photos of the post: choose, describe, order, remove. */
export function PhotoDialog({ memberId, limits, onClose }: ToolDialogProps) {
  const draft = useStore($draft);
  const previews = useStore($previews);
  const [isMissing, setMissing] = useState(false);
  const { photos } = draft;
  const conflict = photosProblem(draft);

  const finish = () => {
    if (photos.length > 0) return onClose();
    toast.error('No photo(s) selected!');
    setMissing(true);
  };

  const footer = conflict ? undefined : (
    <Button variant="primary" onClick={finish}>
      Done
    </Button>
  );
  return (
    <Dialog title="Add Photo" open onClose={onClose} size="large" footer={footer}>
      {conflict ? (
        <MediaConflict
          text={conflict}
          label="Remove the video"
          onRemove={() => removeVideo(memberId)}
        />
      ) : (
        <>
          {photos.length < maxPhotos && (
            <FileDrop
              label={photos.length > 0 ? 'Add more photos' : 'Choose photos'}
              hint={`Or drag or paste them here: up to ${maxPhotos}, ${limits.imageMegabytes} MB each.`}
              error={isMissing && photos.length === 0 ? 'No photo(s) selected!' : null}
              accept="image/*,.heic,.heif"
              multiple
              isSmall={photos.length > 0}
              onFiles={(files) => addPhotos(memberId, files, limits)}
            />
          )}
          {photos.length > 0 && (
            <PhotoRows
              photos={photos}
              previews={previews}
              onDescribe={(id, alt) => describePhoto(memberId, id, alt)}
              onMove={(id, by) => movePhoto(memberId, id, by)}
              onRemove={(id) => removePhotos(memberId, [id])}
            />
          )}
        </>
      )}
    </Dialog>
  );
}
