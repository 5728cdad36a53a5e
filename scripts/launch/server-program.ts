import { join } from 'node:path';

/**
 * V8 lets its young generation grow by the machine's memory, to some 80 MB of which an idle site
 * uses 8. This much holds what a busy server renders at once; the Dockerfile says the same.
 */
export const serverFlags = ['--max-semi-space-size=16'];

/** The arguments with which Node runs the server that was built into this folder. */
export const serverArgs = (out: string) => [...serverFlags, join(out, 'server', 'entry.mjs')];
