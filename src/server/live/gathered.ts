import { errorFields, log } from '#server/log.ts';

/** Many that come at once are looked at together. */
const gatherFor = 150;

/** Collects what is told within a moment, each once by its key, and hands it on together. */
export function gathered<One>(
  keyOf: (one: One) => string,
  handOn: (all: One[]) => Promise<void>,
): (one: One) => void {
  let waiting = new Map<string, One>();
  let timer: NodeJS.Timeout | undefined;
  return (one) => {
    waiting.set(keyOf(one), one);
    timer ??= setTimeout(() => {
      const all = [...waiting.values()];
      waiting = new Map();
      timer = undefined;
      void handOn(all).catch((error: unknown) =>
        log('warn', 'live changes not told', errorFields(error)),
      );
    }, gatherFor).unref();
  };
}
