/**
 * Waits if a test would cross the border of a limit's window, which starts at multiples of its
 * length.
 */
export async function avoidWindowBorder(seconds: number, needed = 12): Promise<void> {
  const left = seconds - ((Date.now() / 1_000) % seconds);
  if (left < needed) await new Promise((resolve) => setTimeout(resolve, left * 1_000 + 100));
}
