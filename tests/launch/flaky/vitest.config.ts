import { defineConfig } from 'vitest/config';
import { onceOnly, retry } from '../../support/retries.ts';

/** A run of its own, started by flaky-tests.test.ts. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.fixture.ts'],
    retry,
    tags: onceOnly,
    setupFiles: '../../support/keep-first-try.ts',
  },
});
