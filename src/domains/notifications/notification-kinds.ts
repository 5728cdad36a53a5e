import type { NotificationType } from './notifications.rules.ts';

/**
 * What members choose about. A welcome comes once and is there before anybody could choose: in-app,
 * never as a copy.
 */
export type ChosenType = Exclude<NotificationType, 'welcome'>;

/** How soon a mail follows. */
export const frequencies = ['at_once', 'daily', 'weekly', 'off'] as const;
export type Frequency = (typeof frequencies)[number];
export const frequencyLabels: Record<Frequency, string> = {
  at_once: 'E-mail at once',
  daily: 'E-mail daily',
  weekly: 'E-mail weekly',
  off: 'No e-mail',
};

/**
 * How a member is told of one type. What is not told in-app is not told at all: mail and push are
 * copies.
 */
export interface Preference {
  inApp: boolean;
  email: Frequency;
  push: boolean;
}

interface Kind extends Preference {
  /** Who or what happens, for the settings. */
  label: string;
}

const kind = (label: string, email: Frequency, push: boolean, inApp = true): Kind => ({
  label,
  email,
  push,
  inApp,
});

/**
 * Every one of them with what holds for members who chose nothing: a mail at once only where
 * somebody waits for an answer.
 */
export const notificationKinds: Record<ChosenType, Kind> = {
  friend_request: kind('Somebody asks to be your friend', 'at_once', true),
  friend_accepted: kind('Somebody accepts your friend request', 'daily', true),
  commented: kind('Somebody comments on what you posted', 'at_once', true),
  replied: kind('Somebody replies to your comment', 'at_once', true),
  mentioned: kind('Somebody mentions you', 'at_once', true),
  tagged: kind('Somebody tags you in a post', 'at_once', true),
  liked: kind('Somebody reacts to what you posted', 'weekly', false),
  shared: kind('Somebody shares your post', 'daily', true),
  commented_commented: kind('Somebody comments where you commented', 'daily', false),
  liked_commented: kind('Somebody reacts where you commented', 'off', false, false),
  message_new: kind('Somebody sends you a message', 'at_once', true),
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

/** The settings in their order. */
export const categories: Category[] = [
  { category: 'Friends', types: ['friend_request', 'friend_accepted'] },
  { category: 'Messages', types: ['message_new'] },
  { category: 'Your posts and comments', types: ['commented', 'replied', 'liked', 'shared'] },
  {
    category: 'You and others’ posts',
    types: ['mentioned', 'tagged', 'commented_commented', 'liked_commented'],
  },
  { category: 'Videos', types: ['video_processed', 'video_processed_failed'] },
  { category: 'Your reports', types: ['report_removed', 'report_dismissed'] },
  { category: 'Moderation', types: ['report_new'], isForModerators: true },
];

/** What this member may choose about. */
export const categoriesFor = (isModerator: boolean): Category[] =>
  categories.filter(({ isForModerators }) => isModerator || !isForModerators);
