import type { VirtualItem } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useReducer, useRef } from 'react';
import { isWithin, rowsToDraw, type Span } from './row-window.ts';

/**
 * Of the wanted rows those to draw now. One more comes in each frame until all are there: a post
 * with all that can be done to it takes much of what a frame may take, and two would be a long
 * task.
 */
export function useIncrementalRows(
  wanted: VirtualItem[],
  inSight: { startIndex: number; endIndex: number } | null,
  isAwake: boolean,
): VirtualItem[] {
  // `at`: the last frame that added one. A list may be drawn several times for one frame, as rows
  // are measured.
  const drawn = useRef<{ span: Span; at: number }>(undefined);
  const [, drawMore] = useReducer((turn: number) => turn + 1, 0);
  const all: Span = wanted[0] ? [wanted[0].index, wanted.at(-1)!.index] : [0, -1];
  const before = isAwake && wanted[0] && inSight ? drawn.current : undefined;
  // What the server drew wakes up as it is.
  const span = before
    ? rowsToDraw(
        all,
        [inSight!.startIndex, inSight!.endIndex],
        before.span,
        before.at === now() ? 0 : 1,
      )
    : all;
  const isComplete = isWithin(all, span);

  useLayoutEffect(() => {
    drawn.current = {
      span,
      at: !before || isWithin(span, before.span) ? (before?.at ?? -1) : now(),
    };
  });

  useEffect(() => {
    if (isComplete) return;
    const turn = requestAnimationFrame(drawMore);
    return () => cancelAnimationFrame(turn);
  });

  return isComplete ? wanted : wanted.filter(({ index }) => index >= span[0] && index <= span[1]);
}

/** The same for all that happens in one frame. */
const now = () => Number(document.timeline.currentTime);
