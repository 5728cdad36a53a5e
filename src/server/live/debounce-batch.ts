import { errorFields, log } from '#server/log.ts';

/** Milliseconds over which items are collected. */
const batchFor = 150;

/** Collects items for a short time, deduplicated by key, and handles them in one batch. */
export function debounceBatch<One>(
  keyOf: (one: One) => string,
  handle: (all: One[]) => Promise<void>,
): (one: One) => void {
  let batch = new Map<string, One>();
  let timer: NodeJS.Timeout | undefined;
  return (one) => {
    batch.set(keyOf(one), one);
    timer ??= setTimeout(() => {
      const all = [...batch.values()];
      batch = new Map();
      timer = undefined;
      void handle(all).catch((error: unknown) =>
        log('warn', 'live changes not sent', errorFields(error)),
      );
    }, batchFor).unref();
  };
}
