import {
  CircleUserRound,
  Ellipsis,
  Flag,
  House,
  Images,
  Info,
  LayoutGrid,
  MessagesSquare,
  PenLine,
  ThumbsUp,
  UserRoundPlus,
  Users,
  Video,
  type IconNode,
} from 'lucide';

/** The area of a screen; marks its menu entry as current. */
export type Area =
  | 'home'
  | 'profile'
  | 'friends'
  | 'messages'
  | 'notifications'
  | 'search'
  | 'settings'
  | 'invite'
  | 'portals'
  | 'pages';

export interface NavLink {
  label: string;
  href: string;
  icon: IconNode;
  area?: Area;
}

/** A button that opens a menu of links. */
export interface NavGroup {
  /** Unique among the groups. */
  id: string;
  label: string;
  icon: IconNode;
  area?: Area;
  links: NavLink[];
}

export type NavEntry = NavLink | NavGroup;

export const isGroup = (entry: NavEntry): entry is NavGroup => 'links' in entry;

const feed: NavLink = { label: 'My News Feed', href: '/home', icon: House, area: 'home' };
const friends: NavLink = { label: 'Friends', href: '/friends', icon: Users, area: 'friends' };
const invite: NavLink = { label: 'Invite', href: '/invite', icon: UserRoundPlus, area: 'invite' };
const portals: NavLink = { label: 'Portals', href: '/portals', icon: LayoutGrid, area: 'portals' };

const profileGroup = (memberId: number): NavGroup => {
  const tab = (name: string, label: string, icon: IconNode): NavLink => ({
    label,
    href: `/profile/${memberId}/${name}`,
    icon,
  });
  return {
    id: 'profile',
    label: 'My Profile',
    icon: CircleUserRound,
    area: 'profile',
    links: [
      tab('posts', 'Posts', MessagesSquare),
      tab('info', 'Info', Info),
      tab('videos', 'Videos', Video),
      tab('friends', 'Friends', Users),
      tab('albums', 'Albums', Images),
    ],
  };
};

const pages: NavGroup = {
  id: 'pages',
  label: 'Pages',
  icon: Flag,
  area: 'pages',
  links: [
    { label: 'Home', href: '/pages', icon: Flag, area: 'pages' },
    { label: 'My Pages', href: '/pages/my-pages', icon: CircleUserRound },
    { label: 'Liked Pages', href: '/pages/liked-pages', icon: ThumbsUp },
    { label: 'Create a Page', href: '/pages/create', icon: PenLine },
  ],
};
const pagesLink: NavLink = { ...pages.links[0]!, label: 'Pages' };

/** The header menus, also on /portals. Each area adds its entries here. */
export const topMenu = (memberId: number): NavEntry[] => [
  feed,
  profileGroup(memberId),
  portals,
  pages,
  { id: 'more', label: 'More', icon: Ellipsis, links: [invite] },
];

/** The links of the side navigation. */
export const sideNav = (memberId: number): NavLink[] => {
  const { links, ...profile } = profileGroup(memberId);
  return [feed, { ...profile, href: links[0]!.href }, pagesLink, friends, invite];
};

/** Both combined, for the drawer on small screens. */
export const drawerMenu = (memberId: number): NavEntry[] => [
  feed,
  profileGroup(memberId),
  friends,
  portals,
  pagesLink,
  invite,
];

/** The requested path without the trailing slash that Astro adds. */
export const requestedPath = ({ originPathname }: { originPathname: string }): string =>
  originPathname.replace(/(?<=.)\/$/, '');
