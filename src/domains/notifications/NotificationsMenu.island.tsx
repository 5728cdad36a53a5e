import { useStore } from '@nanostores/react';
import { Bell } from 'lucide-react';
import { memo, useEffect } from 'react';
import { bringChanges } from '#lib/tab-changes.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Popover } from '#ui/Popover.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useLate } from '#ui/use-late.ts';
import { $unreadCount, loadNotifications, readAll } from './notifications.store.ts';
import './NotificationsMenu.css';

const popup = 'notifications';

/** In the header: how many are unread, and a popup with the newest, loaded when it opens. */
export const NotificationsMenu = memo(function NotificationsMenu({ unread: served, timeZone }: { unread: number; timeZone: string }) {
  const unread = useStore($unreadCount, { ssr: 'initial' }) ?? served;
  const [NotificationsPopup, needPopup] = useLate(() => import('./NotificationsPopup.island.tsx').then((part) => part.NotificationsPopup));

  const open = () => {
    void needPopup();
    void loadNotifications();
  };
  useEffect(() => {
    bringChanges();
    // Opened before there was any script.
    if (document.getElementById(popup)?.matches(':popover-open')) open();
  }, []);

  return (
    <div className="notifications-menu needs-script">
      <IconButton label="Notifications" icon={<Bell aria-hidden="true" />} popoverTarget={popup} aria-haspopup="true" {...(unread > 0 ? { 'aria-describedby': 'notifications-unread' } : {})} />
      <span id="notifications-unread">
        <Badge count={unread} of={unread === 1 ? 'unread notification' : 'unread notifications'} floating />
      </span>
      <Popover id={popup} label="Notifications" className="notifications-popup" onOpenChange={(isOpen) => isOpen && open()}>
        <div className="notifications-popup-head">
          <h2>Notifications</h2>
          {unread > 0 && (
            <Button variant="quiet" size="small" onClick={() => void readAll([], unread)}>
              Mark all as read
            </Button>
          )}
        </div>
        {NotificationsPopup ? <NotificationsPopup unread={unread} timeZone={timeZone} /> : <Skeleton kind="row" count={3} />}
        <a className="notifications-all" href="/notifications">
          See all
        </a>
      </Popover>
    </div>
  );
});
