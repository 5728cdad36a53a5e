import { nameList } from '#lib/names.ts';

/** What members are told of. */
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
  'shared',
  'video_processed',
  'video_processed_failed',
  'message_new',
  'welcome',
  'report_new',
  'report_removed',
  'report_dismissed',
] as const;
export type NotificationType = (typeof notificationTypes)[number];

/**
 * What a record is about, as far as wording and destination ask. Types and ids are those of the
 * wire.
 */
export interface Destined {
  type: string;
  object_type: string;
  object_id: number;
  subject_id: number;
  object?: { parent_type?: string | undefined; parent_id?: number | undefined } | undefined;
}

/** What the item is called in a sentence. */
const nouns: Record<string, string> = {
  activity_action: 'post',
  activity_comment: 'comment',
  core_comment: 'comment',
  album: 'album',
  album_photo: 'photo',
  video: 'video',
  event: 'event',
  group: 'group',
  sitepage_page: 'page',
  sitestories_story: 'story',
  messages_conversation: 'conversation',
  messages_message: 'message',
};
export const nounOf = (subjectType: string): string =>
  (Object.hasOwn(nouns, subjectType) && nouns[subjectType]) || 'item';

/**
 * Who is named of those who acted, and how many others there are. @param names of the newest two
 */
export function namedActors(names: string[], count: number): { names: string[]; others: number } {
  const [first = 'Somebody', second] = names;
  if (count === 2 && second) return { names: [first, second], others: 0 };
  return { names: [first], others: Math.max(0, count - 1) };
}

/** 'Ada', 'Ada and Bo', 'Ada and 12 others', as plain text. */
export function whoText(names: string[], count: number): string {
  const actors = namedActors(names, count);
  return nameList(actors.names, actors.others);
}

const said: Record<NotificationType, (noun: string) => string> = {
  friend_request: () => 'has asked to be your friend.',
  friend_accepted: () => 'accepted your friend request.',
  liked: (noun) => `reacted to your ${noun}.`,
  commented: (noun) => `commented on your ${noun}.`,
  replied: () => 'replied to your comment.',
  commented_commented: (noun) => `commented on a ${noun} that you commented on.`,
  liked_commented: (noun) => `reacted to a ${noun} that you commented on.`,
  tagged: (noun) => `tagged you in a ${noun}.`,
  mentioned: (noun) => `mentioned you in a ${noun}.`,
  shared: (noun) => `shared your ${noun}.`,
  message_new: () => 'sent you a message.',
  welcome: () => 'Welcome! Your profile is ready for a picture and a few words about you.',
  video_processed: () => 'Your video is ready to play.',
  video_processed_failed: () => 'Your video could not be prepared for playing.',
  report_new: () => 'Something was reported and waits for a decision of the moderators.',
  report_removed: () => 'Thank you for your report. The moderators removed what you reported.',
  report_dismissed: () =>
    'Thank you for your report. The moderators looked at it and left things as they are.',
};

const isKnown = (type: string): type is NotificationType => Object.hasOwn(said, type);

/**
 * What the actors did, as the rest of the sentence after their names; a whole sentence where nobody
 * acted.
 */
export const notificationText = (type: string, subjectType: string): string =>
  isKnown(type) ? said[type](nounOf(subjectType)) : 'There is something new for you.';

/** Told by the site itself: the sentence begins with no name. */
export const hasNoActor = (type: string): boolean =>
  type.startsWith('video_processed') ||
  type.startsWith('report_') ||
  type === 'welcome' ||
  !isKnown(type);

/** A video has two kinds of news with a place to go to; every other one has none. */
function videoPath({ type, subject_id, object_id, object = {} }: Destined): string | null {
  const { parent_type, parent_id } = object;
  if (type === 'video_processed' && !parent_type)
    return `/profile/${subject_id}/videos/${object_id}`;
  if (type === 'sitevideo_processed' && parent_type === 'group' && parent_id)
    return `/groups/${parent_id}/videos/${object_id}`;
  return null;
}

/** A photo of a page is found through its page and its album. */
const photoPath = ({ subject_id, object_id, object }: Destined): string | null =>
  object?.parent_id ? `/pages/${subject_id}/albums/${object.parent_id}/photo/${object_id}` : null;

/** Where a notification leads: the table of the specification, section 2. Null for no link. */
export function destinationOf(told: Destined): string | null {
  const { type, object_type, object_id, subject_id } = told;
  if (type === 'report_new') return '/admin/reports';
  // Only in general words: what it was may be gone, or hidden from the reporter by now.
  if (type === 'report_removed' || type === 'report_dismissed') return null;
  if (type === 'group_invite') return `/groups/group/${object_id}`;
  if (type === 'sitepagemember_approve') return `/pages/page/${object_id}/dashboard/admin/requests`;
  switch (object_type) {
    case 'activity_action':
    case 'activity_comment':
      return `/posts/${object_id}`;
    case 'album':
      return `/albums/${object_id}`;
    case 'event':
      return `/events/${subject_id}`;
    case 'group':
      return `/groups/group/${subject_id}`;
    case 'messages_conversation':
      return `/messages/${object_id}`;
    case 'sitepage':
    case 'sitepage_page':
      return `/pages/page/${subject_id}`;
    case 'sitepage_photo':
      return photoPath(told);
    case 'user':
    case 'friend_accepted':
    case 'friend_request':
      return `/profile/${subject_id}`;
    case 'video':
      return videoPath(told);
    case 'sitestories_story':
      return `/stories/${object_id}`;
    default:
      return null;
  }
}
