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
import { Avatar } from '#ui/Avatar.tsx';
import { classes } from '#ui/classes.ts';
import { EmojiButton } from '#ui/EmojiButton.tsx';
import { Counter } from '#ui/Field.tsx';
import { FieldError, FormFields, refusedText } from '#ui/FormFields.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { filesIn, filesPasted, hasFiles } from '#ui/transferred-files.ts';
import { BoxPhoto, type BoxPhotoProps } from './BoxPhoto.tsx';
import './CommentBox.css';

export const commentLimit = 1000;

export interface CommentBoxProps {
  /** Unique on the page. */
  id: string;
  value: string;
  onChange: (value: string) => void;
  onSubmit: () => void;
  /** A second send while one is under way is ignored; what is typed meanwhile is the next draft. */
  busy?: boolean;
  author: { displayname: string; avatar: string | null };
  /** 'Write a comment', 'Reply to Bo Reed', 'Edit your comment'. */
  label?: string;
  sendLabel?: string;
  isReply?: boolean;
  autoFocus?: boolean;
  onCancel?: () => void;
  /** Chosen, dropped or pasted; without it there are no photos here. */
  onFiles?: (files: File[]) => void;
  photo?: BoxPhotoProps | undefined;
  /**
   * The call that it makes where no script runs (lib/form-call.ts), and what the server drew it
   * with.
   */
  call?: string;
  form?: ServedForm | undefined;
}

/** One growing line to write in. Ctrl or Cmd with Enter sends; Escape leaves a reply. */
export function CommentBox(props: CommentBoxProps) {
  const {
    id,
    value,
    onChange,
    onSubmit,
    busy,
    author,
    label = 'Write a comment',
    sendLabel = 'Send',
    isReply,
    autoFocus,
    onCancel,
    onFiles,
    photo,
    call,
    form,
  } = props;
  const text = useRef<HTMLTextAreaElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const [isTarget, setTarget] = useState(false);
  const [problem, setProblem] = useState(refusedText(form));

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!busy) onSubmit();
    text.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
    if (event.key === 'Escape' && onCancel) {
      // Only the box closes, not the dialog around it.
      event.preventDefault();
      event.stopPropagation();
      onCancel();
    }
  };

  const take = (event: SyntheticEvent, files: File[]) => {
    if (!files.length || !onFiles) return;
    event.preventDefault();
    onFiles(files);
    text.current?.focus();
  };
  const drop = onFiles && {
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      setTarget(true);
    },
    onDragLeave: () => setTarget(false),
    onDrop: (event: DragEvent) => {
      setTarget(false);
      take(event, filesIn(event.dataTransfer));
    },
  };

  return (
    <form
      method="post"
      action={form?.action}
      className={classes('comment-box', isTarget && 'comment-box-target')}
      onSubmit={submit}
      {...drop}
    >
      {call && <FormFields call={call} form={form} />}
      <Avatar name={author.displayname} src={author.avatar} size={isReply ? 24 : 32} />
      <div className="comment-box-field">
        {photo && <BoxPhoto {...photo} />}
        <textarea
          ref={text}
          id={id}
          name="body"
          rows={1}
          maxLength={commentLimit}
          value={value}
          onChange={(event) => {
            setProblem('');
            onChange(event.target.value);
          }}
          onKeyDown={onKeyDown}
          onPaste={(event: ClipboardEvent) => take(event, filesPasted(event.clipboardData))}
          aria-label={label}
          aria-describedby={problem ? `${id}-problem ${id}-count` : `${id}-count`}
          aria-invalid={problem ? true : undefined}
          placeholder={`${label}…`}
          autoFocus={autoFocus}
          // What is kept is newer than what a browser would bring back by itself.
          autoComplete="off"
          dir="auto"
        />
        <FieldError id={`${id}-problem`} text={problem} />
        <div className="comment-box-foot">
          <span id={`${id}-count`}>
            <Counter used={value.length} limit={commentLimit} />
          </span>
          {onFiles && (
            <>
              <input
                ref={file}
                type="file"
                accept="image/*,.heic,.heif"
                hidden
                aria-label="Photo for your comment"
                onChange={(event) => {
                  const chosen = [...(event.target.files ?? [])];
                  // Emptied, so that the same file can be chosen again after it was removed.
                  event.target.value = '';
                  take(event, chosen);
                }}
              />
              <IconButton
                label="Add photo"
                icon={<Icon of={ImagePlus} />}
                className="comment-tool"
                onClick={() => file.current!.click()}
              />
            </>
          )}
          <EmojiButton id={`${id}-emoji`} field={text} className="comment-tool" />
          {onCancel && (
            <button type="button" className="comment-action" onClick={onCancel}>
              Cancel
            </button>
          )}
          <IconButton
            type="submit"
            label={sendLabel}
            icon={<Icon of={SendHorizontal} />}
            className="comment-tool comment-send"
            aria-busy={busy}
          />
        </div>
      </div>
    </form>
  );
}
