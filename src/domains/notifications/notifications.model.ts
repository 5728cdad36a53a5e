import type { Notification } from './notifications.schema.ts';

/** A notification as components and stores hold it. */
export interface NotificationModel {
  id: number;
  type: string;
  /** Names of the newest one or two actors; the first has the picture. */
  actors: [string, ...string[]];
  actorCount: number;
  image: string;
  text: string;
  /** The beginning of the text that names the actors; empty if the site itself sent it. */
  start: string;
  /** Name of the item, or the beginning of its text. */
  label: string;
  /** Wire time. */
  date: string;
  url: string | null;
  isRead: boolean;
}

export function toNotification(item: Notification): NotificationModel {
  const { subject, other } = item;
  return {
    id: item.notification_id,
    type: item.type,
    actors: [subject.displayname, ...(other ? [other.displayname] : [])],
    actorCount: item.subject_count,
    image: subject.image_icon,
    text: item.feed_title,
    start: item.action_type_body_params[0]?.label ?? '',
    label: item.params.label,
    date: item.date,
    url: item.url,
    isRead: item.read === 1,
  };
}
