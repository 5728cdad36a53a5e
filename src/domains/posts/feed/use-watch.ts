import { useEffect, useRef } from 'react';

const pause = 60_000;

/**
 * Calls `look` once a minute while the tab is looked at, and when somebody comes back to it. Not at
 * once: the page is fresh.
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
    go();
    document.addEventListener('visibilitychange', go);
    addEventListener('focus', go);
    addEventListener('pageshow', go);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', go);
      removeEventListener('focus', go);
      removeEventListener('pageshow', go);
    };
  }, [isOn]);
}
