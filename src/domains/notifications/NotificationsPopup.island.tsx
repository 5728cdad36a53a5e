import { useStore } from '@nanostores/react';
import { BellOff } from 'lucide';
import { toWire } from '#lib/dates.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { NotificationRows } from './NotificationRows.island.tsx';
import {
  $notifications,
  $notificationsStatus,
  $notificationStates,
  loadNotifications,
  presentNotification,
} from './notifications.store.ts';

/** The newest ten inside the popup. */
export function NotificationsPopup({ unread, timeZone }: { unread: number; timeZone: string }) {
  const loaded = useStore($notifications);
  const status = useStore($notificationsStatus);
  const states = useStore($notificationStates);
  const now = toWire(new Date());

  // The previous list stays while it cannot be refreshed.
  if (!loaded && status === 'failed')
    return (
      <ErrorState onRetry={() => void loadNotifications()}>
        Your notifications could not be loaded.
      </ErrorState>
    );
  if (!loaded) return <Skeleton kind="row" count={3} />;
  const items = loaded.flatMap((item) => presentNotification(item, states) ?? []);
  if (!items.length)
    return <EmptyState icon={<Icon of={BellOff} />}>No notifications yet.</EmptyState>;
  return (
    <NotificationRows
      items={items}
      unread={unread}
      label="Newest notifications"
      className="header-popup-list notifications-popup"
      now={now}
      timeZone={timeZone}
    />
  );
}
