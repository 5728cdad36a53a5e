import { NotificationRow } from './NotificationRow.tsx';
import type { Notification } from './notifications.schema.ts';
import { followNotification, removeNotification, toggleNotification } from './notifications.store.ts';

interface Props {
  items: Notification[];
  /** All that are unread, listed here or not. */
  unread: number;
  label: string;
  className: string;
  /** Where forms lead back to without script. */
  here?: string;
  now: string;
  timeZone: string;
}

/** Notifications one below the other, with what can be done to each: on their screen and in the popup. */
export function NotificationRows({ items, unread, label, className, ...rest }: Props) {
  return (
    <ul className={className} aria-label={label}>
      {items.map((item) => (
        <li key={item.notification_id}>
          <NotificationRow
            item={item}
            onFollow={(one) => followNotification(one, unread)}
            onToggle={(one) => void toggleNotification(one, unread)}
            onRemove={(one) => void removeNotification(one, unread)}
            {...rest}
          />
        </li>
      ))}
    </ul>
  );
}
