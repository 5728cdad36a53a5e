import { useEffect, type ReactNode } from 'react';
import { replayChanges } from '#lib/bfcache-changes.ts';
import { Badge } from './Badge.tsx';
import { classes } from './classes.ts';
import { IconButton } from './IconButton.tsx';
import { Popover } from './Popover.tsx';
import './HeaderMenu.css';

export interface HeaderMenuProps {
  /** Of the popup. */
  id: string;
  label: string;
  icon: ReactNode;
  count: number;
  /** What is counted, for screen readers: 'unread'. */
  of: string;
  /** The page that shows all of it; without script it is what the header leads to. */
  href: string;
  onOpen: () => void;
  /** Beside the heading. */
  end?: ReactNode;
  className?: string;
  children: ReactNode;
}

/**
 * A button of the header with its number, and a popup below it whose content is loaded when it
 * opens.
 */
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
