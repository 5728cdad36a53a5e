import { classes } from './classes.ts';
import './Badge.css';

export const badgeText = (count: number): string => (count > 99 ? '99+' : String(count));

/** A number on an icon. Nothing at zero. `of` names the things counted: 'unread messages'. */
export function Badge({ count, of, floating }: { count: number; of?: string; floating?: boolean }) {
  if (count <= 0) return null;
  return (
    <span className={classes('badge', floating && 'badge-floating')}>
      {badgeText(count)}
      {of && <span className="sr-only"> {of}</span>}
    </span>
  );
}
