const every = 2_000;

/**
 * Shows how far a job is until it has ended; then the screen is drawn anew. Nothing without a bar.
 */
export function followProgress(
  bar: HTMLProgressElement | null,
  read: (input: Record<never, never>) => Promise<{ state: string; progress: number }>,
): void {
  async function look() {
    try {
      const { state, progress } = await read({});
      if (state !== 'working') return location.reload();
      bar!.value = progress;
    } catch {
      // The next look may reach the server again.
    }
    setTimeout(() => void look(), every);
  }
  if (bar) setTimeout(() => void look(), every);
}
