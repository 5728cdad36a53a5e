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
    | ({ multiline?: false } & InputHTMLAttributes<HTMLInputElement>)
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
  const described = classes(hint && `${id}-hint`, error && `${id}-error`);
  const shared = {
    id,
    className: 'field-control',
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described || undefined,
  };
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
