import type { FileLimits } from './draft.rules.ts';

/** What the server takes (security.md, section 8). */
export const uploadLimits: FileLimits = { imageMegabytes: 15, videoMegabytes: 200 };
