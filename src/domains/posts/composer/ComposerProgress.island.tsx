import { useStore } from '@nanostores/react';
import { Button } from '#ui/Button.tsx';
import { $isPosting, $isUploading, $progress } from './composer.store.ts';

const cancel = () => void import('./publish.store.ts').then(({ cancelUpload }) => cancelUpload());

/** How far posting is: for files in percent, as long as they can be called back. */
export function ComposerProgress() {
  const isPosting = useStore($isPosting, { ssr: () => false });
  const isUploading = useStore($isUploading, { ssr: () => false });
  const progress = useStore($progress, { ssr: () => 0 });
  if (!isPosting) return null;
  return (
    <>
      {isUploading && (
        <div className="composer-upload">
          <span>{progress < 100 ? `Uploading ${progress}%` : 'Uploading…'}</span>
          <Button size="small" onClick={cancel}>
            Cancel
          </Button>
        </div>
      )}
      <progress className="composer-progress" max={100} value={progress} aria-label="Posting" />
    </>
  );
}
