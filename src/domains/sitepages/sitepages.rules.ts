import {
  belongsTo,
  roles,
  type PostPolicy,
  type Visibility,
} from '#domains/containers/container-access.rules.ts';
import type { StatisticsChunk } from '#lib/statistics.ts';

/** Orders of the list of pages; the first is the default. */
export const pageOrders = [
  'newest',
  'modified',
  'title',
  'views',
  'likes',
  'members',
  'reviews',
  'rating',
  'trending',
] as const;
export type PageOrder = (typeof pageOrders)[number];

export const pageOrderLabels: Record<PageOrder, string> = {
  newest: 'Newest',
  modified: 'Recently changed',
  title: 'By name',
  views: 'Most viewed',
  likes: 'Most liked',
  members: 'Most members',
  reviews: 'Most reviewed',
  rating: 'Best rated',
  trending: 'Trending',
};

/** Tabs of a page that its staff may switch off. */
export const pageApps = ['photos', 'videos', 'reviews', 'events', 'discussions'] as const;
export type PageApp = (typeof pageApps)[number];
/** Apps whose tab exists and can be switched off. */
export const switchableApps: readonly PageApp[] = ['photos', 'videos', 'reviews', 'events'];
/** Those in the order of the page; new ones come last. */
export const orderedApps = (order: string[]): PageApp[] => {
  const positionOf = (app: PageApp) => (order.includes(app) ? order.indexOf(app) : pageApps.length);
  return [...switchableApps].sort((one, other) => positionOf(one) - positionOf(other));
};
export const pageAppLabels: Record<PageApp, string> = {
  photos: 'Photos',
  videos: 'Videos',
  reviews: 'Reviews',
  events: 'Events',
  discussions: 'Posts',
};

/** Whether the page shows a part: one that is hidden is left out everywhere, and nothing is added. */
export const hasApp = ({ hiddenApps }: { hiddenApps: string[] }, app: PageApp): boolean =>
  !hiddenApps.includes(app);

/** Actions that a member of the staff may be notified of. */
export const pageActions = [
  'posted',
  'created',
  'follow',
  'like',
  'joined',
  'comment',
  'review',
] as const;
export type PageAction = (typeof pageActions)[number];
/** Those that notify anybody; the others are kept for the clients that send them. */
export const effectiveActions: readonly PageAction[] = [
  'posted',
  'follow',
  'like',
  'joined',
  'comment',
  'review',
];
/** Those that notify without a choice: all but what every post would cause. */
export const usualActions = pageActions.filter(
  (action) => action !== 'posted' && action !== 'created',
);
export const pageActionLabels: Record<PageAction, string> = {
  posted: 'There is a new post on the page',
  created: 'Photos or events are added',
  follow: 'Somebody follows the page',
  like: 'Somebody likes the page',
  joined: 'Somebody asks to join',
  comment: 'Somebody comments on a post of the page',
  review: 'Somebody reviews the page',
};

export const visibilityLabels: Record<Visibility, string> = {
  everyone: 'Everyone',
  registered: 'All members of this site',
  friends_of_friends: 'Friends of the owner and their friends',
  friends: 'Friends of the owner',
  members: 'Members of the page',
};

export const postPolicyLabels: Record<PostPolicy, string> = {
  members: 'Members of the page',
  approval: 'Members, after approval',
  staff: 'Staff only',
};

export const reviewOrders = ['recent', 'highest', 'lowest', 'helpful'] as const;
export const reviewOrderLabels: Record<(typeof reviewOrders)[number], string> = {
  recent: 'Newest',
  highest: 'Best',
  lowest: 'Worst',
  helpful: 'Most helpful',
};
export type ReviewOrder = (typeof reviewOrders)[number];

/** Ratings that the mean of a page starts with, at the mean of the site. */
export const priorRatings = 5;

/** The mean rating as it is shown, to one decimal place; 0 without a review. */
export const meanRating = ({
  reviewCount,
  ratingSum,
}: {
  reviewCount: number;
  ratingSum: number;
}): number => (reviewCount ? Math.round((ratingSum / reviewCount) * 10) / 10 : 0);

/** Mean and number of the reviews that count, as the page shows them; null without any. */
export const shownRating = (page: {
  reviewCount: number;
  ratingSum: number;
  hiddenApps: string[];
}): { mean: number; count: number } | null =>
  hasApp(page, 'reviews') && page.reviewCount > 0
    ? { mean: meanRating(page), count: page.reviewCount }
    : null;

