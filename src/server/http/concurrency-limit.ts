import { unavailable } from '#server/errors.ts';

/** How much the last gap counts for the pace. */
const smoothing = 0.2;

/**
 * How many requests work at once. Beyond that they wait in line; who has waited for 1.5 s is told
 * to come back, because a server that answers everybody late answers nobody (security.md section 8:
 * pool wait).
 * @param most requests at work; each holds one or two database connections for a part of its time
 */
export function admission(most: number, longestWait = 1_500, longestLine = 2_000) {
  let working = 0;
  /** Milliseconds between two that leave, while others wait; undefined until that is known. */
  let pace: number | undefined;
  let leftAt = 0;
  const line: Array<{ admit: () => void; timer: NodeJS.Timeout }> = [];

  function leave() {
    working--;
    const next = line.shift();
    if (!next) {
      pace = undefined;
      return;
    }
    const now = performance.now();
    const gap = now - leftAt;
    leftAt = now;
    pace = pace === undefined ? gap : pace + (gap - pace) * smoothing;
    clearTimeout(next.timer);
    next.admit();
  }

  /** Resolves when the request may work; call what it gives when done. */
  function enter(): Promise<() => void> {
    let hasLeft = false;
    const done = () => {
      if (!hasLeft) leave();
      hasLeft = true;
    };
    if (working < most) {
      working++;
      return Promise.resolve(done);
    }
    // Told at once, instead of after a wait that is in vain.
    const isInVain = pace !== undefined && (line.length + 1) * pace > longestWait;
    if (line.length >= longestLine || isInVain) return Promise.reject(unavailable(2));
    if (!line.length) leftAt = performance.now();
    return new Promise((resolve, reject) => {
      const admit = () => {
        working++;
        resolve(done);
      };
      const timer = setTimeout(() => {
        line.splice(
          line.findIndex((waiting) => waiting.timer === timer),
          1,
        );
        reject(unavailable(2));
      }, longestWait);
      line.push({ admit, timer });
    });
  }

  return { enter, figures: () => ({ working, waiting: line.length }) };
}
