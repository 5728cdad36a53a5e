/**
 * Returns a function that runs `work`, one run at a time; called during a run, it runs once more
 * afterwards.
 */
export function oneAtATime(work: () => Promise<unknown>): () => void {
  let isBusy = false;
  let isRequestedAgain = false;
  const run = async () => {
    isRequestedAgain = isBusy;
    if (isBusy) return;
    isBusy = true;
    await work().catch(() => undefined);
    isBusy = false;
    if (isRequestedAgain) void run();
  };
  return () => void run();
}
