import { SendHorizontal } from 'lucide';
import { useRef, useState, type SyntheticEvent } from 'react';
import type { MentionedPerson } from '#domains/mentions/mentions.model.ts';
import { useMentions } from '#domains/mentions/use-mentions.tsx';
import { messageLength } from '#domains/messages/messages.rules.ts';
import type { ServedForm } from '#lib/served-form.ts';
import { classes } from '#ui/classes.ts';
import { EmojiButton } from '#ui/EmojiButton.tsx';
import { Counter } from '#ui/Field.tsx';
import { FieldError, formErrorText, FormFields } from '#ui/FormFields.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { EnterHint, PhotoButton, TextBox } from '#ui/TextBox.tsx';
import { useDropTarget } from '#ui/transferred-files.ts';
import { useLazy } from '#ui/use-lazy.ts';
import type { PhotosDialogProps } from './PhotosDialog.tsx';
import { PhotoStrip } from './PhotoStrip.tsx';
import './MessageInput.css';

interface Props {
  /** Unique on the page. */
  id: string;
  value: string;
  /** 'Write to Bo Reed'. */
  label: string;
  /** Others in the conversation, for an @. */
  people: MentionedPerson[];
  photos: Omit<PhotosDialogProps, 'onClose'>;
  onChange: (value: string) => void;
  onSubmit: () => void;
  /**
   * The call that the form makes without script (lib/form-call.ts), and the values the server
   * rendered it with.
   */
  call: string;
  form?: ServedForm | undefined;
}

/**
 * Message input of a conversation. Enter sends and Shift+Enter breaks the line; on touch screens,
 * which have no Shift key, only the button sends. Photos are chosen, dropped or pasted.
 */
export function MessageInput({
  id,
  value,
  label,
  people,
  photos,
  onChange,
  onSubmit,
  call,
  form,
}: Props) {
  const text = useRef<HTMLTextAreaElement>(null);
  const { isTarget, handlers } = useDropTarget(photos.onFiles);
  const [problem, setProblem] = useState(formErrorText(form));
  const { picker, onKey } = useMentions({ field: text, value, source: { people } });
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
      {...handlers}
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
      {picker}
      <PhotoButton
        label="Add photos"
        inputLabel="Photos"
        className="message-tool"
        multiple
        onFiles={photos.onFiles}
      />
      <TextBox
        ref={text}
        id={id}
        label={label}
        value={value}
        limit={messageLength}
        problem={problem}
        onChange={(next) => {
          setProblem('');
          onChange(next);
        }}
        onSend={submit}
        sendsOnEnter
        onKey={onKey}
        onFiles={photos.onFiles}
      />
      <FieldError id={`${id}-problem`} text={problem} />
      <div className="message-input-foot">
        <EnterHint value={value} served={form?.typed?.body} />
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
