import { changedSources } from './changed-sources.mjs';
import { islandRuntimePath } from './island-runtime.mjs';

const changes = [
  {
    // The renderer numbers the islands, but passes the prefix of their `useId` to React only where
    // it streams: without it two islands have the same ids, and not those that hydration expects.
    file: /[\\/]@astrojs[\\/]react[\\/]dist[\\/]server\.js/,
    from: 'ReactDOM.renderToString(vnode)',
    to: 'ReactDOM.renderToString(vnode, renderOptions)',
  },
  {
    // Renders no component once more only to learn that it is React's: all are.
    file: /[\\/]@astrojs[\\/]react[\\/]dist[\\/]server\.js/,
    from: 'await renderToStaticMarkup.call(this, Tester, props, children);\n  return isReactComponent;',
    to: 'return true;',
  },
  {
    // Searches for a word first, which is much faster: few components have links.
    file: /[\\/]@astrojs[\\/]react[\\/]dist[\\/]server\.js/,
    from: 'html = html.replace(',
    to: "if (html.includes('<link')) html = html.replace(",
  },
  {
    // A style element in the body is invalid; src/ui/reset.css has the rule.
    file: /[\\/]astro[\\/]dist[\\/]runtime[\\/]server[\\/]scripts\.js/,
    from: '<style>${ISLAND_STYLES}</style>',
    to: '',
  },
  // The runtime of islands is a file (island-runtime.mjs).
  {
    file: /[\\/]astro[\\/]dist[\\/]runtime[\\/]server[\\/]scripts\.js/,
    from:
      '<script>${getDirectiveScriptText(result, directive)}</script>' +
      '<script>${process.env.NODE_ENV === "development" ? islandScriptDev : islandScript}</script>',
    to: `<script async src="${islandRuntimePath}"></script>`,
    isForBuild: true,
  },
  {
    file: /[\\/]astro[\\/]dist[\\/]runtime[\\/]server[\\/]scripts\.js/,
    from: 'return `<script>${getDirectiveScriptText(result, directive)}</script>`;',
    to: "return '';",
    isForBuild: true,
  },
  // Nothing reads these in the browser: an id for reloading in development, a hash of all HTML and
  // properties, and a name.
  {
    file: /[\\/]astro[\\/]dist[\\/]runtime[\\/]server[\\/]render[\\/]component\.js/,
    from: `shorthash(
    \`<!--\${metadata.componentExport.value}:\${metadata.componentUrl}-->
\${html}
\${serializeProps(
      props,
      metadata
    )}\`
  )`,
    to: "''",
    isForBuild: true,
  },
  {
    file: /[\\/]astro[\\/]dist[\\/]runtime[\\/]server[\\/]hydration\.js/,
    from: 'uid: astroId',
    to: '',
    isForBuild: true,
  },
  {
    file: /[\\/]astro[\\/]dist[\\/]runtime[\\/]server[\\/]hydration\.js/,
    from: 'name: metadata.displayName,',
    to: '',
    isForBuild: true,
  },
];

/** Corrects the markup Astro writes around islands. */
export const islandMarkup = () => changedSources('island-markup', changes);
