import type { NotificationType } from './notifications.rules.ts';

/**
 * Types with preferences. A welcome arrives once, before anybody could choose: in-app, never as a
 * copy.
 */
export type ChosenType = Exclude<NotificationType, 'welcome'>;

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

interface Kind extends Preference {
  /** Group heading in the settings: the actor or the event. */
  label: string;
}

const kind = (label: string, email: Frequency, push: boolean, inApp = true): Kind => ({
  label,
  email,
  push,
  inApp,
});

/** All types with the defaults: a mail at once only where somebody waits for an answer. */
export const notificationKinds: Record<ChosenType, Kind> = {
  friend_request: kind('Somebody asks to be your friend', 'at_once', true),
  friend_accepted: kind('Somebody accepts your friend request', 'daily', true),
  commented: kind('Somebody comments on what you posted', 'at_once', true),
  replied: kind('Somebody replies to your comment', 'at_once', true),
  mentioned: kind('Somebody mentions you', 'at_once', true),
  tagged: kind('Somebody tags you in a post', 'at_once', true),
  liked: kind('Somebody reacts to what you posted', 'weekly', false),
  post_user: kind('Somebody writes on your profile', 'at_once', true),
  shared: kind('Somebody shares your post', 'daily', true),
  commented_commented: kind('Somebody comments where you commented', 'daily', false),
  liked_commented: kind('Somebody reacts where you commented', 'off', false, false),
  message_new: kind('Somebody sends you a message', 'at_once', true),
  container_widened: kind('More people may read a page or group of yours', 'at_once', true),
  container_ownerless: kind('A page or group of yours has no owner any more', 'at_once', true),
  post_pending: kind('Somebody asks to post in your page or group', 'daily', true),
  post_approved: kind('Your post in a page or group is approved', 'daily', true),
  post_declined: kind('Your post in a page or group is not approved', 'daily', true),
  join_declined: kind('Your request to join is declined, with a reason', 'daily', true),
  page_invite: kind('Somebody invites you to a page', 'daily', true),
  page_request: kind('Somebody asks to join your page', 'daily', true),
  page_accepted: kind('You may join a page', 'daily', true),
  page_admin: kind('Somebody makes you an admin of a page', 'at_once', true),
  page_ownership: kind('Somebody offers you the ownership of a page', 'at_once', true),
  page_follow: kind('Somebody follows your page', 'weekly', false),
  page_review: kind('Somebody reviews your page', 'daily', true),
  page_post: kind('There is a new post on a page of which you want all posts', 'daily', true),
  page_package_ends: kind('The package of your page ends soon', 'at_once', true),
  page_submitted: kind('A page waits for approval', 'daily', false),
  page_approved: kind('The site approves your page', 'at_once', true),
  page_declined: kind('The site declines your page', 'at_once', true),
  group_invite: kind('Somebody invites you to a group', 'daily', true),
  group_approve: kind('Somebody asks to join your group', 'daily', true),
  group_accepted: kind('You may join a group', 'daily', true),
  group_promote: kind('Somebody makes you an officer of a group', 'at_once', true),
  group_ownership: kind('Somebody offers you the ownership of a group', 'at_once', true),
  group_post: kind('Somebody posts in a group of which you want all posts', 'daily', true),
  group_announcement: kind('A group announces something to its members', 'daily', true),
  video_processed: kind('Your video is ready', 'off', false),
  video_processed_failed: kind('Your video could not be prepared', 'off', false),
  report_removed: kind('The moderators removed what you reported', 'off', false),
  report_dismissed: kind('The moderators left what you reported as it is', 'off', false),
  report_new: kind('Somebody reports something to the moderators', 'daily', false),
};

interface Category {
  category: string;
  types: ChosenType[];
  isForModerators?: boolean;
}

/** Types in the order of the settings. */
export const categories: Category[] = [
  { category: 'Friends', types: ['friend_request', 'friend_accepted'] },
  { category: 'Messages', types: ['message_new'] },
  { category: 'Your posts and comments', types: ['commented', 'replied', 'liked', 'shared'] },
  {
    category: 'You and others’ posts',
    types: ['post_user', 'mentioned', 'tagged', 'commented_commented', 'liked_commented'],
  },
  {
    category: 'Pages and groups',
    types: [
      'container_widened',
      'container_ownerless',
      'post_pending',
      'post_approved',
      'post_declined',
      'join_declined',
    ],
  },
  {
    category: 'Pages',
    types: [
      'page_invite',
      'page_request',
      'page_accepted',
      'page_admin',
      'page_ownership',
      'page_follow',
      'page_review',
      'page_post',
      'page_package_ends',
      'page_approved',
      'page_declined',
    ],
  },
  {
    category: 'Groups',
    types: [
      'group_invite',
      'group_approve',
      'group_accepted',
      'group_promote',
      'group_ownership',
      'group_post',
      'group_announcement',
    ],
  },
  { category: 'Videos', types: ['video_processed', 'video_processed_failed'] },
  { category: 'Your reports', types: ['report_removed', 'report_dismissed'] },
  { category: 'Moderation', types: ['report_new', 'page_submitted'], isForModerators: true },
];

/** Types that this member can set preferences for. */
export const categoriesFor = (isModerator: boolean): Category[] =>
  categories.filter(({ isForModerators }) => isModerator || !isForModerators);
