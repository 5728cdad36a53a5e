import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The chunks that a screen's own script loads at once: itself, and what it imports. */
function firstChunks(bundle) {
  const first = new Set();
  const take = (name) => {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk' || first.has(name)) return;
    first.add(name);
    chunk.imports.forEach(take);
  };
  for (const [name, { isEntry, facadeModuleId }] of Object.entries(bundle)) if (isEntry && facadeModuleId?.includes('astro&type=script')) take(name);
  return first;
}

/**
 * Styles of parts that are fetched later (dialogs, popups, the media viewer); those of islands come with what the server draws. Astro treats them in two ways that do not suit:
 * it links all that a screen's own script may fetch some time, which here is every popup of the header on every screen of a member;
 * and it drops those that some screen draws on the server, although the part asks for them by name.
 * So they are hidden while Astro looks (`takeAside`), shown again before Vite writes into scripts what each part needs (`putBack`),
 * and written if they were dropped.
 */
export function lateStyles() {
  const styles = new Map();
  const aside = new Map();
  const applyToEnvironment = ({ name }) => name === 'client';

  const takeAside = {
    order: 'pre',
    handler(_, bundle) {
      const first = firstChunks(bundle);
      for (const [name, file] of Object.entries(bundle)) {
        if (file.type === 'asset' && file.fileName.endsWith('.css')) styles.set(file.fileName, file.source);
        const { importedCss, importedAssets } = file.viteMetadata ?? {};
        // Astro takes styles that no page links for left over; what a chunk names among its assets it lets live.
        for (const style of importedCss ?? []) importedAssets.add(style);
        if (importedCss?.size && !first.has(name)) {
          aside.set(name, [...importedCss]);
          importedCss.clear();
        }
      }
    },
  };
  const putBack = (_, bundle) => {
    for (const [name, names] of aside) for (const style of names) bundle[name]?.viteMetadata.importedCss.add(style);
  };

  return [
    {
      name: 'hearth:late-styles',
      applyToEnvironment,
      generateBundle: takeAside,
      writeBundle({ dir }, bundle) {
        for (const chunk of Object.values(bundle)) {
          for (const [name] of chunk.type === 'chunk' ? chunk.code.matchAll(/_astro\/[\w.@-]+\.css\b/g) : []) {
            const path = join(dir, name);
            if (styles.has(name) && !existsSync(path)) writeFileSync(path, styles.get(name));
          }
        }
      },
    },
    { name: 'hearth:late-styles-again', enforce: 'post', applyToEnvironment, generateBundle: putBack },
  ];
}
