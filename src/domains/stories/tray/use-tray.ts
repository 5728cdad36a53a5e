import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { readingStep } from '#ui/arrow-keys.ts';

/**
 * Scrolls the row by wheel, keys and buttons; touch works natively. `onNearEnd` loads more.
 * @param isLong initial guess before it can be measured
 */
export function useTray(isLong: boolean, onNearEnd: () => void) {
  const row: RefObject<HTMLUListElement | null> = useRef(null);
  const [edges, setEdges] = useState({ hasBefore: false, hasAfter: isLong });
  const latest = useRef(onNearEnd);
  useLayoutEffect(() => {
    latest.current = onNearEnd;
  });

  useEffect(() => {
    const list = row.current!;
    const updateEdges = () => {
      const left = Math.abs(list.scrollLeft);
      const room = list.scrollWidth - list.clientWidth;
      setEdges((before) => {
        const now = { hasBefore: left > 4, hasAfter: left < room - 4 };
        return before.hasBefore === now.hasBefore && before.hasAfter === now.hasAfter
          ? before
          : now;
      });
      if (left > room - 400) latest.current();
    };
    // The wheel scrolls the row to its end, then the page.
    const scrollPage = (event: WheelEvent) => {
      const { deltaX, deltaY, ctrlKey } = event;
      if (ctrlKey || Math.abs(deltaX) > Math.abs(deltaY)) return;
      const before = list.scrollLeft;
      list.scrollBy({ left: deltaY, behavior: 'instant' });
      if (list.scrollLeft !== before) event.preventDefault();
    };
    updateEdges();
    const sizes = new ResizeObserver(updateEdges);
    sizes.observe(list);
    list.addEventListener('scroll', updateEdges, { passive: true });
    list.addEventListener('wheel', scrollPage, { passive: false });
    return () => {
      sizes.disconnect();
      list.removeEventListener('scroll', updateEdges);
      list.removeEventListener('wheel', scrollPage);
    };
  }, []);

  const scrollPage = (by: -1 | 1) =>
    row.current?.scrollBy({ left: by * row.current.clientWidth * 0.8 });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const tiles = [...event.currentTarget.querySelectorAll<HTMLElement>('.story-tile')];
    const here = tiles.indexOf(document.activeElement as HTMLElement);
    const step = readingStep(event);
    let next: number;
    if (event.key === 'Home') next = 0;
    else if (event.key === 'End') next = tiles.length - 1;
    else if (step) next = here + step;
    else return;
    if (here < 0) return;
    event.preventDefault();
    tiles[next]?.focus();
  };
  return { row, ...edges, scrollPage, onKeyDown };
}
