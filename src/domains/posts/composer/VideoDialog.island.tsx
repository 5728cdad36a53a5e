import { useStore } from '@nanostores/react';
import { Clapperboard, Trash2 } from 'lucide';
import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { FileDrop } from '#ui/FileDrop.tsx';
import { Icon } from '#ui/Icon.tsx';
import { toast } from '#ui/toast.ts';
import { $draft, $previews } from './composer.store.ts';
import type { ToolDialogProps } from './ComposerTools.island.tsx';
import { videosProblem } from './draft.rules.ts';
import { addVideo, removePhotos, removeVideo } from './files.store.ts';
import { MediaConflict } from './MediaConflict.tsx';
import './VideoDialog.css';

export function VideoDialog({ memberId, limits, onClose }: ToolDialogProps) {
  const draft = useStore($draft);
  const previews = useStore($previews);
  const [isMissing, setMissing] = useState(false);
  const { video, photos } = draft;
  const conflict = videosProblem(draft);

  const finish = () => {
    if (video) return onClose();
    toast.error('No video selected!');
    setMissing(true);
  };

  const footer = conflict ? undefined : (
    <>
      {video && (
        <Button icon={<Icon of={Trash2} />} onClick={() => removeVideo(memberId)}>
          Remove
        </Button>
      )}
      <Button variant="primary" onClick={finish}>
        Done
      </Button>
    </>
  );
  return (
    <Dialog title="Add Videos" open onClose={onClose} footer={footer}>
      {conflict ? (
        <MediaConflict
          text={conflict}
          label="Remove the photos"
          onRemove={() =>
            removePhotos(
              memberId,
              photos.map(({ id }) => id),
            )
          }
        />
      ) : (
        <>
          {video && previews[video.id] && (
            <figure className="video-preview">
              <video
                src={`${previews[video.id]}#t=0.1`}
                controls
                muted
                playsInline
                preload="metadata"
                aria-label={video.name}
              />
              <figcaption>{video.name}</figcaption>
            </figure>
          )}
          <FileDrop
            label={video ? 'Choose another video' : 'Choose a video'}
            hint={`Or drag or paste it here: MP4, MOV or WebM, up to ${limits.videoMegabytes} MB.`}
            error={isMissing && !video ? 'No video selected!' : null}
            icon={<Icon of={Clapperboard} />}
            accept="video/*"
            isSmall={video !== null}
            onFiles={(files) => addVideo(memberId, files, limits)}
          />
        </>
      )}
    </Dialog>
  );
}
