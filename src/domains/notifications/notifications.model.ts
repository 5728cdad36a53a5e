import type { Notification } from './notifications.schema.ts';

/** A notification as components and stores hold it. */
export interface NotificationModel {
  id: number;
  type: string;
  /** Names of the newest one or two actors, or of the item about which the site writes; the first has the picture. */
  actors: [string, ...string[]];
  actorCount: number;
  image: string;
  text: string;
  /** The beginning of the text that names them; empty if it names none. */
  start: string;
  /** Name of the item, or the beginning of its text. */
  label: string;
  /** Wire time. */
  date: string;
  url: string | null;
  isRead: boolean;
}

export function toNotification(item: Notification): NotificationModel {
  const { subject, other, object } = item;
  const [named] = item.action_type_body_params;
  const isOfItem = object.title !== undefined && named?.search !== '{item:$subject}';
  return {
    id: item.notification_id,
    type: item.type,
    actors: isOfItem
      ? [object.title!]
      : [subject.displayname, ...(other ? [other.displayname] : [])],
    actorCount: isOfItem ? 1 : item.subject_count,
    image: (isOfItem ? object.image_icon : undefined) ?? subject.image_icon,
    text: item.feed_title,
    start: named?.label ?? '',
    label: item.params.label,
    date: item.date,
    url: item.url,
    isRead: item.read === 1,
  };
}
