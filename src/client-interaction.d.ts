export {};

declare module 'astro' {
  interface AstroClientDirectives {
    /** Wakes the island when somebody comes near it (src/app/build/interaction-islands.mjs). */
    'client:interaction'?: boolean;
  }
}
