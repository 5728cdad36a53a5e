/**
 * Gives a function that runs `work` once at a time; asked for while it runs, it runs once more
 * afterwards.
 */
export function oneAtATime(work: () => Promise<unknown>): () => void {
  let isBusy = false;
  let isAsked = false;
  const run = async () => {
    isAsked = isBusy;
    if (isBusy) return;
    isBusy = true;
    await work().catch(() => undefined);
    isBusy = false;
    if (isAsked) void run();
  };
  return () => void run();
}
