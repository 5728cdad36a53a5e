/**
 * Limits count in windows that begin at multiples of their length: a test that would run across
 * such a border waits for it to pass.
 */
export async function clearOfBorder(seconds: number, needed = 12): Promise<void> {
  const left = seconds - ((Date.now() / 1_000) % seconds);
  if (left < needed) await new Promise((resolve) => setTimeout(resolve, left * 1_000 + 100));
}
