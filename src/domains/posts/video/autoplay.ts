/** How much of a video must be seen. */
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
 * Plays the video without sound while it is seen, for members who chose so. Whoever takes it in
 * hand decides from then on.
 */
export function autoplay(video: HTMLVideoElement | null): (() => void) | undefined {
  if (!video || !isWanted()) return undefined;
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (entry!.intersectionRatio < seen) return video.pause();
      video.muted = true;
      // A browser may still say no; then it waits for a press as ever.
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
