import { useStore } from '@nanostores/react';
import { ArrowUp, BellOff, CheckCheck } from 'lucide';
import { memo, useEffect, type SubmitEvent } from 'react';
import { replayChanges } from '#lib/bfcache-changes.ts';
import type { ServedScreen } from '#lib/served-form.ts';
import { Button } from '#ui/Button.tsx';
import '#ui/Card.css';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Icon } from '#ui/Icon.tsx';
import { MemberField } from '#ui/MemberField.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { leaveTo, screenHeading } from './leave-to.ts';
import { NotificationRows } from './NotificationRows.island.tsx';
import type { NotificationModel } from './notifications.model.ts';
import {
  $hasNewNotifications,
  $notificationStates,
  $unreadCount,
  presentNotification,
  readAll,
} from './notifications.store.ts';

export interface NotificationsListProps {
  served: NotificationModel[];
  unread: number;
  /** Whether only unread ones are listed. */
  isUnreadOnly: boolean;
  here: ServedScreen;
  now: string;
  timeZone: string;
}

/** A page of notifications, with the actions for all of them. */
export const NotificationsList = memo(function NotificationsList({
  served,
  unread: servedUnread,
  isUnreadOnly,
  here,
  now,
  timeZone,
}: NotificationsListProps) {
  const states = useStore($notificationStates, { ssr: 'initial' });
  const unread = useStore($unreadCount, { ssr: 'initial' }) ?? servedUnread;
  const hasNewNotifications = useStore($hasNewNotifications, { ssr: 'initial' });
  useEffect(replayChanges, []);
  const items = served.flatMap((item) => presentNotification(item, states) ?? []);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    leaveTo(event.currentTarget, screenHeading);
    void readAll(served, unread);
  };
  return (
    <>
      <div className="notifications-head">
        <Tabs
          label="Which notifications"
          tabs={[
            { label: 'All', href: '/notifications', current: !isUnreadOnly },
            {
              label: 'Unread',
              href: '/notifications?show=unread',
              current: isUnreadOnly,
              count: unread,
            },
          ]}
        />
        {unread > 0 && (
          <form method="post" action="/notifications" onSubmit={submit}>
            <MemberField id={here.member} />
            <input type="hidden" name="next" value={here.path} />
            <Button
              type="submit"
              name="step"
              value="read-all"
              size="small"
              icon={<Icon of={CheckCheck} />}
            >
              Mark all as read
            </Button>
          </form>
        )}
      </div>
      {hasNewNotifications && (
        <p className="notifications-news">
          <Button
            href={isUnreadOnly ? '/notifications?show=unread' : '/notifications'}
            icon={<Icon of={ArrowUp} />}
          >
            Show new notifications
          </Button>
        </p>
      )}
      {items.length ? (
        <NotificationRows
          items={items}
          unread={unread}
          label="Notifications"
          className="notifications-page card card-edge"
          here={here}
          now={now}
          timeZone={timeZone}
        />
      ) : (
        <div className="card">
          <EmptyState icon={<Icon of={BellOff} />}>
            {isUnreadOnly ? 'You are all caught up.' : 'No notifications yet.'}
          </EmptyState>
        </div>
      )}
    </>
  );
});
