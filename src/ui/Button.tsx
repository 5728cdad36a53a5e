import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from 'react';
import { classes } from './classes.ts';
import './Button.css';

interface Look {
  variant?: 'primary' | 'soft' | 'quiet' | 'danger';
  size?: 'small' | 'medium' | 'large';
  /** In progress: keeps its width, shows a spinner instead of the text and ignores clicks. */
  busy?: boolean;
  /** As wide as its container. */
  wide?: boolean;
  icon?: ReactNode;
  children?: ReactNode;
}

export type ButtonProps = Look &
  (
    | ({ href: string } & AnchorHTMLAttributes<HTMLAnchorElement>)
    | ({ href?: undefined } & ButtonHTMLAttributes<HTMLButtonElement>)
  );

/**
 * With `href` a link that looks like a button; else a button, which submits only when
 * `type="submit"`.
 */
export function Button({
  variant = 'soft',
  size = 'medium',
  busy,
  wide,
  icon,
  children,
  className,
  ...rest
}: ButtonProps) {
  const look = classes(
    'button',
    `button-${variant}`,
    size !== 'medium' && `button-${size}`,
    wide && 'button-wide',
    className,
  );
  const inside = (
    <span className="button-inside">
      {icon}
      {children}
    </span>
  );
  if (rest.href !== undefined) {
    return (
      <a {...rest} className={look}>
        {inside}
      </a>
    );
  }
  const { onClick, ...attributes } = rest;
  return (
    <button
      type="button"
      {...attributes}
      // Not `disabled`: a busy button keeps the focus.
      {...(busy ? { 'aria-busy': true, 'aria-disabled': true } : {})}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={look}
    >
      {inside}
    </button>
  );
}
