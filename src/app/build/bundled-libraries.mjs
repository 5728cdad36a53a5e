/**
 * Loaded from node_modules at run time: native modules, their companions, and libraries that only
 * some sites use.
 */
export const external = ['sharp', 'libheif-js', '@aws-sdk/client-s3', '@redis/client'];

/**
 * Bundles the server's libraries: a start opens a few files instead of 900. Not in development,
 * where Vite would have to translate CommonJS (docs/decisions/017-bundled-libraries.md).
 */
export function bundledLibraries() {
  return {
    name: 'hearth:bundled-libraries',
    apply: 'build',
    config: () => ({ ssr: { noExternal: true, external } }),
  };
}
