import { publicListsOf, type KindRoutes } from '#domains/containers/kit/kind-routes.ts';

/** A route of a screen that all kinds of containers have. */
export interface ScreenRoute {
  pattern: string;
  /** In this folder. */
  file: string;
  isPublic?: boolean;
}

/** The tabs of a container: the screen for members of the site, and the one for visitors. */
const tabs = {
  about: ['Tab.astro', 'PublicTab.astro'],
  photos: ['Photos.astro', 'PublicMedia.astro'],
  videos: ['Videos.astro', 'PublicMedia.astro'],
  events: ['Events.astro', 'PublicEvents.astro'],
  members: ['Members.astro', 'PublicMembers.astro'],
} as const;

/** Screens of its staff, by their parts. */
const staffScreens: Record<string, string> = {
  edit: 'Edit.astro',
  photo: 'StaffPhoto.astro',
  requests: 'Requests.astro',
  waiting: 'Waiting.astro',
  members: 'StaffMembers.astro',
  invitations: 'StaffPeople.astro',
  bans: 'StaffPeople.astro',
  links: 'StaffLinks.astro',
  log: 'Log.astro',
};

/** Two screens at one address (decision 012). */
const forBoth = (pattern: string, members: string, visitors: string): ScreenRoute[] => [
  { pattern, file: visitors, isPublic: true },
  { pattern: `/for-members${pattern}`, file: members },
];

/** The routes of a kind; `kindAt` finds the kind of a screen by its address. */
export function screenRoutes(kind: KindRoutes): ScreenRoute[] {
  const { area, folder, front, lists, publicTabs, staffFolder } = kind;
  const [first = ''] = lists;
  const publicLists = publicListsOf(kind);
  const one = `${folder}/[id]`;
  const staff = staffFolder ? `${one}/${staffFolder}` : one;
  return [
    ...lists.flatMap((pattern) =>
      publicLists.includes(pattern)
        ? forBoth(pattern, 'Browse.astro', 'PublicBrowse.astro')
        : [{ pattern, file: 'Browse.astro' }],
    ),
    ...(first === `/${area}` ? [] : [{ pattern: `/${area}`, file: 'lists.ts', isPublic: true }]),
    ...(front ? [{ pattern: one, file: 'front.ts', isPublic: true }] : []),
    ...forBoth(front ? `${one}/${front}` : one, 'Wall.astro', 'PublicWall.astro'),
    ...Object.entries(tabs)
      .filter(([tab]) => tab in kind.tabs)
      .flatMap(([tab, [members, visitors]]) =>
        publicTabs.includes(tab)
          ? forBoth(`${one}/${tab}`, members, visitors)
          : [{ pattern: `${one}/${tab}`, file: members }],
      ),
    ...forBoth(`${one}/search`, 'Search.astro', 'PublicSearch.astro'),
    ...forBoth(`/${area}/[id]/albums/[albumId]`, 'Album.astro', 'PublicAlbum.astro'),
    { pattern: `/${area}/[id]/[...media]`, file: 'Media.astro', isPublic: true },
    { pattern: `/${area}/create`, file: 'Create.astro' },
    ...forBoth(`/${area}/join/[token]`, 'JoinByLink.astro', 'PublicJoinByLink.astro'),
    { pattern: `${one}/feed.xml`, file: 'feed.ts', isPublic: true },
    { pattern: `${one}/members.csv`, file: 'members-file.ts' },
    { pattern: `${one}/invite`, file: 'Invite.astro' },
    { pattern: `${one}/options`, file: 'Options.astro' },
    { pattern: `${one}/dismiss-steps`, file: 'DismissSteps.astro' },
    ...kind.staffScreens.flatMap(({ name, part }) => {
      const file = staffScreens[part];
      return file ? [{ pattern: `${staff}/${name}`, file }] : [];
    }),
  ];
}
