/** Lets `most` in at once; the others wait in line, in order. Entering gives what to call when done. */
export function turnstile({ most, longestLine }: { most: number; longestLine: number }) {
  let inside = 0;
  const line: Array<() => void> = [];

  function leave() {
    const next = line.shift();
    if (next) next();
    else inside--;
  }

  return {
    /** Rejects when the line is full. */
    async enter(): Promise<() => void> {
      let hasLeft = false;
      const done = () => {
        if (!hasLeft) leave();
        hasLeft = true;
      };
      if (inside < most) inside++;
      else if (line.length >= longestLine) throw new Error('The line is full');
      else await new Promise<void>((resolve) => line.push(resolve));
      return done;
    },
    figures: () => ({ inside, waiting: line.length }),
  };
}