export const pageTitleLength = 128;
export const descriptionLength = 5_000;
export const overviewLength = 50_000;

interface StaffFacts {
  membership: string;
  role: number;
}

/** Whether joining needs approval: always for those whom the staff removed lately. */
export const asksToJoin = (page: { joinPolicy: string; isRemoved: boolean }): boolean =>
  page.joinPolicy === 'approval' || (page.joinPolicy === 'open' && page.isRemoved);
/** Whether the viewer may follow the page, or stop to: following one that is only known shows nothing. */
export const mayToggleFollowing = (page: {
  membership: string;
  isReadable: boolean;
  isFollowing: boolean;
}): boolean => page.isFollowing || (page.isReadable && page.membership !== 'banned');
export const mayManagePage = (page: StaffFacts): boolean => belongsTo(page, roles.admin);
/** Whether the viewer may make albums of it and add photos: not while it is closed. */
export const mayAddPagePhotos = (page: StaffFacts & { state: string }): boolean =>
  mayManagePage(page) && ['open', 'draft', 'pending'].includes(page.state);
export const mayModeratePage = (page: StaffFacts): boolean => belongsTo(page, roles.moderator);
export const ownsPage = (page: StaffFacts): boolean => belongsTo(page, roles.owner);

/** Why a member who owns so many pages cannot have a package for a new one, or null. */
export function packageRefusal(
  { price, quota }: { price: number; quota: number },
  ownedPages: number,
): string | null {
  if (price > 0)
    return 'This site takes no payments: its administrators can give this package to a page.';
  return ownedPages < quota
    ? null
    : `You already own ${ownedPages} pages, and this package allows ${quota}.`;
}

export const roleLabels: Record<number, string> = {
  [roles.member]: 'Member',
  [roles.moderator]: 'Moderator',
  [roles.admin]: 'Admin',
  [roles.owner]: 'Owner',
};

interface PageNumbers {
  views: number;
  viewers: number;
  visitorViews: number;
  posts: number;
  reviews: number;
  likes: number;
  comments: number;
  joins: number;
  leaves: number;
  follows: number;
  unfollows: number;
}

export interface StatisticsColumn {
  label: string;
  /** One of what it counts. */
  noun: string;
  /** Says what it counts. */
  text: string;
  valueOf: (row: PageNumbers) => number;
}

/**
 * Columns of the numbers of a page. Viewers are known by day only: those of a week or month are
 * added up, so that whoever comes on three days counts three times.
 */
export const statisticsColumns = (chunk: StatisticsChunk): readonly StatisticsColumn[] => [
  {
    label: 'Views',
    noun: 'view',
    text: 'How often members of the site opened it',
    valueOf: ({ views }) => views,
  },
  {
    label: chunk === 'day' ? 'Viewers' : 'Daily viewers',
    noun: 'viewer',
    text: 'Members of the site who opened it',
    valueOf: ({ viewers }) => viewers,
  },
  {
    label: 'Visitors',
    noun: 'visit',
    text: 'How often people without an account opened it',
    valueOf: ({ visitorViews }) => visitorViews,
  },
  { label: 'Posts', noun: 'post', text: 'Written on it', valueOf: ({ posts }) => posts },
  {
    label: 'Likes',
    noun: 'like',
    text: 'Given to the page itself',
    valueOf: ({ likes }) => likes,
  },
  {
    label: 'Comments',
    noun: 'comment',
    text: 'On its posts',
    valueOf: ({ comments }) => comments,
  },
  {
    label: 'Reviews',
    noun: 'review',
    text: 'Shown on the page',
    valueOf: ({ reviews }) => reviews,
  },
  {
    label: 'Members',
    noun: 'member',
    text: 'Joined, minus those who left',
    valueOf: ({ joins, leaves }) => joins - leaves,
  },
  {
    label: 'Followers',
    noun: 'follower',
    text: 'Followed, minus those who unfollowed',
    valueOf: ({ follows, unfollows }) => follows - unfollows,
  },
];

/** How the viewers of a page are counted, as a sentence. */
export const viewersNote = (chunk: StatisticsChunk): string =>
  chunk === 'day'
    ? 'Each member counts as one viewer a day.'
    : 'Daily viewers are the viewers of each day added up: somebody who comes on three days counts three times.';
