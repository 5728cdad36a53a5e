import { isContainerType } from '#lib/container-types.ts';
import { itemPath } from '#lib/item-path.ts';
import { nameList } from '#lib/names.ts';

/** Types of notifications. */
export const notificationTypes = [
  'friend_request',
  'friend_accepted',
  'liked',
  'commented',
  'replied',
  'commented_commented',
  'liked_commented',
  'tagged',
  'mentioned',
  'post_user',
  'shared',
  'video_processed',
  'video_processed_failed',
  'message_new',
  'welcome',
  'container_widened',
  'container_ownerless',
  'post_pending',
  'post_approved',
  'post_declined',
  'join_declined',
  'page_invite',
  'page_request',
  'page_accepted',
  'page_admin',
  'page_ownership',
  'page_follow',
  'page_review',
  'page_post',
  'page_package_ends',
  'page_submitted',
  'page_approved',
  'page_declined',
  'group_invite',
  'group_approve',
  'group_accepted',
  'group_promote',
  'group_ownership',
  'group_post',
  'group_announcement',
  'report_new',
  'report_removed',
  'report_dismissed',
] as const;
export type NotificationType = (typeof notificationTypes)[number];

/**
 * The subject of a notification, as far as its text and destination need it. For a comment on a
 * post the object is the post.
 */
export interface NotificationTarget {
  type: string;
  objectType: string;
  objectId: number;
  /** The newest actor; the owner for notifications about groups and events. */
  subjectId: number;
  parent?: { type?: string | undefined; id?: number | undefined } | undefined;
}

/** Noun for the item in a sentence. */
const nouns: Record<string, string> = {
  post: 'post',
  post_comment: 'comment',
  comment: 'comment',
  album: 'album',
  photo: 'photo',
  video: 'video',
  story: 'story',
  conversation: 'conversation',
  message: 'message',
  page_review: 'review',
};
export const nounOf = (subjectType: string): string =>
  isContainerType(subjectType)
    ? subjectType
    : (Object.hasOwn(nouns, subjectType) && nouns[subjectType]) || 'item';

/**
 * The actors to name, and how many others there are.
 * @param names of the newest two
 */
export function namedActors(names: string[], count: number): { names: string[]; others: number } {
  const [first = 'Somebody', second] = names;
  if (count === 2 && second) return { names: [first, second], others: 0 };
  return { names: [first], others: Math.max(0, count - 1) };
}

/** 'Ada', 'Ada and Bo', 'Ada and 12 others', as plain text. */
export function actorsText(names: string[], count: number): string {
  const actors = namedActors(names, count);
  return nameList(actors.names, actors.others);
}

const actionTexts: Record<NotificationType, (noun: string) => string> = {
  friend_request: () => 'has asked to be your friend.',
  friend_accepted: () => 'accepted your friend request.',
  liked: (noun) => `reacted to your ${noun}.`,
  commented: (noun) => `commented on your ${noun}.`,
  replied: () => 'replied to your comment.',
  commented_commented: (noun) => `commented on a ${noun} that you commented on.`,
  liked_commented: (noun) => `reacted to a ${noun} that you commented on.`,
  tagged: (noun) => `tagged you in a ${noun}.`,
  mentioned: (noun) => `mentioned you in a ${noun}.`,
  post_user: () => 'wrote on your profile.',
  shared: (noun) => `shared your ${noun}.`,
  message_new: () => 'sent you a message.',
  container_widened: (noun) =>
    `More people may read the ${noun} from now on. Older posts stay the members'.`,
  container_ownerless: (noun) =>
    `The ${noun} has no owner any more. Somebody is needed who takes it over.`,
  post_pending: (noun) => `asked to post in your ${noun}.`,
  post_approved: () => 'Your post was approved.',
  post_declined: (noun) => `Your post was not approved for the ${noun}.`,
  join_declined: (noun) => `Your request to join the ${noun} was declined, with a reason.`,
  welcome: () => 'Welcome! Your profile is ready for a picture and a few words about you.',
  page_invite: () => 'invited you to a page.',
  page_request: () => 'asked to join your page.',
  page_accepted: () => 'accepted your request to join a page.',
  page_admin: () => 'made you an admin of a page.',
  page_ownership: () => 'offers you the ownership of a page.',
  page_follow: () => 'follows your page.',
  page_review: () => 'reviewed your page.',
  page_post: () => 'There is a new post on a page of yours.',
  page_package_ends: () => 'The package of your page ends within a week. Its content stays.',
  page_submitted: () => 'A page waits for your approval.',
  page_approved: () => 'Your page is approved.',
  page_declined: () => 'Your page was declined. You can change it and submit it again.',
  group_invite: () => 'invited you to a group.',
  group_approve: () => 'asked to join your group.',
  group_accepted: () => 'accepted your request to join a group.',
  group_promote: () => 'made you an officer of a group.',
  group_ownership: () => 'offers you the ownership of a group.',
  group_post: () => 'posted in a group of yours.',
  group_announcement: () => 'announced a post to the members of a group.',
  video_processed: () => 'Your video is ready to play.',
  video_processed_failed: () => 'Your video could not be prepared for playing.',
  report_new: () => 'Something was reported and waits for a decision of the moderators.',
  report_removed: () => 'Thank you for your report. The moderators removed what you reported.',
  report_dismissed: () =>
    'Thank you for your report. The moderators looked at it and left things as they are.',
};

