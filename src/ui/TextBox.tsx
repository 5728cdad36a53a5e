import { ImagePlus } from 'lucide';
import {
  useRef,
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  type SyntheticEvent,
} from 'react';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import { filesPasted } from './transferred-files.ts';
import './Field.css';

type OnFiles = (files: File[]) => void;

export interface TextBoxProps {
  ref: Ref<HTMLTextAreaElement>;
  /** Unique on the page; `<id>-problem` is the FieldError that shows `problem`. */
  id: string;
  label: string;
  placeholder?: string;
  value: string;
  limit: number;
  /** Id of a counter or a hint. */
  describedBy?: string;
  problem?: string;
  readOnly?: boolean;
  autoFocus?: boolean;
  onChange: (value: string) => void;
  /** By Ctrl or Cmd with Enter. */
  onSend: (event: SyntheticEvent) => void;
  /**
   * Enter alone sends too, Shift with Enter begins a new line; not on touch screens, where there is
   * no Shift, unless 'always'.
   */
  sendsOnEnter?: boolean | 'always';
  /** By Escape. */
  onCancel?: (() => void) | undefined;
  /** Gets each key first; true if it was used. */
  onKey?: (event: KeyboardEvent) => boolean;
  /** Pasted files; without it they are left to the browser. */
  onFiles?: OnFiles | undefined;
}

/** A growing text field to write something in that is sent. */
export function TextBox(props: TextBoxProps) {
  const { ref, id, label, placeholder = `${label}…`, value, limit, describedBy, problem } = props;
  const { readOnly, autoFocus, onChange, onSend, sendsOnEnter, onCancel, onKey, onFiles } = props;

  const onKeyDown = (event: KeyboardEvent) => {
    if (onKey?.(event)) return;
    if (event.key === 'Escape' && onCancel) {
      // Only the box closes, not the dialog around it.
      event.preventDefault();
      event.stopPropagation();
      onCancel();
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    const isSend = event.ctrlKey || event.metaKey;
    const isPlain = sendsOnEnter && !event.shiftKey;
    const isTouch = sendsOnEnter !== 'always' && matchMedia('(pointer: coarse)').matches;
    if (isSend || (isPlain && !isTouch)) onSend(event);
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = filesPasted(event.clipboardData);
    if (!files.length || !onFiles) return;
    event.preventDefault();
    onFiles(files);
  };

  return (
    <textarea
      ref={ref}
      id={id}
      className="text-box"
      name="body"
      rows={1}
      maxLength={limit}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      readOnly={readOnly}
      autoFocus={autoFocus}
      // The stored text is newer than what a browser would restore.
      autoComplete="off"
      // Presses of Enter that come before the scripts send it too (layouts/early-presses.js).
      data-enter={sendsOnEnter ? '' : undefined}
      aria-label={label}
      aria-describedby={problem ? [`${id}-problem`, describedBy].join(' ').trim() : describedBy}
      aria-invalid={problem ? true : undefined}
      placeholder={placeholder}
      dir="auto"
    />
  );
}

/** Says how a text is sent, once there is more of it than the server drew; not on touch screens. */
export const EnterHint = ({ value, served }: { value: string; served?: string | undefined }) =>
  value &&
  value !== served &&
  !matchMedia('(pointer: coarse)').matches && (
    <span className="counter">Enter sends, Shift+Enter: new line</span>
  );

interface PhotoButtonProps {
  label: string;
  /** Attributes of the file input. */
  inputLabel: string;
  className: string;
  multiple?: boolean;
  onFiles: OnFiles;
}

/** Chooses photos to go with a text. */
export function PhotoButton({ label, inputLabel, className, multiple, onFiles }: PhotoButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*,.heic,.heif"
        multiple={multiple}
        hidden
        aria-label={inputLabel}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Emptied, so that the same file can be chosen again after it was removed.
          event.target.value = '';
          if (files.length) onFiles(files);
        }}
      />
      <IconButton
        label={label}
        className={className}
        icon={<Icon of={ImagePlus} />}
        onClick={() => input.current!.click()}
      />
    </>
  );
}
