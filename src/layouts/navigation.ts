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

/** An entry that leads to one screen. */
interface Link {
  label: string;
  href: string;
  icon: IconNode;
}

/** Links behind one entry: a menu in the header, a folded part of the drawer. */
interface Group {
  label: string;
  icon: IconNode;
  links: Link[];
}

/** Each area that a menu names, in the order of the header. */
const listAreas = (memberId: number) =>
  ({
    home: { label: 'My News Feed', href: '/home', icon: House },
    profile: {
      label: 'My Profile',
      icon: CircleUserRound,
      links: [
        { label: 'Posts', href: `/profile/${memberId}/posts`, icon: MessagesSquare },
        { label: 'Info', href: `/profile/${memberId}/info`, icon: Info },
        { label: 'Videos', href: `/profile/${memberId}/videos`, icon: Video },
        { label: 'Friends', href: `/profile/${memberId}/friends`, icon: Users },
        { label: 'Albums', href: `/profile/${memberId}/albums`, icon: Images },
      ],
    },
    portals: { label: 'Portals', href: '/portals', icon: LayoutGrid },
    pages: {
      label: 'Pages',
      icon: Flag,
      links: [
        { label: 'Home', href: '/pages', icon: Flag },
        { label: 'My Pages', href: '/pages/my-pages', icon: CircleUserRound },
        { label: 'Liked Pages', href: '/pages/liked-pages', icon: ThumbsUp },
        { label: 'Create a Page', href: '/pages/create', icon: PenLine },
      ],
    },
    groups: {
      label: 'Groups',
      icon: MessagesSquare,
      links: [
        { label: 'Browse', href: '/groups/browse', icon: MessagesSquare },
        { label: 'My Groups', href: '/groups/my-groups', icon: CircleUserRound },
        { label: 'Create', href: '/groups/create', icon: PenLine },
      ],
    },
    friends: { label: 'Friends', href: '/friends', icon: Users },
    invite: { label: 'Invite', href: '/invite', icon: UserRoundPlus },
  }) satisfies Record<string, Link | Group>;

type MenuArea = keyof ReturnType<typeof listAreas>;

/**
 * The area of a screen; marks its menu entry as current. Those named here have buttons of their own
 * in the frame.
 */
export type Area = MenuArea | 'messages' | 'notifications' | 'search' | 'settings';

export type NavLink = Link & { area?: Area };
/** `id` is unique among the groups. */
export type NavGroup = Group & { id: string; area?: Area };
export type NavEntry = NavLink | NavGroup;

export const isGroup = (entry: NavEntry): entry is NavGroup => 'links' in entry;

/** The areas in the side navigation; the drawer of small screens also has the portals. */
const sideAreas: MenuArea[] = ['home', 'profile', 'pages', 'groups', 'friends', 'invite'];
const drawerAreas: MenuArea[] = [
  'home',
  'profile',
  'friends',
  'portals',
  'pages',
  'groups',
  'invite',
];
const topAreas: MenuArea[] = ['home', 'profile', 'portals', 'pages', 'groups'];
/** Behind "More" in the header. */
const moreAreas: MenuArea[] = ['invite'];

const toEntry = (memberId: number, area: MenuArea): NavEntry => ({
  id: area,
  area,
  ...listAreas(memberId)[area],
});

/** The area's first screen, under the area's name. */
function toLink(memberId: number, area: MenuArea): NavLink {
  const entry = toEntry(memberId, area);
  if (!isGroup(entry)) return entry;
  const { label, icon, links } = entry;
  return { label, icon, area, href: links[0]!.href };
}

/** The header menus, also on /portals. */
export const topMenu = (memberId: number): NavEntry[] => [
  ...topAreas.map((area) => toEntry(memberId, area)),
  {
    id: 'more',
    label: 'More',
    icon: Ellipsis,
    links: moreAreas.map((area) => toLink(memberId, area)),
  },
];

/** The links of the side navigation. */
export const sideNav = (memberId: number): NavLink[] =>
  sideAreas.map((area) => toLink(memberId, area));

/** The profile's links folded, everything else one link each. */
export const drawerMenu = (memberId: number): NavEntry[] =>
  drawerAreas.map((area) =>
    area === 'profile' ? toEntry(memberId, area) : toLink(memberId, area),
  );

/** The requested path without the trailing slash that Astro adds. */
export const requestedPath = ({ originPathname }: { originPathname: string }): string =>
  originPathname.replace(/(?<=.)\/$/, '');