const isKnown = (type: string): type is NotificationType => Object.hasOwn(actionTexts, type);

/**
 * The action, as the rest of the sentence after the actors' names; a whole sentence if there is no
 * actor.
 */
export const notificationText = (type: string, subjectType: string): string =>
  isKnown(type) ? actionTexts[type](nounOf(subjectType)) : 'There is something new for you.';

/** Sent by the site itself: the sentence begins with no name. */
export const hasNoActor = (type: string): boolean =>
  type.startsWith('video_processed') ||
  type.startsWith('report_') ||
  type === 'welcome' ||
  type === 'post_approved' ||
  type === 'post_declined' ||
  type === 'join_declined' ||
  type === 'container_ownerless' ||
  type === 'container_widened' ||
  type === 'page_post' ||
  ['page_package_ends', 'page_submitted', 'page_approved', 'page_declined'].includes(type) ||
  !isKnown(type);

/** Two types of notifications about videos have a destination, the others none. */
function videoPath({ type, subjectId, objectId, parent = {} }: NotificationTarget): string | null {
  if (type === 'video_processed' && !parent.type) return `/profile/${subjectId}/videos/${objectId}`;
  if (type === 'sitevideo_processed' && parent.type === 'group' && parent.id)
    return `/groups/${parent.id}/videos/${objectId}`;
  return null;
}

/** The path of a photo of a page needs the page and its album. */
const photoPath = ({ subjectId, objectId, parent }: NotificationTarget): string | null =>
  parent?.id ? `/pages/${subjectId}/albums/${parent.id}/photo/${objectId}` : null;

/**
 * Path that a notification leads to: the table of the specification, section 2. Null for no link.
 */
export function getDestination(notification: NotificationTarget): string | null {
  const { type, objectType, objectId, subjectId } = notification;
  if (type === 'report_new') return '/admin/reports';
  if (type === 'page_submitted') return '/admin/pages';
  // No link to the item: it may be deleted, or hidden from the reporter by now.
  if (type === 'report_removed' || type === 'report_dismissed') return null;
  if (type.endsWith('_invite') && isContainerType(objectType))
    return itemPath(objectType, objectId)!;
  switch (objectType) {
    case 'post':
    case 'post_comment':
      return `/posts/${objectId}`;
    case 'album':
      return `/albums/${objectId}`;
    case 'event':
      return `/events/${subjectId}`;
    case 'group':
      return `/groups/group/${subjectId}`;
    case 'conversation':
      return `/messages/${objectId}`;
    case 'page_photo':
      return photoPath(notification);
    case 'member':
    case 'friend_accepted':
    case 'friend_request':
      return `/profile/${subjectId}`;
    case 'video':
      return videoPath(notification);
    case 'story':
      return `/stories/${objectId}`;
    default:
      return isContainerType(objectType) ? itemPath(objectType, objectId)! : null;
  }
}
