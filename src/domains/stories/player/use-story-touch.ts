import { useRef, useState, type PointerEvent } from 'react';

/** Minimum press to hold a story, in milliseconds; shorter ones are clicks. */
const holdTime = 220;
const swipeReach = 60;
const tapReach = 12;

interface Touch {
  onSwipe: (to: 'next' | 'previous' | 'close') => void;
}

/**
 * Hold to pause, swipe sideways for the next or previous person, down to close. Other presses stay
 * clicks (`takeClick`).
 */
export function useStoryTouch({ onSwipe }: Touch) {
  const [isHeld, setHeld] = useState(false);
  const start = useRef<{ x: number; y: number; id: number }>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isClick = useRef(true);

  const end = () => {
    clearTimeout(timer.current);
    start.current = undefined;
    setHeld(false);
  };
  return {
    isHeld,
    /** Returns false for the click that ends a hold or a swipe. */
    takeClick: () => {
      const isReal = isClick.current;
      isClick.current = true;
      return isReal;
    },
    touch: {
      onPointerDown: ({
        clientX: x,
        clientY: y,
        pointerId: id,
        button,
        currentTarget,
      }: PointerEvent<HTMLElement>) => {
        if (button !== 0 || start.current) return;
        currentTarget.setPointerCapture(id);
        start.current = { x, y, id };
        isClick.current = true;
        timer.current = setTimeout(() => {
          isClick.current = false;
          setHeld(true);
        }, holdTime);
      },
      onPointerMove: ({ clientX, clientY, pointerId }: PointerEvent<HTMLElement>) => {
        if (
          start.current?.id !== pointerId ||
          Math.hypot(clientX - start.current.x, clientY - start.current.y) < tapReach
        )
          return;
        isClick.current = false;
      },
      onPointerUp: ({ clientX, clientY, pointerId }: PointerEvent<HTMLElement>) => {
        if (start.current?.id !== pointerId) return;
        const [x, y] = [clientX - start.current.x, clientY - start.current.y];
        end();
        if (Math.abs(x) > swipeReach && Math.abs(x) > Math.abs(y))
          onSwipe(x < 0 ? 'next' : 'previous');
        else if (y > swipeReach * 1.5 && y > Math.abs(x)) onSwipe('close');
      },
      onPointerCancel: end,
      // A long press must not open the context menu.
      onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
    },
  };
}
