import type { IconNode } from 'lucide';
import { classes } from './classes.ts';
import { iconMarkup } from './icon-markup.ts';

export interface IconProps {
  of: IconNode;
  /** The accessible name, if there is no text beside it. */
  label?: string;
  className?: string;
}

/**
 * A Lucide icon. Its shapes are a single markup string: a screen has a hundred icons, and they
 * never change.
 */
export function Icon({ of, label, className }: IconProps) {
  const role = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return (
    <svg
      className={classes('icon', className)}
      viewBox="0 0 24 24"
      {...role}
      dangerouslySetInnerHTML={{ __html: iconMarkup(of) }}
    />
  );
}
