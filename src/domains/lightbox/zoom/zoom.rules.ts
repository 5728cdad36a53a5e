export interface Size {
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

/**
 * Scale relative to the fitted size, and offset of the picture's centre from the stage's in pixels.
 */
export interface Zoom extends Point {
  scale: number;
}

/** Sizes of the stage and of the stored picture. */
export interface View {
  stage: Size;
  picture: Size;
}

export const fitted: Zoom = { scale: 1, x: 0, y: 0 };
/** Factor of one press on + or -. */
export const zoomStep = 1.5;

/** The picture at scale 1: as large as fits the stage. */
export function fitOf({ stage, picture }: View): Size {
  const scale = Math.min(stage.width / picture.width, stage.height / picture.height);
  return { width: picture.width * scale, height: picture.height * scale };
}

/** The scale at which the stage is covered: for a panorama, many times its fitted size. */
function coverScale(view: View): number {
  const fit = fitOf(view);
  return Math.max(view.stage.width / fit.width, view.stage.height / fit.height);
}

/** At least four times, and up to the picture's pixels or the covered stage. */
export function largestScale(view: View): number {
  return Math.min(20, Math.max(4, coverScale(view) * 1.5, view.picture.width / fitOf(view).width));
}

/** Scale of a double tap; a panorama is shown in full height. */
export const closeScale = (view: View): number =>
  Math.min(largestScale(view), Math.max(2.5, coverScale(view)));

const clamp = (min: number, value: number, max: number) => Math.min(max, Math.max(min, value));

/** The nearest offset that leaves no gap between the picture and an edge it can reach. */
export function inBounds({ scale, x, y }: Zoom, view: View): Zoom {
  const fit = fitOf(view);
  const clampedScale = clamp(1, scale, largestScale(view));
  const roomX = Math.max(0, (fit.width * clampedScale - view.stage.width) / 2);
  const roomY = Math.max(0, (fit.height * clampedScale - view.stage.height) / 2);
  return { scale: clampedScale, x: clamp(-roomX, x, roomX) || 0, y: clamp(-roomY, y, roomY) || 0 };
}

/** Zooms to `scale` keeping `point` (relative to the stage's centre) fixed. */
export function zoomTo(zoom: Zoom, scale: number, point: Point, view: View): Zoom {
  const clampedScale = clamp(1, scale, largestScale(view));
  const ratio = clampedScale / zoom.scale;
  return inBounds(
    {
      scale: clampedScale,
      x: point.x - (point.x - zoom.x) * ratio,
      y: point.y - (point.y - zoom.y) * ratio,
    },
    view,
  );
}

export const moveBy = (zoom: Zoom, { x, y }: Point, view: View): Zoom =>
  inBounds({ ...zoom, x: zoom.x + x, y: zoom.y + y }, view);

/** Rounding leaves a trace of zoom, which must not block swipes. */
export const isZoomed = ({ scale }: Zoom): boolean => scale > 1.01;

export type Swipe = 'next' | 'previous' | 'close' | 'about';

/** Interprets the movement of a finger and its speed (pixels per millisecond) when lifted. */
export function toSwipe(moved: Point, speed: Point, stage: Size): Swipe | undefined {
  const isSideways = Math.abs(moved.x) > Math.abs(moved.y);
  const [distance, velocity, length] = isSideways
    ? [moved.x, speed.x, stage.width]
    : [moved.y, speed.y, stage.height];
  const isFlick =
    Math.abs(distance) > 24 &&
    Math.abs(velocity) > 0.4 &&
    Math.sign(velocity) === Math.sign(distance);
  if (!isFlick && Math.abs(distance) < Math.min(160, length / 4)) return undefined;
  if (isSideways) return distance < 0 ? 'next' : 'previous';
  return distance < 0 ? 'about' : 'close';
}
