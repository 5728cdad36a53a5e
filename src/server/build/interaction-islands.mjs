/**
 * Adds `client:near`: an island that is complete as served and does nothing by itself gets its
 * script when somebody comes near it, with the pointer, a finger or the keyboard.
 */
export function nearIslands() {
  return {
    name: 'hearth:near-islands',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) =>
        addClientDirective({
          name: 'near',
          entrypoint: './src/server/build/interaction-directive.mjs',
        }),
    },
  };
}
