/// <reference types="astro/client" />

declare namespace App {
  /** Somebody whose rights a condition in SQL checks. */
  type SqlViewer = import('#domains/policy/viewer.ts').SqlViewer;

  interface Locals {
    /** The viewer; set by middleware.ts and, for REST, by app/rest.ts. */
    viewer: import('#domains/policy/viewer.ts').Viewer;
    /** Included in log lines, error responses and error pages. */
    requestId: string;
    /** Id of the last live event before this screen read anything; set by middleware.ts. */
    lastEvent?: string;
    /** The sender's network address, see server/http/client-address.ts. */
    address: string;
    /** The device cookie: the id of this browser; set by middleware.ts. */
    device?: string;
    /** Message for the error page. */
    errorMessage?: string;
    /** Path and query of the request, before any rewriting; set by middleware.ts. */
    requestPath?: string;
    /** A rejected form of this screen (app/form-calls.ts). */
    form?: import('#server/form-state.ts').CallFormState;
    /** The result of the previous form, shown once. */
    notice?: string;
    /** The call whose result `notice` is: 'POST /groups/archive/:id'. */
    noticeOf?: string;
    /** A call that undoes it, as `anyFormCall` writes it. */
    undo?: string;
    /** Only while the page cache renders: sets the tags of the page, and so allows caching it. */
    cacheTags?: (tags: string[]) => void;
    /** Likewise: the page is cached until then, or an earlier time, in milliseconds since 1970. */
    cacheUntil?: (time: number) => void;
  }
}

declare module 'virtual:emoji' {
  /** See app/build/emoji-data.ts. */
  const text: string;
  export default text;
}

declare module 'virtual:icon-shapes' {
  /** Address of the file of icons. */
  export const file: string;
  /** The markup of each icon by its name. */
  export const shapes: Record<string, string>;
}

declare module 'virtual:page-access' {
  /** See app/build/page-access.ts. */
  export const publicPages: string[];
  export const memberPages: string[];
}

declare module 'virtual:early-script' {
  /** See app/build/inline-scripts.ts. */
  const script: string;
  export default script;
}

declare module 'virtual:other-member' {
  const script: string;
  export default script;
}

declare module 'virtual:visitor-share' {
  const script: string;
  export default script;
}
