import { memo, useEffect, useRef, useState } from 'react';
import type { ContainerType } from '#lib/container-types.ts';
import { RestError } from '#lib/rest.ts';
import { wireSubject } from '#lib/wire-names.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { showFlashToast, toastOnNextScreen } from '#ui/flash-toast.ts';
import { saveCoverOf } from './pictures.calls.ts';

interface ContainerPictureProps {
  type: ContainerType;
  id: number;
  title: string;
  /** URL of the current picture. */
  current: string | null;
  kind?: 'profile' | 'cover';
}

/** Chooses and uploads the picture or the cover of a page, group or event. */
export const ContainerPicture = memo(function ContainerPicture({
  type,
  id,
  title,
  current,
  kind = 'profile',
}: ContainerPictureProps) {
  const isCover = kind === 'cover';
  const input = useRef<HTMLInputElement>(null);
  const [percent, setPercent] = useState<number | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(showFlashToast, []);

  const send = async (photo: File | undefined) => {
    if (!photo) return;
    setProblem('');
    setPercent(0);
    try {
      const subject = wireSubject({ type, id });
      await saveCoverOf({ ...subject, special: kind, photo }, { onProgress: setPercent });
      // Every part of the screen shows the picture, so it reloads.
      toastOnNextScreen('The photo was saved.');
      location.reload();
    } catch (error) {
      setPercent(null);
      setProblem(
        error instanceof RestError
          ? error.message
          : 'The photo could not be saved. Please try again.',
      );
    }
  };

  return (
    <div className="settings-part needs-script">
      {isCover ? (
        current && (
          <img className="container-cover-now" src={current} alt="" width={300} height={100} />
        )
      ) : (
        <Avatar name={title} src={current} size={96} />
      )}
      <input
        ref={input}
        type="file"
        accept="image/*"
        className="sr-only"
        aria-label={isCover ? 'Cover' : 'Photo'}
        tabIndex={-1}
        onChange={(event) => void send(event.target.files?.[0])}
      />
      <Button busy={percent !== null} onClick={() => input.current?.click()}>
        {isCover ? 'Choose a cover' : 'Choose a photo'}
      </Button>
      {percent !== null && <p role="status">{percent} %</p>}
      {problem && (
        <p className="notice notice-bad" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
});
