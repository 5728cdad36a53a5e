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
import type { ServedScreen } from '#lib/served-form.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { MemberField } from '#ui/MemberField.tsx';
import { Names } from '#ui/Names.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import type { NotificationModel } from './notifications.model.ts';
import { namedActors } from './notifications.rules.ts';
import './notifications.css';

export interface NotificationRowProps {
  item: NotificationModel;
  now?: string | undefined;
  timeZone?: string;
  /** For the form without script. */
  here?: ServedScreen | undefined;
  onFollow?: (item: NotificationModel) => void;
  onToggle?: (item: NotificationModel) => void;
  onRemove?: (item: NotificationModel) => void;
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
  const { id, type, actors, image, text, start, label, date, url, isRead } = item;
  // Twenty rows have the same two buttons: their labels for screen readers name the notification.
  const sentence = useId();
  const inside = (
    <>
      <span className="notification-picture">
        <Avatar name={actors[0]} src={image} />
        <span className={`notification-kind notification-kind-${type}`} aria-hidden="true">
          <Icon of={icons[type] ?? Bell} />
        </span>
      </span>
      <span className="notification-text">
        {!isRead && <span className="sr-only">Unread: </span>}
        <span id={sentence}>
          <strong>{start && <Names {...namedActors(actors, item.actorCount)} />}</strong>
          {text.slice(start.length)}
        </span>
        {label && (
          <q className="notification-label" dir="auto">
            {label}
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
    <div className={classes('notification', !isRead && 'notification-unread')}>
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
        <MemberField id={here?.member} />
        <input type="hidden" name="notification_id" value={id} />
        {here && <input type="hidden" name="next" value={here.path} />}
        <IconButton
          type="submit"
          name="step"
          value={isRead ? 'unread' : 'read'}
          label={isRead ? 'Mark as unread' : 'Mark as read'}
          aria-describedby={sentence}
          icon={isRead ? <Icon of={Mail} /> : <Icon of={MailOpen} />}
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
