/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    /** Who is asking; set by middleware.ts and, for REST, by app/rest.ts. */
    viewer: import('#domains/policy/viewer.ts').Viewer;
    /** Named in the log line, in error answers and on error pages. */
    requestId: string;
    /** The last live event before anything was read for this screen; set by middleware.ts. */
    lastEvent?: string;
    /** The sender's network address, see server/http/client-address.ts. */
    address: string;
    /** What the error page says to somebody who asked for too much or wrongly. */
    refusal?: string;
    /** Path and query that were asked for, before any rewriting; set by middleware.ts. */
    here?: string;
    /** A form of this screen that was refused (app/form-calls.ts). */
    form?: import('#server/form-state.ts').CallFormState;
    /** What the form before this screen has done. */
    notice?: string;
    /** Only while the page cache renders: names what the page shows, and so allows keeping it. */
    cacheTags?: (tags: string[]) => void;
  }
}

declare module 'virtual:emoji' {
  /** See server/build/emoji-data.ts. */
  const text: string;
  export default text;
}

declare module 'virtual:page-access' {
  /** See server/build/page-access.ts. */
  export const publicPages: string[];
  export const memberPages: string[];
}

declare module 'virtual:early-script' {
  /** See server/build/inline-scripts.ts. */
  const script: string;
  export default script;
}

declare module 'virtual:visitor-share' {
  const script: string;
  export default script;
}
