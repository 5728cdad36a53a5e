import { ImagePlus, SendHorizontal } from 'lucide';
import {
  useRef,
  useState,
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type SyntheticEvent,
} from 'react';
import type { ServedForm } from '#lib/served-form.ts';
import { classes } from '#ui/classes.ts';
import { EmojiButton } from '#ui/EmojiButton.tsx';
import { Counter } from '#ui/Field.tsx';
import { FieldError, FormFields, refusedText } from '#ui/FormFields.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { filesIn, filesPasted, hasFiles } from '#ui/transferred-files.ts';
import { useLazy } from '#ui/use-lazy.ts';
import { messageLength } from './messages.rules.ts';
import type { PhotosDialogProps } from './PhotosDialog.tsx';
import { PhotoStrip } from './PhotoStrip.tsx';
import './MessageInput.css';

interface Props {
  /** Unique on the page. */
  id: string;
  value: string;
  /** 'Write to Bo Reed'. */
  label: string;
  photos: Omit<PhotosDialogProps, 'onClose'>;
  onChange: (value: string) => void;
  onSubmit: () => void;
  /**
   * The call that it makes where no script runs (lib/form-call.ts), and what the server drew it
   * with.
   */
  call: string;
  form?: ServedForm | undefined;
}

/**
 * The box under a conversation. Enter sends, Shift and Enter begin a new line; on touch screens,
 * where there is no Shift, the button sends. Photos are chosen, dropped or pasted.
 */
export function MessageInput({ id, value, label, photos, onChange, onSubmit, call, form }: Props) {
  const text = useRef<HTMLTextAreaElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [isTarget, setTarget] = useState(false);
  const [problem, setProblem] = useState(refusedText(form));
  const [isArranging, setArranging] = useState(false);
  const [PhotosDialog, need] = useLazy(() =>
    import('./PhotosDialog.tsx').then((part) => part.PhotosDialog),
  );
  const hasPhotos = photos.photos.length > 0;
  const isReady = value.trim() !== '' || hasPhotos;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onSubmit();
    text.current?.focus();
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.shiftKey) return;
    if (event.ctrlKey || event.metaKey || !matchMedia('(pointer: coarse)').matches) submit(event);
  };
  const paste = (event: ClipboardEvent) => {
    const files = filesPasted(event.clipboardData);
    if (!files.length) return;
    event.preventDefault();
    photos.onFiles(files);
  };
  const drop = (event: DragEvent) => {
    setTarget(false);
    if (!hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    photos.onFiles(filesIn(event.dataTransfer));
  };
  return (
    <form
      method="post"
      action={form?.action}
      className={classes(
        'message-input',
        isTarget && 'message-input-target',
        isReady && 'message-input-ready',
      )}
      onSubmit={submit}
      onDragOver={(event) => {
        if (!hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        setTarget(true);
      }}
      onDragLeave={() => setTarget(false)}
      onDrop={drop}
    >
      <FormFields call={call} form={form} />
      {hasPhotos && (
        <PhotoStrip
          photos={photos.photos}
          previews={photos.previews}
          onOpen={() => void need().then(setArranging)}
          onRemove={photos.onRemove}
        />
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*,.heic,.heif"
        multiple
        aria-label="Photos"
        onChange={() => {
          const files = [...(input.current!.files ?? [])];
          // Emptied, so that the same file can be chosen again after it was removed.
          input.current!.value = '';
          if (files.length) photos.onFiles(files);
        }}
      />
      <IconButton
        label="Add photos"
        className="message-tool"
        icon={<Icon of={ImagePlus} />}
        onClick={() => input.current!.click()}
      />
      <textarea
        ref={text}
        id={id}
        name="body"
        rows={1}
        maxLength={messageLength}
        value={value}
        onChange={(event) => {
          setProblem('');
          onChange(event.target.value);
        }}
        onKeyDown={press}
        onPaste={paste}
        // What is kept is newer than what a browser would bring back by itself.
        autoComplete="off"
        // Presses of Enter that come before the scripts send it too (layouts/early-presses.js).
        data-enter=""
        aria-label={label}
        aria-describedby={problem ? `${id}-problem` : undefined}
        aria-invalid={problem ? true : undefined}
        placeholder={`${label}…`}
        dir="auto"
      />
      <FieldError id={`${id}-problem`} text={problem} />
      <div className="message-input-foot">
        {value.length > messageLength * 0.9 && (
          <Counter used={value.length} limit={messageLength} />
        )}
        <EmojiButton id={`${id}-emoji`} field={text} />
        <IconButton
          type="submit"
          label="Send"
          className="message-send"
          icon={<Icon of={SendHorizontal} />}
        />
      </div>
      {isArranging && PhotosDialog && (
        <PhotosDialog {...photos} onClose={() => setArranging(false)} />
      )}
    </form>
  );
}
