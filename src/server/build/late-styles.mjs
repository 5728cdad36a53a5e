import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Astro drops the styles of parts that some screen draws on the server, because that screen brings them along. A part that is fetched
 * later, over any screen (the media viewer), still asks for them by name: what is asked for is written after all.
 */
export function lateStyles() {
  const styles = new Map();
  return {
    name: 'late-styles',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'asset' && file.fileName.endsWith('.css')) styles.set(file.fileName, file.source);
          // Astro takes styles that no page links for left over; what a chunk names among its assets it lets live.
          else for (const name of file.viteMetadata?.importedCss ?? []) file.viteMetadata.importedAssets.add(name);
        }
      },
    },
    writeBundle({ dir }, bundle) {
      for (const chunk of Object.values(bundle)) {
        for (const [name] of chunk.type === 'chunk' ? chunk.code.matchAll(/_astro\/[\w.@-]+\.css\b/g) : []) {
          const path = join(dir, name);
          if (styles.has(name) && !existsSync(path)) writeFileSync(path, styles.get(name));
        }
      }
    },
  };
}
