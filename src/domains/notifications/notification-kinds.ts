/** Delay of the mail. */
export const frequencies = ['at_once', 'daily', 'weekly', 'off'] as const;
export type Frequency = (typeof frequencies)[number];
export const frequencyLabels: Record<Frequency, string> = {
  at_once: 'E-mail at once',
  daily: 'E-mail daily',
  weekly: 'E-mail weekly',
  off: 'No e-mail',
};

/**
 * Preference for one type. Types disabled in-app are disabled altogether: mail and push are copies.
 */
export interface Preference {
  inApp: boolean;
  email: Frequency;
  push: boolean;
}

/** A type of notifications, with its default preference. */
export interface Notice extends Preference {
  /**
   * The words after the actors' names, or a whole sentence if it names nobody. `{noun}` stands for
   * the item that it is about.
   */
  text: string;
  /** Sent by the site itself: the sentence begins with no name. */
  hasNoActor?: boolean;
  /** Its name in the settings; absent: it cannot be switched off, and is never mailed or pushed. */
  label?: string;
  /** The heading above it in the settings. */
  category: string;
  /** In the REST interface, if that has another name for it. */
  wireType?: string;
}

/** Names of the types; a domain that declares some adds them. */
export interface NoticeTypes {
  notifications: keyof typeof siteNotices;
}
export type NotificationType = NoticeTypes[keyof NoticeTypes];
/** Types with preferences. */
export type ChosenType = Exclude<NotificationType, 'welcome'>;

declare module '#server/domain.ts' {
  interface Domain {
    /** Types of notifications that are about what only this domain knows. */
    notices?: Record<string, Notice>;
  }
}

type Options = Partial<Omit<Notice, 'text' | 'label' | 'category'>>;

/** Declares types below one heading: mailed daily and pushed, unless the options say otherwise. */
export const noticeIn =
  (category: string) =>
  (text: string, label: string, options: Options = {}): Notice => ({
    text,
    label,
    category,
    email: 'daily',
    push: true,
    inApp: true,
    ...options,
  });

/** For options: where somebody waits for an answer. */
export const atOnce = { email: 'at_once' } as const;
export const atOnceFromSite = { email: 'at_once', hasNoActor: true } as const;
export const fromSite = { hasNoActor: true } as const;
const unsent = { email: 'off', push: false, hasNoActor: true } as const;

/** The heading of what only moderators get. */
export const forModerators = 'Moderation';
/** Headings at the end of the settings, after those of kinds of containers. */
export const lastCategories = ['Videos', 'Your reports', forModerators];

const friends = noticeIn('Friends');
const messages = noticeIn('Messages');
const own = noticeIn('Your posts and comments');
const others = noticeIn('You and others’ posts');
const containers = noticeIn('Pages and groups');
const videos = noticeIn('Videos');
const reports = noticeIn('Your reports');

/** Types about the whole site, in the order of the settings. */
export const siteNotices = {
  friend_request: friends(
    'sent you a friend request.',
    'Somebody sends you a friend request',
    atOnce,
  ),
  friend_accepted: friends('accepted your friend request.', 'Somebody accepts your friend request'),
  message_new: messages('sent you a message.', 'Somebody sends you a message', atOnce),
  commented: own('commented on your {noun}.', 'Somebody comments on what you posted', atOnce),
  replied: own('replied to your comment.', 'Somebody replies to your comment', atOnce),
  liked: own('reacted to your {noun}.', 'Somebody reacts to what you posted', {
    email: 'weekly',
    push: false,
  }),
  shared: own('shared your {noun}.', 'Somebody shares your post'),
  post_user: others('wrote on your profile.', 'Somebody writes on your profile', atOnce),
  mentioned: others('mentioned you in a {noun}.', 'Somebody mentions you', atOnce),
  tagged: others('tagged you in a {noun}.', 'Somebody tags you in a post', atOnce),
  commented_commented: others(
    'commented on a {noun} that you commented on.',
    'Somebody comments where you commented',
    { push: false },
  ),
  liked_commented: others(
    'reacted to a {noun} that you commented on.',
    'Somebody reacts where you commented',
    { email: 'off', push: false, inApp: false },
  ),
  container_widened: containers(
    'More people can read the {noun} from now on. Older posts are still for members only.',
    'More people can read one of your pages or groups',
    atOnceFromSite,
  ),
  container_ownerless: containers(
    'The {noun} no longer has an owner. Somebody needs to take it over.',
    'One of your pages or groups no longer has an owner',
    atOnceFromSite,
  ),
  post_pending: containers(
    'asked to post in your {noun}.',
    'Somebody asks to post in your page or group',
  ),
  post_approved: containers(
    'Your post was approved.',
    'Your post in a page or group is approved',
    fromSite,
  ),
  post_declined: containers(
    'Your post in the {noun} was not approved.',
    'Your post in a page or group is not approved',
    fromSite,
  ),
  join_declined: containers(
    'Your request to join the {noun} was not approved. You can read why.',
    'Your request to join is not approved, with a reason',
    fromSite,
  ),
  video_processed: videos('Your video is ready to play.', 'Your video is ready', unsent),
  video_processed_failed: videos(
    'Your video could not be prepared for playing.',
    'Your video could not be prepared',
    unsent,
  ),
  report_removed: reports(
    'Thank you for your report. The moderators removed what you reported.',
    'The moderators removed what you reported',
    unsent,
  ),
  report_dismissed: reports(
    'Thank you for your report. The moderators looked at it and left things as they are.',
    'The moderators left what you reported as it is',
    unsent,
  ),
  report_new: noticeIn(forModerators)(
    'A new report is waiting for the moderators.',
    'Somebody reports something to the moderators',
    { push: false, hasNoActor: true },
  ),
  // It arrives once, before anybody could choose.
  welcome: {
    text: 'Welcome! Add a photo and a few words about yourself to your profile.',
    category: '',
    ...unsent,
    inApp: true,
  },
};
