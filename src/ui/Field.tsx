import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react';
import { classes } from './classes.ts';
import './Field.css';

interface Shared {
  label: string;
  name: string;
  /** Defaults to one made from `name`; two forms on one screen need their own. */
  id?: string;
  hint?: ReactNode;
  error?: string | null;
  /** Characters used, shown as 'n/1000' with `maxLength`. */
  used?: number;
  /** Shows the label to screen readers only. */
  hideLabel?: boolean;
  /** Shown beside the label, such as a link for a forgotten password. */
  aside?: ReactNode;
}

export type FieldProps = Shared &
  (
    | ({
        multiline: true;
        ref?: Ref<HTMLTextAreaElement>;
      } & TextareaHTMLAttributes<HTMLTextAreaElement>)
    | ({
        multiline?: false;
        ref?: Ref<HTMLInputElement>;
      } & InputHTMLAttributes<HTMLInputElement>)
  );

export function Field({
  label,
  hint,
  error,
  used,
  hideLabel,
  aside,
  className,
  ...rest
}: FieldProps) {
  const id = rest.id ?? `field-${rest.name}`;
  const shared = { id, ...notedField({ id, error, hint }) };
  const { multiline, ...control } = rest;
  return (
    <div className={classes('field', error && 'field-wrong', className)}>
      <div className={hideLabel ? 'sr-only' : 'field-head'}>
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      {multiline ? (
        <textarea {...(control as TextareaHTMLAttributes<HTMLTextAreaElement>)} {...shared} />
      ) : (
        <input {...(control as InputHTMLAttributes<HTMLInputElement>)} {...shared} />
      )}
      <div className="field-foot">
        <FieldNotes id={id} error={error} hint={hint} />
        {used !== undefined && rest.maxLength !== undefined && (
          <Counter used={used} limit={rest.maxLength} />
        )}
      </div>
    </div>
  );
}

/** 'n/1000', highlighted near the limit. */
export function Counter({ used, limit }: { used: number; limit: number }) {
  return (
    <span
      className={classes(
        'counter',
        used > limit ? 'counter-over' : used >= limit * 0.9 && 'counter-near',
      )}
    >{`${used}/${limit}`}</span>
  );
}

export interface FieldNotesProps {
  /** The id of the field. */
  id: string;
  error?: string | null | undefined;
  hint?: ReactNode;
}

/** The error and the hint of a field. */
export const FieldNotes = ({ id, error, hint }: FieldNotesProps) => (
  <>
    {error && (
      <p className="field-error" id={`${id}-error`} role="alert">
        {error}
      </p>
    )}
    {hint && (
      <p className="field-hint" id={`${id}-hint`}>
        {hint}
      </p>
    )}
  </>
);

/** Attributes of the field itself that say so to screen readers. */
export const notedField = ({ id, error, hint }: FieldNotesProps) => ({
  className: 'field-control',
  'aria-invalid': error ? (true as const) : undefined,
  'aria-describedby': classes(hint && `${id}-hint`, error && `${id}-error`) || undefined,
});
