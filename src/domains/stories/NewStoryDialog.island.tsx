import { Camera, ImagePlus, RotateCw, Video } from 'lucide-react';
import { useEffect, useRef, useState, type ChangeEvent } from 'react';
import { audienceLabels } from '#domains/policy/audience.rules.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { FileDrop } from '#ui/FileDrop.tsx';
import { Select } from '#ui/Select.tsx';
import { useKept } from '#ui/use-kept.ts';
import { tellStory } from './new-story.store.ts';
import { captionLength, filesProblem, kindOfFile, longestVideoSeconds, storyMegabytes, type StoryAudience } from './stories.rules.ts';
import './new-story.css';

export interface NewStoryDialogProps {
  memberId: number;
  /** What was dropped onto the strip. */
  start: File[];
  onClose: () => void;
  /** It is there. */
  onDone?: () => void;
}

interface Chosen {
  file: File;
  address: string;
}

interface Words {
  caption: string;
  audience: StoryAudience;
}

/** @param onChosen another file: what was said of the one before is over */
function useChosen(start: File[], onChosen: () => void) {
  const [chosen, setChosen] = useState<Chosen>();
  const [problem, setProblem] = useState<string | null>(null);
  const choose = (files: File[]) => {
    const found = filesProblem(files);
    setProblem(found);
    if (found) return;
    setChosen({ file: files[0]!, address: URL.createObjectURL(files[0]!) });
    onChosen();
  };
  useEffect(() => {
    if (start.length) choose(start);
  }, [start]);
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen.address)), [chosen]);
  return { chosen, problem, setProblem, choose };
}

/** One photo or one video, a caption, and for whom; the file stays while it is tried again. */
export function NewStoryDialog({ memberId, start, onClose, onDone }: NewStoryDialogProps) {
  const [words, write, forget] = useKept<Words>('new story', { caption: '', audience: 'friends' });
  const [percent, setPercent] = useState<number>();
  const [hasFailed, setFailed] = useState(false);
  const { chosen, problem, setProblem, choose } = useChosen(start, () => setFailed(false));
  const sending = useRef<AbortController>(undefined);
  const isSending = percent !== undefined;
  useEffect(() => () => sending.current?.abort(), []);

  const send = async () => {
    if (!chosen) return setProblem(filesProblem([]));
    sending.current = new AbortController();
    setProblem(null);
    setFailed(false);
    setPercent(0);
    const refusal = await tellStory(memberId, { file: chosen.file, ...words }, { signal: sending.current.signal, onProgress: setPercent });
    setPercent(undefined);
    if (refusal === null) {
      forget();
      onClose();
      return onDone?.();
    }
    setProblem(refusal || null);
    setFailed(refusal !== '');
  };

  const footer = isSending ? (
    <>
      <div className="story-progress">
        <progress max={100} value={percent} aria-label="Upload" />
        <span role="status">{percent < 100 ? `${percent} %` : 'Almost there...'}</span>
      </div>
      <Button onClick={() => sending.current?.abort()}>Cancel</Button>
    </>
  ) : (
    <Button variant="primary" icon={hasFailed ? <RotateCw aria-hidden="true" /> : undefined} onClick={() => void send()}>
      {hasFailed ? 'Try again' : 'Share story'}
    </Button>
  );
  return (
    <Dialog title="Add story" open onClose={onClose} footer={footer}>
      <div className="new-story">
        {chosen && <Preview key={chosen.address} {...chosen} />}
        {!isSending && (
          <>
            <FileDrop
              label={chosen ? 'Choose another one' : 'Choose a photo or a video'}
              hint={chosen ? undefined : `Or drag or paste it here. Photos of at most ${storyMegabytes.picture} MB, videos of at most ${storyMegabytes.video} MB and ${longestVideoSeconds} seconds.`}
              error={problem}
              icon={<ImagePlus aria-hidden="true" />}
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
          onChange={(event: ChangeEvent<HTMLInputElement>) => write({ ...words, caption: event.target.value })}
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
    <video className="story-preview" src={`${address}#t=0.1`} controls muted playsInline preload="metadata" aria-label={file.name} onError={() => setShown(false)} />
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
          <Camera aria-hidden="true" />
          Take a photo
        </span>
        <input className="sr-only" type="file" accept="image/*" capture="environment" onChange={take} />
      </label>
      <label className="button button-soft">
        <span className="button-inside">
          <Video aria-hidden="true" />
          Record a video
        </span>
        <input className="sr-only" type="file" accept="video/*" capture="environment" onChange={take} />
      </label>
    </div>
  );
}
