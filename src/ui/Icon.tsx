import type { IconNode } from 'lucide';
import { classes } from './classes.ts';
import { iconMarkup } from './icon-markup.ts';

export interface IconProps {
  of: IconNode;
  /** What it says, where nothing beside it does. */
  label?: string;
  className?: string;
}

/**
 * An icon of Lucide. Its shapes are one text: a screen has a hundred of them, and what is in them
 * never changes.
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
