import { useEffect, useRef, type RefObject } from 'react';

interface Clock {
  /** A new key restarts the clock. */
  turn: string;
  isRunning: boolean;
  /** Duration of a photo. */
  seconds: number;
  video: RefObject<HTMLVideoElement | null>;
  bar: RefObject<HTMLElement | null>;
  onEnd: () => void;
}

/**
 * Maximum time counted between two frames, so that a story does not end while the tab is hidden.
 */
const maxFrameGap = 1_000;

/**
 * Drives the progress bar and calls `onEnd`, for videos by their own time. Uses animation frames,
 * which stop in hidden tabs, and stops while not running.
 */
export function useStoryClock({ turn, isRunning, seconds, video, bar, onEnd }: Clock): void {
  const passed = useRef({ turn, milliseconds: 0 });
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });

  useEffect(() => {
    if (passed.current.turn !== turn) {
      passed.current = { turn, milliseconds: 0 };
      bar.current?.style.setProperty('--done', '0');
    }
    if (!isRunning) return;
    let last: number | undefined;
    let frame = 0;
    const tick = (now: number) => {
      const videoElement = video.current;
      if (!videoElement) passed.current.milliseconds += Math.min(maxFrameGap, now - (last ?? now));
      last = now;
      const done = videoElement
        ? videoElement.currentTime / (videoElement.duration || seconds)
        : passed.current.milliseconds / (seconds * 1_000);
      bar.current?.style.setProperty('--done', String(Math.min(1, done)));
      if (!videoElement && done >= 1) return end.current();
      frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [bar, video, turn, isRunning, seconds]);
}
