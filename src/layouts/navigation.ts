import {
  CalendarDays,
  CircleUserRound,
  Ellipsis,
  Flag,
  House,
  Images,
  Info,
  LayoutGrid,
  Presentation,
  MessagesSquare,
  PenLine,
  ThumbsUp,
  UserRoundPlus,
  Users,
  Video,
  type IconNode,
} from 'lucide';
import { areAdsOn } from '#domains/ads/serving/ad-pool.server.ts';
import type { KindMenu } from '#domains/containers/container-kinds.server.ts';
import type { ContainerArea } from '#lib/container-types.ts';
import { entriesOf } from '#server/domain.ts';

/** An entry that leads to one screen. */
interface Link {
  label: string;
  href: string;
  icon: IconNode;
}

/** Links behind one entry: a menu in the header, a folded part of the drawer. */
interface Menu {
  label: string;
  icon: IconNode;
  links: Link[];
}

const kindIcons: Record<KindMenu['icon'], IconNode> = {
  calendar: CalendarDays,
  create: PenLine,
  flag: Flag,
  messages: MessagesSquare,
  own: CircleUserRound,
  thumb: ThumbsUp,
};

/** The areas of kinds of containers. */
export const kindMenus = (): KindMenu[] =>
  [...entriesOf('containerKinds').values()].flatMap(({ menu }) => menu ?? []);

function toArea({ label, icon, links }: KindMenu): Menu {
  const withIcons = links.map((link) => ({ ...link, icon: kindIcons[link.icon] }));
  return { label, icon: kindIcons[icon], links: withIcons };
}

/** Each area that a menu names, besides those of kinds. */
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
    friends: { label: 'Friends', href: '/friends', icon: Users },
    invite: { label: 'Invite', href: '/invite', icon: UserRoundPlus },
    advertise: { label: 'Advertise', href: '/advertise', icon: Presentation },
  }) satisfies Record<string, Link | Menu>;

/** All kinds of containers, or those that menus show last. */
type Kinds = 'kinds' | 'moreKinds';
type MenuArea = keyof ReturnType<typeof listAreas> | Kinds;

/**
 * The area of a screen; marks its menu entry as current. Those named here have buttons of their own
 * in the frame.
 */
export type Area =
  | Exclude<MenuArea, Kinds>
  | ContainerArea
  | 'messages'
  | 'notifications'
  | 'search'
  | 'settings';

export type NavLink = Link & { area?: Area };
/** `id` is unique among the menus. */
export type NavMenu = Menu & { id: string; area?: Area };
export type NavEntry = NavLink | NavMenu;

export const isMenu = (entry: NavEntry): entry is NavMenu => 'links' in entry;

/** The areas in the side navigation; the drawer of small screens also has the portals. */
const sideAreas: MenuArea[] = [
  'home',
  'profile',
  'kinds',
  'friends',
  'invite',
  'advertise',
  'moreKinds',
];
const drawerAreas: MenuArea[] = [
  'home',
  'profile',
  'friends',
  'portals',
  'kinds',
  'invite',
  'advertise',
  'moreKinds',
];
const topAreas: MenuArea[] = ['home', 'profile', 'portals', 'kinds'];
/** Behind "More" in the header. */
const moreAreas: MenuArea[] = ['invite', 'moreKinds'];

const toKindEntries = (area: Kinds): NavEntry[] =>
  kindMenus()
    .filter(({ isMore = false }) => isMore === (area === 'moreKinds'))
    .map((menu) => ({ id: menu.area, area: menu.area, ...toArea(menu) }));

/** The entries of the areas that are on; 'kinds' is one for each kind of container that has a menu. */
async function toEntries(memberId: number, areas: MenuArea[]): Promise<NavEntry[]> {
  const hasAds = await areAdsOn();
  return areas.flatMap((area): NavEntry[] => {
    if (area === 'kinds' || area === 'moreKinds') return toKindEntries(area);
    if (area === 'advertise' && !hasAds) return [];
    return [{ id: area, area, ...listAreas(memberId)[area] }];
  });
}

/** The area's first screen, under the area's name. */
function toLink(entry: NavEntry): NavLink {
  if (!isMenu(entry)) return entry;
  const { label, icon, links, area } = entry;
  return { label, icon, href: links[0]!.href, ...(area ? { area } : {}) };
}

/** The header menus. */
export const topMenu = async (memberId: number): Promise<NavEntry[]> => [
  ...(await toEntries(memberId, topAreas)),
  {
    id: 'more',
    label: 'More',
    icon: Ellipsis,
    links: (await toEntries(memberId, moreAreas)).map(toLink),
  },
];

/** The links of the side navigation. */
export const sideNav = async (memberId: number): Promise<NavLink[]> =>
  (await toEntries(memberId, sideAreas)).map(toLink);

/** The profile's links folded, everything else one link each. */
export const drawerMenu = async (memberId: number): Promise<NavEntry[]> =>
  (await toEntries(memberId, drawerAreas)).map((entry) =>
    entry.area === 'profile' ? entry : toLink(entry),
  );

/** The requested path without the trailing slash that Astro adds. */
export const requestedPath = ({ originPathname }: { originPathname: string }): string =>
  originPathname.replace(/(?<=.)\/$/, '');
