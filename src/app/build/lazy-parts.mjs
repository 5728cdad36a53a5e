const laterPart = /(?<!typeof )\bimport\(\s*(['"])[^'"]+\.tsx?\1\s*\)/g;

/**
 * Dialogs, popups and toasts load when first opened, so they never run on the server. In the server's build
 * Astro would link their styles in every page that can open them (8 of the 30 KB of the feed's
 * styles).
 */
export function lazyParts() {
  return {
    name: 'hearth:late-parts',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: { include: /[\\/]src[\\/].*\.tsx?$/, exclude: /[\\/]src[\\/]server[\\/]/ } },
      handler(code) {
        if (this.environment.name === 'client' || !code.includes('import(')) return null;
        return {
          code: code.replace(
            laterPart,
            (call) => `new Promise(() => ${JSON.stringify(`${call} is for browsers`)})`,
          ),
          map: null,
        };
      },
    },
  };
}
