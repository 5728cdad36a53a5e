import type { VirtualItem } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useReducer, useRef } from 'react';
import { isWithin, rowsToDraw, type Span } from './row-window.ts';

/**
 * The rows to render now. One more is added in each frame until all are there: a post with its
 * actions takes most of a frame, and two would be a long task.
 */
export function useIncrementalRows(
  wanted: VirtualItem[],
  visible: { startIndex: number; endIndex: number } | null,
  isAwake: boolean,
): VirtualItem[] {
  // `at`: the last frame that added a row. A list may render several times in a frame, as rows are
  // measured.
  const drawn = useRef<{ span: Span; at: number }>(undefined);
  const [, drawMore] = useReducer((turn: number) => turn + 1, 0);
  const all: Span = wanted[0] ? [wanted[0].index, wanted.at(-1)!.index] : [0, -1];
  const before = isAwake && wanted[0] && visible ? drawn.current : undefined;
  // Server-rendered rows hydrate unchanged.
  const span = before
    ? rowsToDraw(
        all,
        [visible!.startIndex, visible!.endIndex],
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

/** Constant within a frame. */
const now = () => Number(document.timeline.currentTime);
