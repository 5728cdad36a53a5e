export interface Deadline {
  /** Milliseconds until then; never less than none. */
  left(): number;
  /** Does the work, and goes on when it takes too long or fails. */
  atMost(milliseconds: number, work: (milliseconds: number) => Promise<unknown>): Promise<void>;
}

/** @param onMissed what happens then, if the process still runs */
export function beginDeadline(within: number, onMissed: () => void): Deadline {
  const end = performance.now() + within;
  setTimeout(onMissed, within).unref();
  const left = () => Math.max(0, end - performance.now());
  return {
    left,
    async atMost(milliseconds, work) {
      const most = Math.min(Math.max(milliseconds, 0), left());
      const over = new Promise((resolve) => setTimeout(resolve, most).unref());
      await Promise.race([work(most).catch(() => undefined), over]);
    },
  };
}
