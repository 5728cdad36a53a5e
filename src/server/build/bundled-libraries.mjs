/**
 * Loaded from node_modules at run time: native code and its neighbours, and what only some sites
 * use.
 */
export const external = ['sharp', 'libheif-js', '@aws-sdk/client-s3', '@redis/client'];

/**
 * Takes the server's libraries into its bundle: a start opens a few files instead of 900. Not while
 * developing, where Vite would have to translate CommonJS
 * (docs/decisions/017-bundled-libraries.md).
 */
export function bundledLibraries() {
  return {
    name: 'hearth:bundled-libraries',
    apply: 'build',
    config: () => ({ ssr: { noExternal: true, external } }),
  };
}
