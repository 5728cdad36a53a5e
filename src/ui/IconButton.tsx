import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { classes } from './classes.ts';
import './IconButton.css';

export interface IconButtonProps extends Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'aria-label'
> {
  /** The accessible name, also shown as a tooltip. */
  label: string;
  icon: ReactNode;
}

export function IconButton({ label, icon, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      data-tip={label}
      className={classes('icon-button', className)}
    >
      {icon}
    </button>
  );
}
