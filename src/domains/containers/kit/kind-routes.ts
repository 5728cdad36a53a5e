import type { StaffScreen } from './container-screens.ts';

/**
 * Addresses of a kind of container, from which the build makes the routes of the screens that all
 * kinds have (src/layouts/containers/screens.ts).
 */
export interface KindRoutes {
  /** Begins the addresses of its lists, albums and files: 'groups'. */
  area: string;
  /** Begins the address of one container: '/groups/group'. */
  folder: string;
  lists: readonly string[];
  /** Those that visitors read as well; by default the first. */
  publicLists?: readonly string[];
  /** The last segment of its front, if that has one. */
  front?: string;
  /** Labels of its tabs by their last segments; `posts` is the front. */
  tabs: Readonly<Record<string, string>>;
  /** Tabs that visitors read as well. */
  publicTabs: readonly string[];
  staffScreens: readonly StaffScreen[];
  /** The folder of the screens of its staff. */
  staffFolder?: string;
}

export const publicListsOf = ({ lists, publicLists = lists.slice(0, 1) }: KindRoutes) =>
  publicLists;
