import { Camera, ImagePlus, RotateCw, Video } from 'lucide';
import { useEffect, useRef, useState, type ChangeEvent } from 'react';
import { audienceLabels } from '#domains/policy/audience.rules.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { FileDrop } from '#ui/FileDrop.tsx';
import { Icon } from '#ui/Icon.tsx';
import { RemoveFromPicture } from '#ui/RemoveFromPicture.tsx';
import { Select } from '#ui/Select.tsx';
import { toast } from '#ui/toast.ts';
import { useKept } from '#ui/use-kept.ts';
import { tellStory } from './new-story.store.ts';
import {
  captionLength,
  filesProblem,
  kindOfFile,
  longestVideoSeconds,
  storyMegabytes,
  type StoryAudience,
} from './stories.rules.ts';
import { useChosen, type Chosen } from './use-chosen.ts';
import './new-story.css';

export interface NewStoryDialogProps {
  memberId: number;
  /** What was dropped onto the strip. */
  start: File[];
  onClose: () => void;
  /** It is there. */
  onDone?: () => void;
}

interface Words {
  caption: string;
  audience: StoryAudience;
}

/**
 * One photo or one video, a caption, and for whom. Closed before it is told, all of it is there
 * when it is opened again.
 */
export function NewStoryDialog({ memberId, start, onClose, onDone }: NewStoryDialogProps) {
  const [words, write, forget] = useKept<Words>(`new story ${memberId}`, {
    caption: '',
    audience: 'friends',
  });
  const [percent, setPercent] = useState<number>();
  const [hasFailed, setFailed] = useState(false);
  const { chosen, problem, setProblem, choose, remove } = useChosen(memberId, start, () =>
    setFailed(false),
  );
  const sending = useRef<AbortController>(undefined);
  const isOpen = useRef(true);
  const isSending = percent !== undefined;
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
      if (!sending.current) return;
      sending.current.abort();
      toast.info('The upload was cancelled. Your story is kept.');
    };
  }, []);

  const send = async () => {
    if (!chosen) return setProblem(filesProblem([]));
    const { signal } = (sending.current = new AbortController());
    setProblem(null);
    setFailed(false);
    setPercent(0);
    const onProgress = (sent: number) => {
      setPercent(sent);
      // Once all has left, the story may be there already: from then on nothing calls it off.
      if (sent === 100) sending.current = undefined;
    };
    const refusal = await tellStory(
      memberId,
      { file: chosen.file, ...words },
      { signal, onProgress },
    );
    sending.current = undefined;
    if (refusal === null) {
      forget();
      if (isOpen.current) onClose();
      return onDone?.();
    }
    setPercent(undefined);
    setProblem(refusal || null);
    setFailed(refusal !== '');
  };

  const footer = isSending ? (
    <>
      <div className="story-progress">
        <progress max={100} value={percent} aria-label="Upload" />
        <span role="status">{percent < 100 ? `${percent} %` : 'Almost there...'}</span>
      </div>
      {percent < 100 && <Button onClick={() => sending.current?.abort()}>Cancel</Button>}
    </>
  ) : (
    <Button
      variant="primary"
      icon={hasFailed ? <Icon of={RotateCw} /> : undefined}
      onClick={() => void send()}
    >
      {hasFailed ? 'Try again' : 'Share story'}
    </Button>
  );
  return (
    <Dialog title="Add story" open onClose={onClose} footer={footer}>
      <div className="new-story">
        {chosen && (
          <div className="story-preview-frame">
            <Preview key={chosen.address} {...chosen} />
            {!isSending && (
              <RemoveFromPicture label={`Remove ${chosen.file.name}`} onRemove={remove} />
            )}
          </div>
        )}
        {!isSending && (
          <>
            <FileDrop
              label={chosen ? 'Choose another one' : 'Choose a photo or a video'}
              hint={
                chosen
                  ? undefined
                  : `Or drag or paste it here. Photos of at most ${storyMegabytes.picture} MB, videos of at most ${storyMegabytes.video} MB and ${longestVideoSeconds} seconds.`
              }
              error={problem}
              icon={<Icon of={ImagePlus} />}
              accept="image/*,video/*,.heic,.heif"
              isSmall={chosen !== undefined}
              onFiles={choose}
            />
            {!chosen && <Cameras onFiles={choose} />}
          </>
        )}
        <Field
          label="Caption"
          name="story-caption"
          value={words.caption}
          onChange={(event: ChangeEvent<HTMLInputElement>) =>
            write({ ...words, caption: event.target.value })
          }
          maxLength={captionLength}
          used={words.caption.length}
          readOnly={isSending}
          autoComplete="off"
          dir="auto"
        />
        <Select
          label="Who can see it"
          name="story-audience"
          value={words.audience}
          options={{ friends: audienceLabels.friends, everyone: 'Everyone here' }}
          hint="It ends after 24 hours."
          disabled={isSending}
          onChange={(event) => write({ ...words, audience: event.target.value as StoryAudience })}
        />
      </div>
    </Dialog>
  );
}

function Preview({ file, address }: Chosen) {
  const [isShown, setShown] = useState(true);
  // Some phones' pictures cannot be shown by every browser; the server can read them all the same.
  if (!isShown) return <p className="story-preview-name">{file.name}</p>;
  return kindOfFile(file) === 'video' ? (
    <video
      className="story-preview"
      src={`${address}#t=0.1`}
      controls
      muted
      playsInline
      preload="metadata"
      aria-label={file.name}
      onError={() => setShown(false)}
    />
  ) : (
    <img className="story-preview" src={address} alt={file.name} onError={() => setShown(false)} />
  );
}

/** Straight from the camera, where the device is one that is held in the hand. */
function Cameras({ onFiles }: { onFiles: (files: File[]) => void }) {
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    event.target.value = '';
    if (files.length) onFiles(files);
  };
  return (
    <div className="story-cameras">
      <label className="button button-soft">
        <span className="button-inside">
          <Icon of={Camera} />
          Take a photo
        </span>
        <input
          className="sr-only"
          type="file"
          accept="image/*"
          capture="environment"
          onChange={take}
        />
      </label>
      <label className="button button-soft">
        <span className="button-inside">
          <Icon of={Video} />
          Record a video
        </span>
        <input
          className="sr-only"
          type="file"
          accept="video/*"
          capture="environment"
          onChange={take}
        />
      </label>
    </div>
  );
}
