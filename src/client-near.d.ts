import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Wakes the island when somebody comes near it (src/server/build/near-islands.mjs). */
    'client:near'?: boolean;
  }
}
