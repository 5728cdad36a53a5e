import { SendHorizontal } from 'lucide';
import { useRef, useState, type SyntheticEvent } from 'react';
import { commentSource } from '#domains/mentions/mentions.model.ts';
import { useMentions } from '#domains/mentions/use-mentions.tsx';
import type { ServedForm } from '#lib/served-form.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { classes } from '#ui/classes.ts';
import { EmojiButton } from '#ui/EmojiButton.tsx';
import { Counter } from '#ui/Field.tsx';
import { FieldError, formErrorText, FormFields } from '#ui/FormFields.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { EnterHint, PhotoButton, TextBox } from '#ui/TextBox.tsx';
import { useDropTarget } from '#ui/transferred-files.ts';
import { BoxPhoto, type BoxPhotoProps } from './BoxPhoto.tsx';
import './CommentBox.css';

export const commentLimit = 1000;

export interface CommentBoxProps {
  /** Unique on the page. */
  id: string;
  value: string;
  onChange: (value: string) => void;
  onSubmit: () => void;
  /** A second send is ignored while one is pending; text typed meanwhile is the next draft. */
  busy?: boolean;
  author: { displayname: string; avatar: string | null };
  /** 'Write a comment', 'Reply to Bo Reed', 'Edit your comment'. */
  label?: string;
  sendLabel?: string;
  isReply?: boolean;
  autoFocus?: boolean;
  onCancel?: () => void;
  /** Called with chosen, dropped or pasted files; without it the box takes no photos. */
  onFiles?: (files: File[]) => void;
  photo?: BoxPhotoProps | undefined;
  /** The key of what is commented on, if an @ mentions people. */
  subject?: string;
  /**
   * The form call for use without script (lib/form-call.ts), and the form as the server drew it.
   */
  call?: string;
  form?: ServedForm | undefined;
}

/** A text field that grows. Enter sends, as in messages; Escape closes a reply. */
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
    subject,
    call,
    form,
  } = props;
  const text = useRef<HTMLTextAreaElement>(null);
  const [problem, setProblem] = useState(formErrorText(form));
  const { picker, onKey } = useMentions({
    field: text,
    value,
    source: subject === undefined ? undefined : commentSource(subject),
  });

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!busy) onSubmit();
    text.current?.focus();
  };
  const take =
    onFiles &&
    ((files: File[]) => {
      onFiles(files);
      text.current?.focus();
    });
  const { isTarget, handlers } = useDropTarget(take);

  return (
    <form
      method="post"
      action={form?.action}
      className={classes('comment-box', isTarget && 'comment-box-target')}
      onSubmit={submit}
      {...handlers}
    >
      {call && <FormFields call={call} form={form} />}
      <Avatar name={author.displayname} src={author.avatar} size={isReply ? 24 : 32} />
      <div className="comment-box-field">
        {photo && <BoxPhoto {...photo} />}
        <TextBox
          ref={text}
          id={id}
          label={label}
          value={value}
          limit={commentLimit}
          describedBy={`${id}-count`}
          problem={problem}
          autoFocus={autoFocus}
          onChange={(next) => {
            setProblem('');
            onChange(next);
          }}
          onSend={submit}
          sendsOnEnter
          onCancel={onCancel}
          onKey={onKey}
          onFiles={take}
        />
        {picker}
        <FieldError id={`${id}-problem`} text={problem} />
        <div className="comment-box-foot">
          <span id={`${id}-count`}>
            <Counter used={value.length} limit={commentLimit} />
          </span>
          <EnterHint value={value} served={form?.typed?.body} />
          {take && (
            <PhotoButton
              label="Add photo"
              inputLabel="Photo for your comment"
              className="comment-tool"
              onFiles={take}
            />
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
            aria-busy={busy || undefined}
          />
        </div>
      </div>
    </form>
  );
}
