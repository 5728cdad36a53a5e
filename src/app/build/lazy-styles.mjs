import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const isStyle = /\.css$/;

/** Whether a module or one that it imports at once has styles, by its id. */
function hasStyles(id, getModuleInfo, seen = new Set()) {
  if (seen.has(id)) return false;
  seen.add(id);
  return (
    isStyle.test(id) ||
    (getModuleInfo(id)?.importedIds ?? []).some((one) => hasStyles(one, getModuleInfo, seen))
  );
}

/** The names of a chunk and its static imports. */
export function loadedWith(bundle, first) {
  const all = new Set();
  const take = (name) => {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk' || all.has(name)) return;
    all.add(name);
    chunk.imports.forEach(take);
  };
  take(first);
  return all;
}

/**
 * Styles of the scripts: of parts that are fetched later (dialogs, popups, the media viewer). The
 * server's build links the styles of islands and screens. Astro treats the scripts' styles in two
 * ways that do not suit: it links all that a screen's own script loads or may fetch some time,
 * which here is every popup of the header and, once more, what the islands of all screens share;
 * and it drops those that some screen draws on the server, although the part asks for them by name.
 * So they are hidden while Astro looks (`takeAside`), shown again before Vite writes into scripts
 * what each part needs (`putBack`; a part that imports no styles needs none, although it shares a
 * chunk with what does), and written if they were dropped.
 */
export function lazyStyles() {
  const styles = new Map();
  const aside = new Map();
  const needed = new Map();
  const applyToEnvironment = ({ name }) => name === 'client';

  const takeAside = {
    order: 'pre',
    handler(_, bundle) {
      for (const [name, file] of Object.entries(bundle)) {
        if (file.type === 'asset' && file.fileName.endsWith('.css'))
          styles.set(file.fileName, file.source);
        const { importedCss, importedAssets } = file.viteMetadata ?? {};
        // Astro removes styles that no page links, unless a chunk lists them as assets.
        for (const style of importedCss ?? []) importedAssets.add(style);
        if (importedCss?.size) {
          aside.set(name, [...importedCss]);
          importedCss.clear();
        }
      }
      // Now, while chunks of nothing but styles, which several parts share, are still there.
      const getModuleInfo = (id) => this.getModuleInfo(id);
      const isStyledPart = (id) =>
        getModuleInfo(id)?.dynamicImporters.length && hasStyles(id, getModuleInfo);
      for (const [name, { moduleIds = [] }] of Object.entries(bundle))
        if (moduleIds.some(isStyledPart))
          needed.set(
            name,
            [...loadedWith(bundle, name)].flatMap((one) => aside.get(one) ?? []),
          );
    },
  };
  const putBack = (_, bundle) => {
    for (const [name, all] of needed)
      for (const style of all) bundle[name].viteMetadata.importedCss.add(style);
  };

  return [
    {
      name: 'hearth:late-styles',
      applyToEnvironment,
      generateBundle: takeAside,
      writeBundle({ dir }, bundle) {
        for (const chunk of Object.values(bundle)) {
          for (const [name] of chunk.type === 'chunk'
            ? chunk.code.matchAll(/_astro\/[\w.@-]+\.css\b/g)
            : []) {
            const path = join(dir, name);
            if (styles.has(name) && !existsSync(path)) writeFileSync(path, styles.get(name));
          }
        }
      },
    },
    {
      name: 'hearth:late-styles-again',
      enforce: 'post',
      applyToEnvironment,
      generateBundle: putBack,
    },
  ];
}
