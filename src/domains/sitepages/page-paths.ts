import { roles } from '#domains/containers/container-access.rules.ts';
import type { StaffScreen } from '#domains/containers/kit/container-screens.ts';
import { kindPaths } from '#domains/containers/kit/kind-paths.ts';
import type { KindRoutes } from '#domains/containers/kit/kind-routes.ts';
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
export const dashboardScreens: readonly StaffScreen[] = [
  {
    name: 'overview',
    label: 'Overview',
    role: admin,
    archiveRole: admin,
    lead: 'A longer text, shown on the tab About.',
  },
  { name: 'edit', label: 'Edit', role: admin, archiveRole: admin },
  {
    name: 'photo',
    label: 'Photo',
    role: admin,
    lead: 'The picture beside the name, cropped to a square, and the cover above it. Both also go into the albums of the page.',
  },
  {
    name: 'admin/contact',
    label: 'Contact',
    role: admin,
    lead: 'Shown to everybody who may read the page.',
  },
  {
    name: 'admin/apps',
    label: 'Apps',
    role: admin,
    lead: 'The parts that the page shows, in their order. What is in a hidden part stays.',
  },
  { name: 'admin/insights', label: 'Insights', role: admin, archiveRole: admin },
  { name: 'admin/reports', label: 'Reports', role: admin, archiveRole: admin },
  {
    name: 'admin/manage',
    label: 'Admins and roles',
    role: admin,
    lead: 'Admins edit the page and give roles below their own; moderators approve requests and remove posts.',
  },
  {
    name: 'admin/bans',
    part: 'bans',
    label: 'Bans',
    role: admin,
    archiveRole: admin,
    lead: 'Members who may neither read what is closed nor come back until the ban ends.',
  },
  {
    name: 'admin/featured',
    label: 'Featured admins',
    role: admin,
    lead: 'Admins whom the tab About shows by name.',
  },
  {
    name: 'admin/requests',
    part: 'requests',
    label: 'Requests',
    role: moderator,
    counts: 'requests',
    lead: 'People who ask to join. Whoever is rejected is notified only if you give a reason, and may ask again after 7 days.',
  },
  {
    name: 'admin/posts',
    part: 'waiting',
    label: 'Waiting posts',
    role: moderator,
    lead: 'Posts of members that nobody else sees before you approve them. Whether they wait is chosen under Edit.',
  },
  {
    name: 'admin/notifications',
    label: 'Notifications',
    role: moderator,
    archiveRole: moderator,
    lead: 'For you alone. Your settings for all notifications apply as well.',
  },
  {
    name: 'admin/log',
    part: 'log',
    label: 'Log',
    role: admin,
    archiveRole: admin,
    lead: 'Changes by the staff in the last year, for all admins of the page.',
  },
  {
    name: 'promotion/marketing',
    label: 'Marketing',
    role: admin,
    archiveRole: admin,
    lead: 'Ways to make the page known.',
  },
];

export const pageRoutes: KindRoutes = {
  area: 'pages',
  folder: '/pages/page',
  lists: ['/pages', '/pages/my-pages', '/pages/liked-pages'],
  tabs: pageTabs,
  publicTabs: ['about', 'photos', 'videos', 'members'],
  staffScreens: dashboardScreens,
  staffFolder: 'dashboard',
};

export const { path: pagePath, staffPath: dashboardPath } = kindPaths(pageRoutes);
