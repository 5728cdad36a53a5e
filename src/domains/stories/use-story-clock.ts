import { useEffect, useRef, type RefObject } from 'react';

interface Clock {
  /** Another one begins anew. */
  turn: string;
  isRunning: boolean;
  /** How long it stands, where no video tells the time. */
  seconds: number;
  video: RefObject<HTMLVideoElement | null>;
  bar: RefObject<HTMLElement | null>;
  onEnd: () => void;
}

/**
 * A tab that was hidden must not find its story over: more than this never passes between two
 * pictures of the screen.
 */
const longestGap = 1_000;

/**
 * The time of what is shown: its bar fills, and at the end `onEnd` is called, by a video itself. It
 * goes by drawn frames, which browsers do not make for hidden tabs, and stands still while nothing
 * runs.
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
      const film = video.current;
      if (!film) passed.current.milliseconds += Math.min(longestGap, now - (last ?? now));
      last = now;
      const done = film
        ? film.currentTime / (film.duration || seconds)
        : passed.current.milliseconds / (seconds * 1_000);
      bar.current?.style.setProperty('--done', String(Math.min(1, done)));
      if (!film && done >= 1) return end.current();
      frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [turn, isRunning, seconds]);
}
