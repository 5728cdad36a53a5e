import { roles } from '#domains/containers/container-access.rules.ts';
import { kindPaths } from '#domains/containers/kit/kind-paths.ts';
import type { KindRoutes } from '#domains/containers/kit/kind-routes.ts';
import { staffScreens } from '#domains/containers/kit/staff-screens.ts';
import { hasApp, orderedApps, type PageApp } from './sitepages.rules.ts';

/** The tabs of a page in their order, each a screen of its own. */
export const pageTabs = {
  posts: 'Posts',
  about: 'About',
  photos: 'Photos',
  videos: 'Videos',
  events: 'Events',
  reviews: 'Reviews',
  members: 'Members',
} as const;
export type PageTab = keyof typeof pageTabs;

/** Apps that a tab belongs to; without one it cannot be switched off. */
const appOf: Partial<Record<PageTab, PageApp>> = {
  posts: 'discussions',
  photos: 'photos',
  videos: 'videos',
  events: 'events',
  reviews: 'reviews',
};

/** Addresses of the page for links from elsewhere, the short one first. */
export const pageAddresses = (
  { id, slug }: { id: number; slug: string | null },
  origin: string,
): string[] => [...(slug ? [`${origin}/pages/${slug}`] : []), origin + pagePath(id)];

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
export function tabsOf(page: Shown, current: string | undefined) {
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

const { moderator, admin } = roles;

/**
 * Screens of the dashboard, below `/pages/page/{id}/dashboard`. A closed page has none that are
 * about changes alone.
 */
const dashboard = staffScreens(admin, [
  { name: 'edit', archiveRole: admin },
  {
    name: 'overview',
    label: 'Overview',
    heading: 'Settings',
    icon: 'text',
    archiveRole: admin,
    lead: 'A longer text for the About tab.',
  },
  {
    name: 'photo',
    lead: 'The photo beside the name, cropped to a square, and the cover above it. Both are also added to the albums of the page.',
  },
  {
    name: 'admin/contact',
    label: 'Contact',
    heading: 'Settings',
    icon: 'contact',
    lead: 'Shown to everyone who can read the page.',
  },
  {
    name: 'admin/apps',
    label: 'Apps',
    heading: 'Settings',
    icon: 'parts',
    lead: 'The tabs the page shows, in this order. Hiding a tab keeps what is in it.',
  },
  { name: 'admin/requests', role: moderator },
  { name: 'admin/posts', part: 'waiting', role: moderator },
  {
    name: 'admin/manage',
    part: 'members',
    label: 'Admins and roles',
    lead: 'Admins edit the page and give roles below their own; moderators approve requests and remove posts.',
  },
  {
    name: 'admin/featured',
    label: 'Featured admins',
    heading: 'People and posts',
    icon: 'star',
    lead: 'Admins shown by name on the About tab.',
  },
  { name: 'admin/bans' },
  {
    name: 'promotion/marketing',
    label: 'Marketing',
    heading: 'Activity',
    icon: 'promotion',
    archiveRole: admin,
    lead: 'Ways to spread the word about the page.',
  },
  {
    name: 'admin/insights',
    label: 'Insights',
    heading: 'Activity',
    icon: 'chart',
    archiveRole: admin,
  },
  {
    name: 'admin/reports',
    label: 'Reports',
    heading: 'Activity',
    icon: 'table',
    archiveRole: admin,
  },
  { name: 'admin/log' },
  {
    name: 'admin/notifications',
    label: 'Notifications',
    heading: 'Activity',
    icon: 'bell',
    role: moderator,
    archiveRole: moderator,
    lead: 'Just for you. Your general notification settings apply as well.',
  },
]);

export const pageRoutes: KindRoutes = {
  area: 'pages',
  folder: '/pages/page',
  lists: ['/pages', '/pages/my-pages', '/pages/liked-pages'],
  tabs: pageTabs,
  publicTabs: ['about', 'photos', 'videos', 'events', 'members'],
  staffScreens: dashboard,
  staffFolder: 'dashboard',
};

export const { path: pagePath, staffPath: dashboardPath } = kindPaths(pageRoutes);
