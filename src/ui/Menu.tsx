import { useState, type MouseEvent, type ReactNode } from 'react';
import { classes } from './classes.ts';
import { IconButton } from './IconButton.tsx';
import { moveMenuFocus, openMenu } from './menu-keys.ts';
import { Popover } from './Popover.tsx';

export interface MenuEntry {
  label: string;
  icon?: ReactNode;
  isDanger?: boolean;
  href?: string;
  onSelect?: () => void;
}

export interface MenuProps {
  /** Unique on the page: it connects the button and the list. */
  id: string;
  label: string;
  icon: ReactNode;
  /** Shows the label beside the icon instead of as a tooltip. */
  isText?: boolean;
  entries: MenuEntry[];
  /**
   * Renders the entries on first open: for menus that need script and occur many times on a page.
   */
  isLazy?: boolean;
  /** A screen with the same actions; the only entry until the others are rendered. */
  screen?: string | undefined;
}

/**
 * A button with a list of links and actions below it, on phones at the bottom of the screen. Opens
 * without script, and so do its links.
 */
export function Menu({
  id,
  label,
  icon,
  isText = false,
  entries,
  isLazy = false,
  screen,
}: MenuProps) {
  const [isDrawn, setDrawn] = useState(!isLazy);
  const needsScript = !screen && !entries.some(({ href }) => href !== undefined);
  const look = needsScript ? 'needs-script' : undefined;
  return (
    <>
      {isText ? (
        <button
          type="button"
          className={look}
          popoverTarget={id}
          aria-haspopup="true"
          onKeyDown={openMenu}
        >
          {icon} {label}
        </button>
      ) : (
        <IconButton
          className={look}
          label={label}
          icon={icon}
          popoverTarget={id}
          aria-haspopup="true"
          onKeyDown={openMenu}
        />
      )}
      <Popover
        id={id}
        label={label}
        className="popover-sheet"
        onBeforeOpen={isLazy ? () => setDrawn(true) : undefined}
      >
        {!isDrawn && screen && (
          <a className="menu-entry" href={screen}>
            {label}
          </a>
        )}
        {isDrawn && (
          <ul className="menu-list" onKeyDown={moveMenuFocus}>
            {entries.map((entry) => (
              <li key={entry.label}>
                <Entry {...entry} />
              </li>
            ))}
          </ul>
        )}
      </Popover>
    </>
  );
}

function Entry({ label, icon, isDanger, href, onSelect }: MenuEntry) {
  const look = classes('menu-entry', isDanger && 'menu-entry-danger');
  if (href !== undefined) {
    return (
      <a className={look} href={href}>
        {icon}
        {label}
      </a>
    );
  }
  const select = (event: MouseEvent<HTMLElement>) => {
    // Closed first, so that a dialog opened by the action returns the focus to the menu's button.
    event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
    onSelect?.();
  };
  return (
    <button type="button" className={look} onClick={select}>
      {icon}
      {label}
    </button>
  );
}
