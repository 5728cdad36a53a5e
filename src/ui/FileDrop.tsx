import { ImagePlus } from 'lucide';
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';
import { filesIn, useDropTarget } from './transferred-files.ts';
import './FileDrop.css';

export interface FileDropProps {
  /** Text of the button: 'Choose photos'. */
  label: string;
  /** The accepted types and sizes. */
  hint?: ReactNode;
  error?: string | null;
  icon?: ReactNode;
  /** As for `<input type=file>`: 'image/*'. */
  accept: string;
  multiple?: boolean;
  /** A single line, for when files are there already. */
  isSmall?: boolean;
  onFiles: (files: File[]) => void;
}

/** Accepts files by click, drop, or paste anywhere on the screen. Validates nothing. */
export function FileDrop({
  label,
  hint,
  error,
  icon,
  accept,
  multiple,
  isSmall,
  onFiles,
}: FileDropProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { isTarget, handlers } = useDropTarget(onFiles);
  const latest = useRef(onFiles);
  useLayoutEffect(() => {
    latest.current = onFiles;
  });

  useLayoutEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = event.clipboardData ? filesIn(event.clipboardData) : [];
      if (!files.length) return;
      event.preventDefault();
      latest.current(files);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);

  const described = classes(hint && `${id}-hint`, error && `${id}-error`);
  return (
    <div
      className={classes(
        'file-drop',
        isSmall && 'file-drop-small',
        isTarget && 'file-drop-target',
        error && 'file-drop-wrong',
      )}
      {...handlers}
    >
      <input
        ref={input}
        id={id}
        type="file"
        className="file-drop-input"
        accept={accept}
        multiple={multiple}
        aria-describedby={described || undefined}
        aria-invalid={error ? true : undefined}
        onChange={() => {
          const files = [...(input.current!.files ?? [])];
          // Cleared, so that the same file can be chosen again after removal.
          input.current!.value = '';
          if (files.length) onFiles(files);
        }}
      />
      <label className="file-drop-area" htmlFor={id}>
        {icon ?? <Icon of={ImagePlus} />}
        <span className="file-drop-label">{label}</span>
      </label>
      {hint && (
        <p className="file-drop-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
