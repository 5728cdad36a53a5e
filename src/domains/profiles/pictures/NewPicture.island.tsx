import { ImageUp, Trash2 } from 'lucide';
import { memo, useEffect, useEffectEvent, useRef, useState } from 'react';
import { post, RestError } from '#lib/rest.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { showProblems } from '#ui/field-problems.ts';
import { toastOnNextScreen } from '#ui/flash-toast.ts';
import { Icon } from '#ui/Icon.tsx';
import '#domains/containers/containers.css';
import { toCreatedPath, toFormCall, type CreatedAnswer } from './created.model.ts';

interface NewPictureProps {
  /** Shown on the next screen. */
  done: string;
  /** The name of its field in the call. */
  field?: string;
}

const offline = 'It could not be sent. Please check your connection and try again.';

interface Problem {
  text: string;
  /** Id and label of the field. */
  field?: { id: string; label: string };
}

/** The messages of a refusal, which stand beside the fields of the form as well. */
function toProblems(error: unknown, form: HTMLFormElement): Problem[] {
  if (!(error instanceof RestError)) return [{ text: offline }];
  const ofFields = Object.entries(error.fields).filter(([, text]) => text);
  showProblems(form, Object.fromEntries(ofFields));
  if (!ofFields.length) return [{ text: error.message }];
  return ofFields.map(([name, text]) => {
    const id = `field-${name}`;
    const label = form.querySelector(`label[for="${CSS.escape(id)}"]`)?.textContent;
    return { text, ...(label ? { field: { id, label } } : {}) };
  });
}

/**
 * The picture in the form of something new. With one, the call of the form is made from here,
 * since forms of screens carry no files; a refusal leaves the form as it is.
 */
export const NewPicture = memo(function NewPicture({ done, field = 'photo' }: NewPictureProps) {
  const input = useRef<HTMLInputElement>(null);
  const [photo, setPhoto] = useState<{ file: File; url: string }>();
  const [percent, setPercent] = useState<number | null>(null);
  const [problems, setProblems] = useState<Problem[]>([]);
  useEffect(() => () => void (photo && URL.revokeObjectURL(photo.url)), [photo]);

  const choose = (file: File | undefined) => {
    setProblems([]);
    setPhoto(file && { file, url: URL.createObjectURL(file) });
  };

  const send = useEffectEvent(async (event: SubmitEvent) => {
    if (!photo) return;
    event.preventDefault();
    if (percent !== null) return;
    const form = event.currentTarget as HTMLFormElement;
    const { path, fields, key } = toFormCall(form);
    const create = post<Record<string, unknown>, CreatedAnswer>(path);
    setProblems([]);
    setPercent(0);
    try {
      const created = await create(
        { ...fields, [field]: photo.file },
        { onProgress: setPercent, ...(key ? { idempotencyKey: key } : {}) },
      );
      toastOnNextScreen(done);
      location.assign(toCreatedPath(created));
    } catch (error) {
      setPercent(null);
      setProblems(toProblems(error, form));
    }
  });
  useEffect(() => {
    const { form } = input.current!;
    const listen = (event: SubmitEvent) => void send(event);
    form?.addEventListener('submit', listen);
    return () => form?.removeEventListener('submit', listen);
  }, []);

  return (
    <div className="settings-part needs-script">
      {photo && <Avatar name="" src={photo.url} size={96} eager />}
      <input
        ref={input}
        type="file"
        accept="image/*"
        className="sr-only"
        aria-label="Photo"
        tabIndex={-1}
        onChange={(event) => {
          choose(event.target.files?.[0]);
          // Emptied, so that the same file can be chosen again.
          event.target.value = '';
        }}
      />
      <div className="container-buttons">
        <Button icon={<Icon of={ImageUp} />} onClick={() => input.current!.click()}>
          {photo ? 'Choose another photo' : 'Choose a photo'}
        </Button>
        {photo && (
          <Button
            variant="quiet"
            icon={<Icon of={Trash2} />}
            onClick={() => {
              choose(undefined);
              input.current!.focus();
            }}
          >
            No photo
          </Button>
        )}
      </div>
      {percent !== null && <p role="status">{percent} %</p>}
      {problems.length > 0 && (
        <div className="notice notice-bad" role="alert">
          <p>This is not saved yet:</p>
          <ul>
            {problems.map(({ text, field: wrong }) => (
              <li key={`${wrong?.id} ${text}`}>
                {wrong && (
                  <>
                    <a href={`#${wrong.id}`}>{wrong.label}</a>:{' '}
                  </>
                )}
                {text}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
});
