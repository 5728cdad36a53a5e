import { fileURLToPath } from 'node:url';
import { kindRoutes } from '#app/build/kind-routes.ts';
import { screenRoutes } from '#layouts/containers/screens.ts';
import { clubRoutes } from './club-routes.ts';

export const routes = [...kindRoutes, ...screenRoutes(clubRoutes)];

const screens = fileURLToPath(new URL('./club-screens.ts', import.meta.url));

/**
 * Adds the two lines of a kind, in the build of the tests alone: its names and its manifest, which a
 * server has only if it is started with TEST_KIND. The types of other databases do not have its name.
 */
export const testKindLines = () => ({
  name: 'hearth:test-kind',
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    if (id.endsWith('/src/lib/container-types.ts'))
      return code.replace(
        '} as const;',
        `...(globalThis.process?.env.TEST_KIND
          ? { club: { wireType: 'club', folder: '/clubs/club', mediaFolder: 'clubs' } }
          : {}),\n$&`,
      );
    if (id.endsWith('/src/app/domains.ts'))
      return `import { clubsDomain } from ${JSON.stringify(screens)};\n${code.replace(
        '];',
        '...(process.env.TEST_KIND ? [clubsDomain] : []),\n$&',
      )}`;
    return undefined;
  },
});
