import { loadedWith } from './lazy-styles.mjs';

/**
 * Puts src/ui/load-part.ts around every `import()` of the browser's scripts, where Vite has a helper
 * of its own that asks for each file once. It gets the part's files, without those that the
 * importing script has loaded itself.
 */
export function partLoader() {
  let chunks = {};
  return {
    name: 'hearth:part-loader',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    configEnvironment: (name) =>
      name === 'client' && {
        build: {
          modulePreload: {
            polyfill: false,
            // Vite leaves the part itself out if it is the only file.
            resolveDependencies(file, files, { hostId }) {
              const loaded = loadedWith(chunks, hostId);
              return [...new Set([file, ...files])].filter((one) => !loaded.has(one));
            },
          },
        },
      },
    transform: {
      filter: { id: /vite\/preload-helper\.js$/ },
      handler: () => ({
        code: `export { loadPart as __vitePreload } from '/src/ui/load-part.ts';`,
        map: null,
      }),
    },
    generateBundle(_, bundle) {
      chunks = bundle;
    },
  };
}
