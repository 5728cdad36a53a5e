import { join } from 'node:path';

/**
 * V8 lets its young generation grow with the machine's memory, to some 80 MB of which an idle site
 * uses 8. This size is enough for what a busy server renders at once; the Dockerfile has the same
 * value.
 */
export const serverFlags = ['--max-semi-space-size=16'];

/**
 * The system's allocator keeps up to eight pools for each core, in which compressing leaves gaps:
 * with two, a busy server takes 80 MB less. The Dockerfile has the same value.
 */
export const serverEnvironment = { MALLOC_ARENA_MAX: '2' };

/** Node's arguments for running the server built into this folder. */
export const serverArgs = (out: string) => [...serverFlags, join(out, 'server', 'entry.mjs')];
