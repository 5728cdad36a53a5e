import { useEffect, useRef } from 'react';
import { onLive } from '#lib/live-events.ts';

const pause = 60_000;
/** Milliseconds over which the screens of many friends spread their requests. */
const spread = 2_000;

/**
 * Calls `look` once a minute while the tab is looked at, when somebody comes back to it, and soon
 * after a friend has posted. Not at once: the page is fresh.
 */
export function useWatch(look: () => void, isOn: boolean): void {
  const latest = useRef(look);
  latest.current = look;
  useEffect(() => {
    if (!isOn) return;
    let last = Date.now();
    let timer: number | undefined;
    const go = () => {
      clearTimeout(timer);
      if (document.visibilityState !== 'visible') return;
      const rest = last + pause - Date.now();
      if (rest <= 0) {
        last = Date.now();
        latest.current();
      }
      timer = window.setTimeout(go, rest > 0 ? rest : pause);
    };
    const hurry = () => {
      if (last + pause - Date.now() <= spread) return;
      last = Date.now() - pause + 800 + Math.random() * (spread - 800);
      go();
    };
    go();
    const stop = onLive('posts', hurry);
    document.addEventListener('visibilitychange', go);
    addEventListener('focus', go);
    addEventListener('pageshow', go);
    return () => {
      clearTimeout(timer);
      stop();
      document.removeEventListener('visibilitychange', go);
      removeEventListener('focus', go);
      removeEventListener('pageshow', go);
    };
  }, [isOn]);
}
