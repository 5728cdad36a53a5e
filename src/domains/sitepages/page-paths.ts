import type { ContainerScreens } from '#domains/containers/container-screens.ts';
import { hasApp, orderedApps, type PageApp } from './sitepages.rules.ts';

/** The tabs of a page in their order, each a screen of its own. */
export const pageTabs = {
  posts: 'Posts',
  about: 'About',
  photos: 'Photos',
  videos: 'Videos',
  reviews: 'Reviews',
  members: 'Members',
} as const;
export type PageTab = keyof typeof pageTabs;

/** Apps that a tab belongs to; without one it cannot be switched off. */
const appOf: Partial<Record<PageTab, PageApp>> = {
  posts: 'discussions',
  photos: 'photos',
  videos: 'videos',
  reviews: 'reviews',
};

export const pagePath = (id: number, tab: PageTab = 'posts'): string =>
  tab === 'posts' ? `/pages/page/${id}` : `/pages/page/${id}/${tab}`;

/** The members as CSV, for its admins. */
export const memberListFile = (id: number): string => `${pagePath(id, 'members')}.csv`;

/** Addresses of the page for links from elsewhere, the short one first. */
export const pageAddresses = (
  { id, slug }: { id: number; slug: string | null },
  origin: string,
): string[] => [...(slug ? [`${origin}/pages/${slug}`] : []), origin + pagePath(id)];

export const pageScreens: ContainerScreens<PageTab> = {
  noun: 'page',
  tabs: pageTabs,
  path: pagePath,
};

interface Shown {
  id: number;
  isReadable: boolean;
  isMemberListShown: boolean;
  hiddenApps: string[];
  appOrder: string[];
  memberTitle: string;
  memberCount: number;
  reviewCount: number;
}

/**
 * The tabs that the viewer may open; of a page that is only known, its front, and for moderators of
 * the site its members.
 */
export function tabsOf(page: Shown, current: PageTab | undefined) {
  const counts: Partial<Record<PageTab, number>> = { reviews: page.reviewCount };
  const names = Object.keys(pageTabs) as PageTab[];
  const ofApps = orderedApps(page.appOrder).flatMap((app) =>
    names.filter((tab) => tab !== 'posts' && appOf[tab] === app),
  );
  const first: PageTab[] = ['posts', 'about'];
  return [...new Set<PageTab>([...first, ...ofApps, ...names])]
    .filter((tab) =>
      tab === 'members' ? page.isMemberListShown : page.isReadable || tab === 'posts',
    )
    .filter((tab) => {
      const app = appOf[tab];
      return tab === 'posts' || !app || hasApp(page, app);
    })
    .map((tab) => ({
      label: (tab === 'members' && page.memberTitle) || pageTabs[tab],
      href: pagePath(page.id, tab),
      current: tab === current,
      count: counts[tab] ?? 0,
    }));
}

/** Screens of the dashboard, below `/pages/page/{id}/dashboard`. */
export const dashboardScreens = [
  { name: 'overview', label: 'Overview' },
  { name: 'edit', label: 'Edit' },
  { name: 'photo', label: 'Photo' },
  { name: 'admin/contact', label: 'Contact' },
  { name: 'admin/apps', label: 'Apps' },
  { name: 'admin/insights', label: 'Insights' },
  { name: 'admin/reports', label: 'Reports' },
  { name: 'admin/manage', label: 'Admins and roles' },
  { name: 'admin/bans', label: 'Bans' },
  { name: 'admin/featured', label: 'Featured admins' },
  { name: 'admin/requests', label: 'Requests' },
  { name: 'admin/posts', label: 'Waiting posts' },
  { name: 'admin/notifications', label: 'Notifications' },
  { name: 'admin/log', label: 'Log' },
  { name: 'promotion/marketing', label: 'Marketing' },
] as const;
/** Screens for moderators too; the others are for admins. */
export const moderatorScreens: readonly string[] = [
  'admin/requests',
  'admin/posts',
  'admin/notifications',
];
/** Screens that are about changes alone: a closed page has none. */
export const changeScreens: readonly string[] = [
  'photo',
  'admin/contact',
  'admin/apps',
  'admin/manage',
  'admin/featured',
  'admin/requests',
  'admin/posts',
];
export type DashboardScreen = (typeof dashboardScreens)[number]['name'];

export const dashboardPath = (id: number, screen: DashboardScreen = 'overview'): string =>
  `/pages/page/${id}/dashboard/${screen}`;
