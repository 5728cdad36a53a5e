export interface Deadline {
  /** Remaining milliseconds, at least 0. */
  left(): number;
  /** Runs the work; continues when it takes too long or fails. */
  atMost(milliseconds: number, work: (milliseconds: number) => Promise<unknown>): Promise<void>;
}

/** @param onMissed called at the deadline if the process is still running */
export function beginDeadline(within: number, onMissed: () => void): Deadline {
  const end = performance.now() + within;
  setTimeout(onMissed, within).unref();
  const left = () => Math.max(0, end - performance.now());
  return {
    left,
    async atMost(milliseconds, work) {
      const max = Math.min(Math.max(milliseconds, 0), left());
      const over = new Promise((resolve) => setTimeout(resolve, max).unref());
      await Promise.race([work(max).catch(() => undefined), over]);
    },
  };
}
