import type { Point } from './zoom.rules.ts';

/** Handlers of touch, mouse and wheel gestures. Points are relative to the centre of the stage. */
export interface GestureWatcher {
  drag(by: Point, inAll: Point): void;
  pinch(factor: number, at: Point, by: Point): void;
  /** All fingers are up; `speed` in pixels per millisecond. */
  release(inAll: Point, speed: Point, wasPinched: boolean): void;
  doubleTap(at: Point): void;
  wheel(factor: number, at: Point): void;
}

/** Two taps within this time and distance are a double tap. */
const tapTime = 300;
const tapReach = 24;

const minus = (one: Point, other: Point): Point => ({ x: one.x - other.x, y: one.y - other.y });
const lengthOf = ({ x, y }: Point) => Math.hypot(x, y);
const middleOf = (points: Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
});

/** Returns how to stop. Links, buttons, players and fields on the stage keep their own events. */
export function watchGestures(stage: HTMLElement, watcher: GestureWatcher): () => void {
  const fingers = new Map<number, Point>();
  let start: Point = { x: 0, y: 0 };
  let last: { at: Point; time: number; speed: Point } = { at: start, time: 0, speed: start };
  let lastTap: { at: Point; time: number } | undefined;
  let wasPinched = false;
  const stop = new AbortController();
  const { signal } = stop;

  const toPoint = ({ clientX, clientY }: MouseEvent): Point => {
    const box = stage.getBoundingClientRect();
    return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 };
  };
  const isOwn = ({ target }: Event) =>
    (target as Element).closest('a, button, video, iframe, input, textarea, select') !== null;

  const down = (event: PointerEvent) => {
    if (isOwn(event) || (event.pointerType === 'mouse' && event.button !== 0)) return;
    const at = toPoint(event);
    fingers.set(event.pointerId, at);
    stage.setPointerCapture(event.pointerId);
    if (fingers.size === 1) {
      start = at;
      last = { at, time: event.timeStamp, speed: { x: 0, y: 0 } };
      wasPinched = false;
    } else wasPinched = true;
  };

  const move = (event: PointerEvent) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const at = toPoint(event);
    if (fingers.size === 1) {
      fingers.set(event.pointerId, at);
      const time = Math.max(1, event.timeStamp - last.time);
      const by = minus(at, last.at);
      last = { at, time: event.timeStamp, speed: { x: by.x / time, y: by.y / time } };
      watcher.drag(minus(at, before), minus(at, start));
    } else {
      const pair = () => [...fingers.values()].slice(0, 2) as [Point, Point];
      const [was, wasAt] = [lengthOf(minus(...pair())), middleOf(pair())];
      fingers.set(event.pointerId, at);
      const [is, isAt] = [lengthOf(minus(...pair())), middleOf(pair())];
      watcher.pinch(was > 0 ? is / was : 1, isAt, minus(isAt, wasAt));
    }
  };

  const up = (event: PointerEvent) => {
    const at = fingers.get(event.pointerId);
    if (!at || !fingers.delete(event.pointerId)) return;
    if (fingers.size) return;
    const moved = minus(at, start);
    const isTap = event.type === 'pointerup' && !wasPinched && lengthOf(moved) < 8;
    if (!isTap) lastTap = undefined;
    else if (
      lastTap &&
      event.timeStamp - lastTap.time < tapTime &&
      lengthOf(minus(at, lastTap.at)) < tapReach
    ) {
      lastTap = undefined;
      watcher.doubleTap(at);
    } else lastTap = { at, time: event.timeStamp };
    // A finger that rested before it was lifted did not flick.
    const speed = event.timeStamp - last.time < 80 ? last.speed : { x: 0, y: 0 };
    watcher.release(event.type === 'pointercancel' ? { x: 0, y: 0 } : moved, speed, wasPinched);
  };

  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    // A pinch on a touchpad arrives as wheel events with Ctrl, in small steps.
    const pixels =
      event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * 30;
    watcher.wheel(Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.002)), toPoint(event));
  };

  stage.addEventListener('pointerdown', down, { signal });
  stage.addEventListener('pointermove', move, { signal });
  stage.addEventListener('pointerup', up, { signal });
  stage.addEventListener('pointercancel', up, { signal });
  stage.addEventListener('wheel', wheel, { signal, passive: false });
  // The browser's own dragging of pictures would cancel ours.
  stage.addEventListener('dragstart', (event) => event.preventDefault(), { signal });
  return () => stop.abort();
}
