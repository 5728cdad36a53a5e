import { useStore } from '@nanostores/react';
import { Bell } from 'lucide';
import { memo, useEffect, type MouseEvent } from 'react';
import { Button } from '#ui/Button.tsx';
import { HeaderMenu } from '#ui/HeaderMenu.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useLazy } from '#ui/use-lazy.ts';
import { useTitleCount } from '#ui/use-title-count.ts';
import { leaveTo } from './leave-to.ts';
import { $unreadCount, loadNotifications, noteServed, readAll } from './notifications.store.ts';
import './NotificationsMenu.css';

/** Bell of the header: the unread count, and a popup with the newest. */
export const NotificationsMenu = memo(function NotificationsMenu({
  unread: served,
  timeZone,
}: {
  unread: number;
  timeZone: string;
}) {
  const unread = useStore($unreadCount, { ssr: 'initial' }) ?? served;
  useTitleCount('notifications', unread);
  const [NotificationsPopup, needPopup] = useLazy(() =>
    import('./NotificationsPopup.island.tsx').then((part) => part.NotificationsPopup),
  );
  useEffect(() => noteServed(served), [served]);
  const open = () => {
    void needPopup();
    void loadNotifications();
  };
  const mark = (event: MouseEvent<HTMLElement>) => {
    leaveTo(event.currentTarget, () =>
      document.querySelector('#notifications .notification-link, #notifications .header-popup-all'),
    );
    void readAll([], unread);
  };
  const markAll = unread > 0 && (
    <Button variant="quiet" size="small" onClick={mark}>
      Mark all as read
    </Button>
  );
  return (
    <HeaderMenu
      id="notifications"
      label="Notifications"
      icon={<Icon of={Bell} />}
      count={unread}
      of={unread === 1 ? 'unread notification' : 'unread notifications'}
      href="/notifications"
      onOpen={open}
      end={markAll}
      className="notifications-menu"
    >
      {NotificationsPopup ? (
        <NotificationsPopup unread={unread} timeZone={timeZone} />
      ) : (
        <Skeleton kind="row" count={3} />
      )}
    </HeaderMenu>
  );
});
