import { useEffect, type ReactNode } from 'react';
import { replayChanges } from '#lib/bfcache-changes.ts';
import { Badge } from './Badge.tsx';
import { classes } from './classes.ts';
import { IconButton } from './IconButton.tsx';
import { Popover } from './Popover.tsx';
import './HeaderMenu.css';

export interface HeaderMenuProps {
  /** Id of the popup. */
  id: string;
  label: string;
  icon: ReactNode;
  count: number;
  /** The things counted, for screen readers: 'unread'. */
  of: string;
  /** The page with the full list; without script the header links to it. */
  href: string;
  onOpen: () => void;
  /** Beside the heading. */
  end?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A header button with a count, and a popup whose content loads when it opens. */
export function HeaderMenu({
  id,
  label,
  icon,
  count,
  of,
  href,
  onOpen,
  end,
  className,
  children,
}: HeaderMenuProps) {
  const number = `${id}-new`;
  useEffect(replayChanges, []);
  return (
    <div className={classes('header-menu needs-script', className)}>
      <IconButton
        label={label}
        icon={icon}
        popoverTarget={id}
        aria-haspopup="true"
        {...(count > 0 ? { 'aria-describedby': number } : {})}
      />
      <span id={number}>
        <Badge count={count} of={of} floating />
      </span>
      <Popover
        id={id}
        label={label}
        className="header-popup"
        onOpenChange={(isOpen) => isOpen && onOpen()}
      >
        <div className="header-popup-head">
          <h2>{label}</h2>
          {end}
        </div>
        {children}
        <a className="header-popup-all" href={href}>
          See all
        </a>
      </Popover>
    </div>
  );
}
