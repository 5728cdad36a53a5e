import { ImageUp, Trash2 } from 'lucide';
import { memo, useEffect, useRef, useState } from 'react';
import {
  pictureShapes,
  smallPictureProblem,
  type PictureKind,
} from '#domains/media/picture-shapes.rules.ts';
import { RestError } from '#lib/rest.ts';
import { wireSubject } from '#lib/wire-names.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { showFlashToast, toastOnNextScreen } from '#ui/flash-toast.ts';
import { Icon } from '#ui/Icon.tsx';
import { toast } from '#ui/toast.ts';
import { useDropTarget } from '#ui/transferred-files.ts';
import { cropImage } from './crop-image.ts';
import { centred, type Crop } from './crop.rules.ts';
import { CropFrame } from './CropFrame.tsx';
import { removeCover, removePhoto, saveCover, savePhoto } from './pictures.calls.ts';
import './PictureEditor.css';

interface PictureEditorProps {
  kind: PictureKind;
  memberId: number;
  name: string;
  /** URL of the current picture. */
  current: string | null;
}

const words = {
  profile: {
    title: 'Photo',
    choose: 'Choose a photo',
    saved: 'Your photo was saved.',
    removed: 'Your photo was removed.',
    removalHint: 'Your initials are shown instead.',
  },
  cover: {
    title: 'Cover',
    choose: 'Choose a cover',
    saved: 'Your cover was saved.',
    removed: 'Your cover was removed.',
    removalHint: 'A plain colour is shown instead.',
  },
} as const;

const reason = (error: unknown) =>
  error instanceof RestError ? error.message : 'The photo could not be saved. Please try again.';

/** Selects, crops and saves one picture of the own profile. */
export const PictureEditor = memo(function PictureEditor({
  kind,
  memberId,
  name,
  current,
}: PictureEditorProps) {
  const { frame, side } = pictureShapes[kind];
  const text = words[kind];
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<HTMLImageElement | null>(null);
  const [crop, setCrop] = useState<Crop>(centred);
  const [percent, setPercent] = useState<number | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState('');
  useEffect(showFlashToast, []);
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen.src)), [chosen]);

  const choose = async (file: File | undefined) => {
    if (!file) return;
    const picture = new Image();
    picture.src = URL.createObjectURL(file);
    const problem = await picture.decode().then(
      () =>
        smallPictureProblem(kind, { width: picture.naturalWidth, height: picture.naturalHeight }),
      () => 'This photo cannot be shown here. Please choose a JPEG, PNG, GIF, WebP or AVIF.',
    );
    setProblem(problem ?? '');
    if (problem) return URL.revokeObjectURL(picture.src);
    setCrop(centred);
    setChosen(picture);
  };
  // Every part of the screen shows the picture, so it reloads.
  const finish = (message: string) => {
    toastOnNextScreen(message);
    location.reload();
  };
  const save = async () => {
    setPercent(0);
    try {
      const photo = await cropImage(chosen!, crop, frame, side);
      await (kind === 'profile'
        ? savePhoto({ photo }, { onProgress: setPercent })
        : saveCover({ photo, user_id: memberId }, { onProgress: setPercent }));
      finish(text.saved);
    } catch (error) {
      toast.error(reason(error));
      setPercent(null);
    }
  };
  const remove = async () => {
    setPercent(0);
    try {
      await (kind === 'profile'
        ? removePhoto({})
        : removeCover(wireSubject({ type: 'member', id: memberId })));
      finish(text.removed);
    } catch (error) {
      toast.error(reason(error));
      setPercent(null);
      setAsking(false);
    }
  };
  const { handlers } = useDropTarget(([file]) => void choose(file));

  return (
    <div className={`picture-editor picture-${kind}`} {...handlers}>
      <h2>{text.title}</h2>
      {chosen && (
        <CropFrame
          src={chosen.src}
          picture={{ width: chosen.naturalWidth, height: chosen.naturalHeight }}
          frame={frame}
          isRound={kind === 'profile'}
          crop={crop}
          onChange={setCrop}
        />
      )}
      {!chosen && kind === 'profile' && <Avatar name={name} src={current} size={96} eager />}
      {!chosen && kind !== 'profile' && (
        <div className="picture-cover-now">
          {current ? <img src={current} alt="" /> : <p>There is no cover yet.</p>}
        </div>
      )}
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
      <input
        ref={input}
        type="file"
        className="sr-only needs-script"
        tabIndex={-1}
        aria-label={text.choose}
        accept="image/*"
        onChange={(event) => {
          const file = event.target.files?.[0];
          void choose(file);
          // Emptied, so that the same file can be chosen again.
          event.target.value = '';
        }}
      />
      <div className="picture-actions">
        {chosen && (
          <Button variant="primary" busy={percent !== null} onClick={() => void save()}>
            Save
          </Button>
        )}
        {chosen ? (
          <Button variant="quiet" disabled={percent !== null} onClick={() => setChosen(null)}>
            Cancel
          </Button>
        ) : (
          <Button icon={<Icon of={ImageUp} />} onClick={() => input.current!.click()}>
            {text.choose}
          </Button>
        )}
        {current && !chosen && (
          <Button variant="quiet" icon={<Icon of={Trash2} />} onClick={() => setAsking(true)}>
            Remove
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={isAsking}
        title={`Remove ${kind === 'profile' ? 'your photo' : 'your cover'}?`}
        text={text.removalHint}
        confirmLabel="Remove"
        isDanger
        busy={percent !== null}
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      />
    </div>
  );
});
