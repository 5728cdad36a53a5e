/**
 * Adds `client:interaction`: an island that is complete as served and does nothing by itself gets its
 * script when somebody comes near it, with the pointer, a finger or the keyboard.
 */
export function interactionIslands() {
  return {
    name: 'hearth:interaction-islands',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) =>
        addClientDirective({
          name: 'interaction',
          entrypoint: './src/server/build/interaction-directive.mjs',
        }),
    },
  };
}
