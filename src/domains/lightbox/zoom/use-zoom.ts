import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { watchGestures } from './gestures.ts';
import {
  closeScale,
  fitted,
  isZoomed,
  largestScale,
  moveBy,
  toSwipe,
  zoomStep,
  zoomTo,
  type Point,
  type Size,
  type Swipe,
  type View,
  type Zoom,
} from './zoom.rules.ts';

export interface ZoomControl {
  isZoomed: boolean;
  isClosest: boolean;
  zoom: (way: 'in' | 'out' | 'reset') => void;
}

export const zoomKeys = ({ zoom }: ZoomControl) => ({
  '+': () => zoom('in'),
  '=': () => zoom('in'),
  '-': () => zoom('out'),
  0: () => zoom('reset'),
});

interface Parts {
  stage: RefObject<HTMLElement | null>;
  track: RefObject<HTMLElement | null>;
}

const centre: Point = { x: 0, y: 0 };
/** At the ends of the set the picture follows the finger only a little. */
const resistance = 0.3;

/**
 * Zoom and swipes of the shown picture. Writes styles directly to the elements: rendering would lag
 * behind the finger.
 * @param picture its stored size; undefined if it cannot be zoomed
 * @param ends whether a swipe leads nowhere
 */
export function useZoom(
  { stage, track }: Parts,
  id: number,
  picture: Size | undefined,
  ends: { isFirst: boolean; isLast: boolean },
  onSwipe: (swipe: Swipe) => void,
): ZoomControl {
  const zoom = useRef<Zoom>(fitted);
  const [scale, setScale] = useState(1);
  const now = useRef({ picture, ends, onSwipe });
  now.current = { picture, ends, onSwipe };

  const viewOf = (): View | undefined => {
    const element = stage.current;
    return element && picture
      ? { stage: { width: element.clientWidth, height: element.clientHeight }, picture }
      : undefined;
  };

  const set = (next: Zoom, isSmooth: boolean) => {
    zoom.current = next;
    const element = track.current?.querySelector<HTMLElement>('[data-at="0"] .viewer-zoom');
    if (element) {
      element.toggleAttribute('data-smooth', isSmooth);
      element.style.transform =
        isZoomed(next) || isSmooth
          ? `translate(${next.x}px, ${next.y}px) scale(${next.scale})`
          : '';
    }
    stage.current?.toggleAttribute('data-zoomed', isZoomed(next));
    setScale(next.scale);
  };

  // Resets the zoom when another picture is shown or the stage is resized, so that the last one
  // does not stay large.
  const reset = useEffectEvent(() => {
    for (const element of track.current?.querySelectorAll<HTMLElement>('.viewer-zoom') ?? [])
      element.style.transform = '';
    set(fitted, false);
  });
  useEffect(() => {
    reset();
    addEventListener('resize', reset);
    return () => removeEventListener('resize', reset);
  }, [id]);

  const moveTo = useEffectEvent(set);
  const measure = useEffectEvent(viewOf);
  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    element.toggleAttribute('data-awake', true);
    const follow = (x: number, y: number) => {
      if (!track.current) return;
      track.current.toggleAttribute('data-panned', x !== 0 || y !== 0);
      track.current.style.translate = x || y ? `${x}px ${y}px` : '';
    };
    return watchGestures(element, {
      drag(by, inAll) {
        const view = measure();
        if (isZoomed(zoom.current)) return view && moveTo(moveBy(zoom.current, by, view), false);
        const { isFirst, isLast } = now.current.ends;
        if (Math.abs(inAll.x) < Math.abs(inAll.y)) return follow(0, Math.max(0, inAll.y));
        const leadsNowhere = (inAll.x > 0 && isFirst) || (inAll.x < 0 && isLast);
        follow(inAll.x * (leadsNowhere ? resistance : 1), 0);
      },
      pinch(factor, at, by) {
        const view = measure();
        follow(0, 0);
        if (view)
          moveTo(
            moveBy(zoomTo(zoom.current, zoom.current.scale * factor, at, view), by, view),
            false,
          );
      },
      release(inAll, speed, wasPinched) {
        follow(0, 0);
        if (wasPinched || isZoomed(zoom.current)) return;
        const swipe = toSwipe(inAll, speed, {
          width: element.clientWidth,
          height: element.clientHeight,
        });
        if (swipe) now.current.onSwipe(swipe);
      },
      doubleTap(at) {
        const view = measure();
        if (view)
          moveTo(
            isZoomed(zoom.current) ? fitted : zoomTo(zoom.current, closeScale(view), at, view),
            true,
          );
      },
      wheel(factor, at) {
        const view = measure();
        if (view) moveTo(zoomTo(zoom.current, zoom.current.scale * factor, at, view), false);
      },
    });
  }, [stage, track, id, picture?.width, picture?.height]);

  const view = typeof document === 'undefined' ? undefined : viewOf();
  return {
    isZoomed: isZoomed({ ...fitted, scale }),
    isClosest: !picture || (view !== undefined && scale >= largestScale(view) - 0.01),
    zoom(way) {
      const current = viewOf();
      if (!current) return;
      const wanted = way === 'in' ? zoom.current.scale * zoomStep : zoom.current.scale / zoomStep;
      set(way === 'reset' ? fitted : zoomTo(zoom.current, wanted, centre, current), true);
    },
  };
}
