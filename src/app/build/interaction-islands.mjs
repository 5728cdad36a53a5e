/**
 * Adds `client:interaction`: hydrates an island on the first pointer, touch or keyboard focus. For
 * islands that are complete as served and do nothing on their own.
 */
export function interactionIslands() {
  return {
    name: 'hearth:interaction-islands',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) =>
        addClientDirective({
          name: 'interaction',
          entrypoint: './src/app/build/interaction-directive.mjs',
        }),
    },
  };
}
