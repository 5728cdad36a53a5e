import { useRef } from 'react';
import type { ServedScreen } from '#lib/served-form.ts';
import { leaveTo, screenHeading } from './leave-to.ts';
import { NotificationRow } from './NotificationRow.tsx';
import type { NotificationModel } from './notifications.model.ts';
import {
  followNotification,
  removeNotification,
  toggleNotification,
} from './notifications.store.ts';

interface Props {
  items: NotificationModel[];
  /** Count of all unread notifications, listed here or not. */
  unread: number;
  label: string;
  className: string;
  /** For the forms without script. */
  here?: ServedScreen;
  now: string;
  timeZone: string;
}

/** A list of notifications with their actions, for the screen and the popup. */
export function NotificationRows({ items, unread, label, className, ...rest }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const remove = (one: NotificationModel) => {
    const row = document.activeElement?.closest('li');
    const beside = row?.nextElementSibling ?? row?.previousElementSibling;
    const popup = list.current!.closest('[popover]');
    leaveTo(
      row,
      () =>
        beside?.querySelector('button[value=delete]') ??
        popup?.querySelector('.header-popup-all') ??
        screenHeading(),
    );
    void removeNotification(one, unread);
  };
  return (
    <ul ref={list} className={className} aria-label={label}>
      {items.map((item) => (
        <li key={item.id}>
          <NotificationRow
            item={item}
            onFollow={(one) => followNotification(one, unread)}
            onToggle={(one) => void toggleNotification(one, unread)}
            onRemove={remove}
            {...rest}
          />
        </li>
      ))}
    </ul>
  );
}
