import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { PhotoChooser } from './PhotoChooser.tsx';

export interface AddPhotosDialogProps {
  imageMegabytes: number;
  /** Returns whether it succeeded. */
  onSave: (files: File[], onProgress: (percent: number) => void) => Promise<boolean>;
  onClose: () => void;
}

/** Adds photos to an album. */
export function AddPhotosDialog({ imageMegabytes, onSave, onClose }: AddPhotosDialogProps) {
  const [files, setFiles] = useState<File[]>([]);
  const [isMissing, setMissing] = useState(false);
  const [percent, setPercent] = useState<number | null>(null);
  const save = async () => {
    setMissing(!files.length);
    if (!files.length) return;
    setPercent(0);
    if (!(await onSave(files, setPercent))) setPercent(null);
  };
  const footer = (
    <Button variant="primary" busy={percent !== null} onClick={() => void save()}>
      Add photos
    </Button>
  );
  return (
    <Dialog title="Add photos" open onClose={onClose} footer={footer}>
      <PhotoChooser
        files={files}
        onChange={setFiles}
        imageMegabytes={imageMegabytes}
        error={isMissing && !files.length ? 'No photo(s) selected!' : null}
      />
      {percent !== null && (
        <progress
          className="album-progress"
          max={100}
          value={percent}
          aria-label="Uploading photos"
        />
      )}
    </Dialog>
  );
}
