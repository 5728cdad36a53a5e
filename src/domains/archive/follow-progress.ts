import { readExport } from './archive.calls.ts';

const every = 2_000;

/**
 * Updates the progress bar until the job has ended, then reloads the screen. Does nothing without a
 * bar.
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
      // The next request may reach the server again.
    }
    setTimeout(() => void look(), every);
  }
  if (bar) setTimeout(() => void look(), every);
}

export function followExport(): void {
  followProgress(document.querySelector('progress[data-export]'), readExport);
}
