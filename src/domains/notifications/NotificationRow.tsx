import {
  AtSign,
  Bell,
  Clapperboard,
  Flag,
  Flame,
  Heart,
  Mail,
  MailOpen,
  MessageCircle,
  Share2,
  ShieldCheck,
  Tag,
  UserPlus,
  X,
  type IconNode,
} from 'lucide';
import { useId, type SubmitEvent } from 'react';
import { Avatar } from '#ui/Avatar.tsx';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Names } from '#ui/Names.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { namedActors } from './notifications.rules.ts';
import type { Notification } from './notifications.schema.ts';
import './notifications.css';

export interface NotificationRowProps {
  item: Notification;
  now?: string | undefined;
  timeZone?: string;
  /** Return address of the form without script. */
  here?: string;
  onFollow?: (item: Notification) => void;
  onToggle?: (item: Notification) => void;
  onRemove?: (item: Notification) => void;
}

const icons: Record<string, IconNode> = {
  liked: Heart,
  liked_commented: Heart,
  commented: MessageCircle,
  replied: MessageCircle,
  commented_commented: MessageCircle,
  tagged: Tag,
  mentioned: AtSign,
  shared: Share2,
  friend_request: UserPlus,
  friend_accepted: UserPlus,
  video_processed: Clapperboard,
  video_processed_failed: Clapperboard,
  message_new: Mail,
  welcome: Flame,
  report_new: Flag,
  report_removed: ShieldCheck,
  report_dismissed: ShieldCheck,
};

/**
 * The actors, the action and its time, with a link if there is a destination. Without script its
 * buttons are a form.
 */
export function NotificationRow({
  item,
  now,
  timeZone,
  here,
  onFollow,
  onToggle,
  onRemove,
}: NotificationRowProps) {
  const { subject, other, feed_title: title, params, date, url, read, notification_id: id } = item;
  const who = item.action_type_body_params[0]?.label ?? '';
  const actors = namedActors(
    [subject, ...(other ? [other] : [])].map(({ displayname }) => displayname),
    item.subject_count,
  );
  // Twenty rows have the same two buttons: their labels for screen readers name the notification.
  const sentence = useId();
  const inside = (
    <>
      <span className="notification-picture">
        <Avatar name={subject.displayname} src={subject.image_icon} />
        <span className={`notification-kind notification-kind-${item.type}`} aria-hidden="true">
          <Icon of={icons[item.type] ?? Bell} />
        </span>
      </span>
      <span className="notification-text">
        {!read && <span className="sr-only">Unread: </span>}
        <span id={sentence}>
          <strong>{who && <Names {...actors} />}</strong>
          {title.slice(who.length)}
        </span>
        {params.label && (
          <q className="notification-label" dir="auto">
            {params.label}
          </q>
        )}
        <small>
          <RelativeTime at={date} {...(now ? { now } : {})} {...(timeZone ? { timeZone } : {})} />
        </small>
      </span>
    </>
  );
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent;
    if (!onToggle || !onRemove || !(submitter instanceof HTMLButtonElement)) return;
    event.preventDefault();
    if (submitter.value === 'delete') onRemove(item);
    else onToggle(item);
  };
  return (
    <div className={classes('notification', !read && 'notification-unread')}>
      {url ? (
        <a
          className="notification-link"
          href={url}
          onClick={onFollow && (() => onFollow(item))}
          onAuxClick={onFollow && ((event) => event.button === 1 && onFollow(item))}
        >
          {inside}
        </a>
      ) : (
        <div className="notification-link">{inside}</div>
      )}
      <form
        className="notification-actions"
        method="post"
        action="/notifications"
        onSubmit={submit}
      >
        <input type="hidden" name="notification_id" value={id} />
        {here && <input type="hidden" name="next" value={here} />}
        <IconButton
          type="submit"
          name="step"
          value={read ? 'unread' : 'read'}
          label={read ? 'Mark as unread' : 'Mark as read'}
          aria-describedby={sentence}
          icon={read ? <Icon of={Mail} /> : <Icon of={MailOpen} />}
        />
        <IconButton
          type="submit"
          name="step"
          value="delete"
          label="Delete"
          aria-describedby={sentence}
          icon={<Icon of={X} />}
        />
      </form>
    </div>
  );
}
