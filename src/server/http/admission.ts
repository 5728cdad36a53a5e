import { unavailable } from '#server/errors.ts';

/**
 * How many requests work at once. Beyond that they wait in line; who has waited for 1.5 s is told to come back, because
 * a server that answers everybody late answers nobody (security.md section 8: pool wait).
 * @param most requests at work; each holds one or two database connections for a part of its time
 */
export function admission(most: number, longestWait = 1_500, longestLine = 2_000) {
  let working = 0;
  const line: Array<{ admit: () => void; timer: NodeJS.Timeout }> = [];

  function leave() {
    working--;
    const next = line.shift();
    if (!next) return;
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
    if (line.length >= longestLine) return Promise.reject(unavailable(2));
    return new Promise((resolve, reject) => {
      const admit = () => {
        working++;
        resolve(done);
      };
      const timer = setTimeout(() => {
        line.splice(line.findIndex((waiting) => waiting.timer === timer), 1);
        reject(unavailable(2));
      }, longestWait);
      line.push({ admit, timer });
    });
  }

  return { enter, figures: () => ({ working, waiting: line.length }) };
}
