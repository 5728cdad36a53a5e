import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kindRoutes } from './kind-routes.ts';

export interface PageAccess {
  /** Route patterns of pages with `export const access = 'public'`, which need no account. */
  publicPages: string[];
  /** Route patterns whose page for members lies in for-members, at the same address. */
  memberPages: string[];
}

const memberFolder = 'for-members';

/** `posts/[id].astro` answers `/posts/[id]`. */
const toPattern = (file: string): string =>
  `/${file.replace(/\.(astro|ts)$/, '').replace(/(^|\/)index$/, '')}`;

/** Reads the source of the pages at build time, as Astro does for `prerender`, and the routes of kinds. */
export function readPageAccess(root: string, routes = kindRoutes): PageAccess {
  const pages = globSync('**/*.{astro,ts}', { cwd: root }).map((file) =>
    file.replaceAll('\\', '/'),
  );
  const isForMembers = (file: string) => file.startsWith(`${memberFolder}/`);
  return {
    publicPages: pages
      .filter((file) => !isForMembers(file))
      .filter((file) =>
        /^export const access = 'public';$/m.test(readFileSync(join(root, file), 'utf8')),
      )
      .map(toPattern)
      .concat(routes.flatMap(({ pattern, isPublic }) => (isPublic ? [pattern] : [])))
      .sort(),
    memberPages: pages
      .filter(isForMembers)
      .map(toPattern)
      .concat(routes.map(({ pattern }) => pattern))
      .filter((pattern) => `${pattern}/`.startsWith(`/${memberFolder}/`))
      .map((pattern) => pattern.slice(memberFolder.length + 1) || '/')
      .sort(),
  };
}

/** Gives `import { publicPages, memberPages } from 'virtual:page-access'`. */
export function pageAccess(root: string, routes = kindRoutes) {
  const name = 'virtual:page-access';
  return {
    name: 'hearth:page-access',
    resolveId: (id: string) => (id === name ? `\0${name}` : undefined),
    load: (id: string) =>
      id === `\0${name}`
        ? Object.entries(readPageAccess(root, routes))
            .map(([key, patterns]) => `export const ${key} = ${JSON.stringify(patterns)};`)
            .join('\n')
        : undefined,
    /** In development a page may become public, or move. */
    hotUpdate(
      this: {
        environment: {
          moduleGraph: {
            getModuleById: (id: string) => object | undefined;
            invalidateModule: (module: never) => void;
          };
        };
      },
      { file }: { file: string },
    ) {
      if (!file.startsWith(root)) return;
      const { moduleGraph } = this.environment;
      const module = moduleGraph.getModuleById(`\0${name}`);
      if (module) moduleGraph.invalidateModule(module as never);
    },
  };
}
