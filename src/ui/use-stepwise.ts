import type { VirtualItem } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useReducer, useRef } from 'react';
import { addedTo, rowsToDraw, type Span } from './drawn-rows.ts';

/** Rows that one frame may add where frames come in time. */
const mostAtOnce = 3;
/** Milliseconds between two frames of which none was left out, or one. */
const inTime = 34;

/** Of the wanted rows those to draw now; draws again, frame by frame, until all are there. */
export function useStepwise(wanted: VirtualItem[], inSight: { startIndex: number; endIndex: number } | null, isAwake: boolean): VirtualItem[] {
  const drawn = useRef<Span>(undefined);
  // A list may be drawn several times for one frame, as rows are measured.
  const frame = useRef({ at: 0, added: 0 });
  // A row takes a phone as long as three take a desk's computer: how long the frames take tells.
  const atOnce = useRef(1);
  const [, drawMore] = useReducer((turn: number) => turn + 1, 0);
  const all = wanted[0] && ([wanted[0].index, wanted.at(-1)!.index] as const);
  const left = () => (frame.current.at === now() ? Math.max(0, atOnce.current - frame.current.added) : atOnce.current);
  // What the server drew wakes up as it is.
  const [first, last] = all && isAwake && inSight && drawn.current ? rowsToDraw(all, [inSight.startIndex, inSight.endIndex], drawn.current, left()) : (all ?? [0, -1]);
  const isComplete = !all || (first === all[0] && last === all[1]);

  useLayoutEffect(() => {
    const added = drawn.current ? addedTo(drawn.current, [first, last]) : 0;
    frame.current = { at: now(), added: (frame.current.at === now() ? frame.current.added : 0) + added };
    drawn.current = [first, last];
  });

  useEffect(() => {
    if (isComplete) return;
    const turn = requestAnimationFrame((next) => {
      atOnce.current = next - frame.current.at > inTime ? 1 : Math.min(mostAtOnce, atOnce.current + 1);
      drawMore();
    });
    return () => cancelAnimationFrame(turn);
  });

  return isComplete ? wanted : wanted.filter(({ index }) => index >= first && index <= last);
}

/** The same for all that happens in one frame. */
const now = () => Number(document.timeline.currentTime);
