import { useStore } from '@nanostores/react';
import { Bell } from 'lucide';
import { memo } from 'react';
import { Badge } from '#ui/Badge.tsx';
import { Icon } from '#ui/Icon.tsx';
import { $unreadCount } from './notifications.store.ts';

/** Tab in the bar at the bottom of phones. */
export const NotificationsTab = memo(function NotificationsTab({
  unread: served,
  isHere,
}: {
  unread: number;
  isHere: boolean;
}) {
  const unread = useStore($unreadCount, { ssr: 'initial' }) ?? served;
  return (
    <a
      className="tab-bar-notifications"
      href="/notifications"
      aria-current={isHere ? 'page' : undefined}
    >
      <Icon of={Bell} />
      Notifications
      <Badge count={unread} of="unread" floating />
    </a>
  );
});
