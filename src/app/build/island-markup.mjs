const changes = [
  {
    // The renderer numbers the islands, but passes the prefix of their `useId` to React only where
    // it streams: without it two islands have the same ids, and not those that hydration expects.
    file: /[\\/]@astrojs[\\/]react[\\/]dist[\\/]server\.js/,
    from: 'ReactDOM.renderToString(vnode)',
    to: 'ReactDOM.renderToString(vnode, renderOptions)',
  },
  {
    // A style element in the body is invalid; src/ui/reset.css has the rule.
    file: /[\\/]astro[\\/]dist[\\/]runtime[\\/]server[\\/]scripts\.js/,
    from: '<style>${ISLAND_STYLES}</style>',
    to: '',
  },
];

/**
 * Corrects the markup Astro writes around islands. Fails the build once there is nothing left to
 * correct.
 */
export const islandMarkup = () => ({
  name: 'island-markup',
  enforce: 'pre',
  transform: {
    filter: { id: changes.map(({ file }) => file) },
    handler(code, id) {
      const { from, to } = changes.find(({ file }) => file.test(id));
      if (!code.includes(from))
        throw new Error(`${id} has changed: see src/app/build/island-markup.mjs.`);
      return { code: code.replace(from, to), map: null };
    },
  },
});
