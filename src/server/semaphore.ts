interface Turns {
  /** Inside at once. */
  most: number;
  longestLine: number;
  /** In milliseconds; what no request waits for may wait without end. */
  longestWait?: number;
}

/**
 * Lets `most` in at once; the others wait in line, in order. Entering gives what to call when done.
 */
export function semaphore({ most, longestLine, longestWait }: Turns) {
  let inside = 0;
  const line: Array<() => void> = [];

  function leave() {
    const next = line.shift();
    if (next) next();
    else inside--;
  }

  function waitInLine(): Promise<void> {
    return new Promise((resolve, reject) => {
      const expire = () => {
        line.splice(line.indexOf(admit), 1);
        reject(new Error('The wait took too long'));
      };
      const timer = longestWait === undefined ? undefined : setTimeout(expire, longestWait);
      const admit = () => {
        clearTimeout(timer);
        resolve();
      };
      line.push(admit);
    });
  }

  return {
    /** Rejects when the line is full, or after the longest wait. */
    async enter(): Promise<() => void> {
      let hasLeft = false;
      const done = () => {
        if (!hasLeft) leave();
        hasLeft = true;
      };
      if (inside < most) inside++;
      else if (line.length >= longestLine) throw new Error('The line is full');
      else await waitInLine();
      return done;
    },
    figures: () => ({ inside, waiting: line.length }),
  };
}
