import type { TestTagDefinition } from 'vitest/config';

/** Projects that depend on how busy the machine is try a failed test once more. */
export const retry = 1;

/**
 * Tests of these are never tried again: a failure that comes only sometimes is the failure that they
 * are for. A file says `// @module-tag races`, a test or group `{ tags: ['races'] }`.
 */
export const onceOnly: TestTagDefinition[] = [
  { name: 'rights', description: 'who may see or do something', retry: 0 },
  { name: 'races', description: 'several at once, or the same twice', retry: 0 },
  { name: 'kills', description: 'processes and connections that end or hang', retry: 0 },
  { name: 'stores', description: 'what the browser keeps', retry: 0 },
];
