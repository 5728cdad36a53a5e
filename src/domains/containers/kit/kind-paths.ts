import type { KindRoutes } from './kind-routes.ts';

/** The columns of a container that decide on its tabs. */
interface Shown {
  itemId: number;
  isReadable: boolean;
  isMemberListShown: boolean;
}

/** The addresses of one container of a kind. */
export const kindPaths = ({ folder, front, staffFolder }: KindRoutes) => ({
  path: (id: number, tab?: string): string =>
    !tab || (tab === 'posts' && !front) ? `${folder}/${id}` : `${folder}/${id}/${tab}`,
  /** The newest posts as Atom. */
  feedPath: (id: number): string => `${folder}/${id}/feed.xml`,
  staffPath: (id: number, name: string): string =>
    staffFolder ? `${folder}/${id}/${staffFolder}/${name}` : `${folder}/${id}/${name}`,
});

/**
 * The tabs that the viewer may open; of a container that is only known, none, or for moderators of
 * the site its members.
 */
export const tabsFor =
  (routes: KindRoutes) =>
  ({ itemId, isReadable, isMemberListShown }: Shown, current: string | undefined) =>
    Object.entries(routes.tabs)
      .filter(
        ([tab]) => isReadable || (isMemberListShown && (tab === 'posts' || tab === 'members')),
      )
      .filter(([tab]) => tab !== 'members' || isMemberListShown)
      .map(([tab, label]) => ({
        label,
        href: kindPaths(routes).path(itemId, tab),
        current: tab === current,
      }));
