/** Visible share of a video from which it plays. */
const seen = 0.6;

function isWanted(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  const hasStill =
    document.documentElement.dataset.motion === 'reduce' ||
    matchMedia('(prefers-reduced-motion: reduce)').matches;
  return (
    document.querySelector('meta[name=autoplay]') !== null && !hasStill && !connection?.saveData
  );
}

/**
 * Plays the video muted while it is visible, for members with that setting, until they use its
 * controls.
 */
export function autoplay(video: HTMLVideoElement | null): (() => void) | undefined {
  if (!video || !isWanted()) return undefined;
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (entry!.intersectionRatio < seen) return video.pause();
      video.muted = true;
      // If the browser refuses, the video waits for a click.
      void video.play().catch(() => undefined);
    },
    { threshold: [0, seen] },
  );
  const stop = () => observer.disconnect();
  observer.observe(video);
  for (const event of ['pointerdown', 'keydown'] as const)
    video.addEventListener(event, stop, { once: true });
  return stop;
}
