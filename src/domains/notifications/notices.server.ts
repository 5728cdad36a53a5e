import { isContainerType, toContainerFilter } from '#lib/container-types.ts';
import { itemPath } from '#lib/item-path.ts';
import type { ItemType } from '#lib/wire-names.ts';
import { entriesOf } from '#server/domain.ts';
import {
  forModerators,
  lastCategories,
  type ChosenType,
  type Notice,
  type NotificationType,
} from './notification-kinds.ts';
import { nounOf } from './notifications.rules.ts';

declare module '#server/domain.ts' {
  interface Domain {
    /** Addresses of notices, by their type, where it is not that of their object. */
    notificationPaths?: Record<string, (type: ItemType, id: number) => string | undefined>;
    /** Types of items whose notices link differently. */
    notificationLinks?: Partial<Record<ItemType, NotificationLink>>;
  }
}

interface NotificationLink {
  /**
   * Clients link to it by the subject, so that is the container itself, and who acted is in `subject`
   * and `params`. An invitation links by the object.
   */
  isSubject?: boolean;
  /** Null for no link. */
  path?: (notification: NotificationTarget) => string | null;
  /** Notices of videos that are ready there; absent: as on walls of members. */
  videos?: { type: string; path: (containerId: number, videoId: number) => string };
}

/**
 * The subject of a notification, as far as its text and destination need it. For a comment on a
 * post the object is the post.
 */
export interface NotificationTarget {
  type: string;
  objectType: string;
  objectId: number;
  /** The newest actor; the container itself where clients link to it by the subject. */
  subjectId: number;
  parent?: { type?: string | undefined; id?: number | undefined } | undefined;
}

/** All types of notifications. */
export const notices = () => entriesOf('notices') as ReadonlyMap<NotificationType, Notice>;

const findNotice = (type: string): Notice | undefined => entriesOf('notices').get(type);

export const isChosenType = (type: string): type is ChosenType =>
  findNotice(type)?.label !== undefined;

/** Types with preferences. */
export const chosenTypes = (): ChosenType[] => [...notices().keys()].filter(isChosenType);

/** A type with its default preference. */
export const noticeOf = (type: ChosenType): Notice & { label: string } =>
  findNotice(type) as Notice & { label: string };

/** Types that this member can set preferences for, in the order of the settings. */
export const categoriesFor = (
  isModerator: boolean,
): Array<{ category: string; types: ChosenType[] }> =>
  [...Map.groupBy(chosenTypes(), (type) => noticeOf(type).category)]
    .map(([category, types]) => ({ category, types }))
    .filter(({ category }) => isModerator || category !== forModerators)
    .sort((a, b) => lastCategories.indexOf(a.category) - lastCategories.indexOf(b.category));

/**
 * The action, as the rest of the sentence after the actors' names, or after the title of the item that it
 * begins with; a whole sentence if there is neither.
 */
export const notificationText = (type: string, subjectType: string, isOfItem = false): string =>
  (findNotice(type)?.text ?? 'There is something new for you.')
    .replace('{noun}', nounOf(subjectType))
    .replace(itemAtStart, isOfItem ? '' : '$1 ');

/** '{item:An event} was cancelled.': begins with the title of the item, or these words if it has none. */
const itemAtStart = /^\{item:([^}]*)\} /;

export const beginsWithItem = (type: string): boolean =>
  itemAtStart.test(findNotice(type)?.text ?? '');

export const typesWithoutActor = (): string[] => [...notices().keys()].filter(hasNoActor);

/** Sent by the site itself: the sentence begins with no name. */
export function hasNoActor(type: string): boolean {
  const notice = findNotice(type);
  return !notice || notice.hasNoActor === true;
}

/** The type in the REST interface: that of a kind of container begins with its name there. */
export function toWireNotificationType(type: string): string {
  const [kind = '', ...action] = type.split('_');
  return (
    findNotice(type)?.wireType ??
    (isContainerType(kind) ? [toContainerFilter(kind), ...action].join('_') : type)
  );
}

const linkOf = (type: string | undefined) => entriesOf('notificationLinks').get(type ?? '');

/** The type of notices of videos that are ready in a container of that type, if it has its own. */
export const videoTypeIn = (type: string | undefined): string | undefined =>
  linkOf(type)?.videos?.type;

export const isLinkedBySubject = (type: string, objectType: string): boolean =>
  linkOf(objectType)?.isSubject === true && !type.endsWith('_invite');

/** Two types of notifications about videos have a destination, the others none. */
function videoPath({ type, subjectId, objectId, parent = {} }: NotificationTarget): string | null {
  if (type === 'video_processed' && !parent.type) return `/profile/${subjectId}/videos/${objectId}`;
  const videos = linkOf(parent.type)?.videos;
  return videos?.type === type && parent.id ? videos.path(parent.id, objectId) : null;
}

/**
 * Path that a notification leads to: the table of the specification, section 2. Null for no link.
 */
export function getDestination(notification: NotificationTarget): string | null {
  const { type, objectType, objectId, subjectId } = notification;
  if (type === 'report_new') return '/admin/reports';
  // No link to the item: it may be deleted, or hidden from the reporter by now.
  if (type === 'report_removed' || type === 'report_dismissed') return null;
  const isBySubject = isLinkedBySubject(type, objectType);
  const path = linkOf(objectType)?.path;
  if (path && (isBySubject || !isContainerType(objectType))) return path(notification);
  switch (objectType) {
    case 'post':
    case 'post_comment':
      return `/posts/${objectId}`;
    case 'album':
      return `/albums/${objectId}`;
    case 'conversation':
      return `/messages/${objectId}`;
    case 'member':
    case 'friend_accepted':
    case 'friend_request':
      return `/profile/${subjectId}`;
    case 'video':
      return videoPath(notification);
    case 'story':
      return `/stories/${objectId}`;
    default:
      return isContainerType(objectType)
        ? itemPath(objectType, isBySubject ? subjectId : objectId)!
        : null;
  }
}
