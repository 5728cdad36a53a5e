import { Camera, ImagePlus, RotateCw, Video } from 'lucide';
import { useEffect, useRef, useState, type ChangeEvent } from 'react';
import { audienceLabels } from '#domains/policy/audience.rules.ts';
import {
  captionLength,
  fileKind,
  filesProblem,
  maxVideoSeconds,
  storyMegabytes,
  type StoryAudience,
} from '#domains/stories/stories.rules.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { FileDrop } from '#ui/FileDrop.tsx';
import { Icon } from '#ui/Icon.tsx';
import { RemoveFromPicture } from '#ui/RemoveFromPicture.tsx';
import { Select } from '#ui/Select.tsx';
import { toast } from '#ui/toast.ts';
import { useStoredState } from '#ui/use-stored-state.ts';
import { shareStory } from './new-story.store.ts';
import { useSelectedFile, type SelectedFile } from './use-selected-file.ts';
import './new-story.css';

export interface NewStoryDialogProps {
  memberId: number;
  /** Files dropped onto the tray. */
  start: File[];
  onClose: () => void;
  /** Called when the story is created. */
  onDone?: () => void;
}

interface StoryFields {
  caption: string;
  audience: StoryAudience;
}

/**
 * Dialog for a photo or video with caption and audience. Closed before sharing, it keeps its
 * content.
 */
export function NewStoryDialog({ memberId, start, onClose, onDone }: NewStoryDialogProps) {
  const [fields, write, forget] = useStoredState<StoryFields>(`new story ${memberId}`, {
    caption: '',
    audience: 'friends',
  });
  const [percent, setPercent] = useState<number>();
  const [hasFailed, setFailed] = useState(false);
  const { chosen, problem, setProblem, choose, remove } = useSelectedFile(memberId, start, () =>
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
      // After the upload the story may exist already, so it can no longer be cancelled.
      if (sent === 100) sending.current = undefined;
    };
    const refusal = await shareStory(
      memberId,
      { file: chosen.file, ...fields },
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
        <span role="status">{percent < 100 ? `${percent} %` : 'Almost there…'}</span>
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
                  : 'Or drag or paste it here. ' +
                    `Photos up to ${storyMegabytes.picture} MB, ` +
                    `videos up to ${storyMegabytes.video} MB and ${maxVideoSeconds} seconds.`
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
          value={fields.caption}
          onChange={(event: ChangeEvent<HTMLInputElement>) =>
            write({ ...fields, caption: event.target.value })
          }
          maxLength={captionLength}
          used={fields.caption.length}
          readOnly={isSending}
          autoComplete="off"
          dir="auto"
        />
        <Select
          label="Who can see it"
          name="story-audience"
          value={fields.audience}
          options={{ friends: audienceLabels.friends, everyone: 'Everyone here' }}
          hint="It ends after 24 hours."
          disabled={isSending}
          onChange={(event) => write({ ...fields, audience: event.target.value as StoryAudience })}
        />
      </div>
    </Dialog>
  );
}

function Preview({ file, address }: SelectedFile) {
  const [isShown, setShown] = useState(true);
  // Some browsers cannot show some phones' formats; the server can read them.
  if (!isShown) return <p className="story-preview-name">{file.name}</p>;
  return fileKind(file) === 'video' ? (
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

/** Camera inputs, for devices with a camera. */
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
