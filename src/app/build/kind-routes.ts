import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { eventRoutes } from '#domains/events/event-paths.ts';
import { groupRoutes } from '#domains/groups/group-paths.ts';
import { pageRoutes } from '#domains/sitepages/page-paths.ts';
import { screenRoutes, type ScreenRoute } from '#layouts/containers/screens.ts';

const folder = new URL('../../layouts/containers/', import.meta.url);
const pages = fileURLToPath(new URL('../../pages', import.meta.url));

const hasFile = ({ pattern }: ScreenRoute): boolean =>
  ['', '/index'].some((end) =>
    ['.astro', '.ts'].some((type) => existsSync(pages + pattern + end + type)),
  );

/**
 * The routes of the screens that all kinds of containers have. A file of src/pages at such an
 * address takes the place of the screen.
 */
export const kindRoutes: ScreenRoute[] = [groupRoutes, pageRoutes, eventRoutes]
  .flatMap(screenRoutes)
  .filter((route) => !hasFile(route));

/** Adds them to those of src/pages. */
export function kindScreens(routes = kindRoutes) {
  return {
    name: 'hearth:kind-screens',
    hooks: {
      'astro:config:setup'({
        injectRoute,
      }: {
        injectRoute: (route: { pattern: string; entrypoint: URL }) => void;
      }) {
        for (const { pattern, file } of routes)
          injectRoute({ pattern, entrypoint: new URL(file, folder) });
      },
    },
  };
}
