import { useStore } from '@nanostores/react';
import { Bell } from 'lucide-react';
import { memo } from 'react';
import { Button } from '#ui/Button.tsx';
import { HeaderMenu } from '#ui/HeaderMenu.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useLate } from '#ui/use-late.ts';
import { $unreadCount, loadNotifications, readAll } from './notifications.store.ts';
import './NotificationsMenu.css';

/** In the header: how many are unread, and a popup with the newest. */
export const NotificationsMenu = memo(function NotificationsMenu({ unread: served, timeZone }: { unread: number; timeZone: string }) {
  const unread = useStore($unreadCount, { ssr: 'initial' }) ?? served;
  const [NotificationsPopup, needPopup] = useLate(() => import('./NotificationsPopup.island.tsx').then((part) => part.NotificationsPopup));
  const open = () => {
    void needPopup();
    void loadNotifications();
  };
  const markAll = unread > 0 && (
    <Button variant="quiet" size="small" onClick={() => void readAll([], unread)}>
      Mark all as read
    </Button>
  );
  return (
    <HeaderMenu
      id="notifications"
      label="Notifications"
      icon={<Bell aria-hidden="true" />}
      count={unread}
      of={unread === 1 ? 'unread notification' : 'unread notifications'}
      href="/notifications"
      onOpen={open}
      end={markAll}
      className="notifications-menu"
    >
      {NotificationsPopup ? <NotificationsPopup unread={unread} timeZone={timeZone} /> : <Skeleton kind="row" count={3} />}
    </HeaderMenu>
  );
});
