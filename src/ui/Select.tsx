import type { ReactNode, SelectHTMLAttributes } from 'react';
import { classes } from './classes.ts';
import { FieldNotes, notedField } from './Field.tsx';
import './Field.css';

export interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  label: string;
  name: string;
  /** Labels by value. */
  options: Record<string, string>;
  /** Shown until a choice is made. */
  placeholder?: string;
  hint?: ReactNode;
  error?: string | null;
  /** Shows the label to screen readers only. */
  hideLabel?: boolean;
}

/** The native select: it works with every keyboard, screen reader and phone. */
export function Select({
  label,
  options,
  placeholder,
  hint,
  error,
  hideLabel,
  className,
  ...rest
}: SelectProps) {
  const id = rest.id ?? `field-${rest.name}`;
  return (
    <div className={classes('field', error && 'field-wrong', className)}>
      <div className={hideLabel ? 'sr-only' : 'field-head'}>
        <label htmlFor={id}>{label}</label>
      </div>
      <select {...rest} id={id} {...notedField({ id, error, hint })}>
        {placeholder && <option value="">{placeholder}</option>}
        {Object.entries(options).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <div className="field-foot">
        <FieldNotes id={id} error={error} hint={hint} />
      </div>
    </div>
  );
}
