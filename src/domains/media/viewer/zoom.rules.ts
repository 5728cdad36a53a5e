export interface Size {
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

/**
 * How a picture lies on the stage: how many times larger than fitted, and how far its centre is
 * from the stage's, in pixels.
 */
export interface Zoom extends Point {
  scale: number;
}

/** What the rules need to know: the stage, and the picture as stored. */
export interface View {
  stage: Size;
  picture: Size;
}

export const fitted: Zoom = { scale: 1, x: 0, y: 0 };
/** One press on + or -. */
export const zoomStep = 1.5;

/** The picture at scale 1: as large as the stage allows without cutting anything off. */
export function fitOf({ stage, picture }: View): Size {
  const scale = Math.min(stage.width / picture.width, stage.height / picture.height);
  return { width: picture.width * scale, height: picture.height * scale };
}

/** So large that nothing of the stage is left empty: for a panorama many times its fitted size. */
function coverScale(view: View): number {
  const fit = fitOf(view);
  return Math.max(view.stage.width / fit.width, view.stage.height / fit.height);
}

/** At least four times, and as far as the picture has pixels or the stage is filled. */
export function largestScale(view: View): number {
  return Math.min(20, Math.max(4, coverScale(view) * 1.5, view.picture.width / fitOf(view).width));
}

/** A double tap shows a picture closely, a panorama in full height. */
export const closeScale = (view: View): number =>
  Math.min(largestScale(view), Math.max(2.5, coverScale(view)));

const between = (least: number, value: number, most: number) =>
  Math.min(most, Math.max(least, value));

/** The nearest place that leaves no gap between the picture and an edge it could reach. */
export function inBounds({ scale, x, y }: Zoom, view: View): Zoom {
  const fit = fitOf(view);
  const kept = between(1, scale, largestScale(view));
  const roomX = Math.max(0, (fit.width * kept - view.stage.width) / 2);
  const roomY = Math.max(0, (fit.height * kept - view.stage.height) / 2);
  return { scale: kept, x: between(-roomX, x, roomX) || 0, y: between(-roomY, y, roomY) || 0 };
}

/** Zooms to `scale` while what lies under `point` (from the stage's centre) stays there. */
export function zoomTo(zoom: Zoom, scale: number, point: Point, view: View): Zoom {
  const kept = between(1, scale, largestScale(view));
  const ratio = kept / zoom.scale;
  return inBounds(
    {
      scale: kept,
      x: point.x - (point.x - zoom.x) * ratio,
      y: point.y - (point.y - zoom.y) * ratio,
    },
    view,
  );
}

export const moveBy = (zoom: Zoom, { x, y }: Point, view: View): Zoom =>
  inBounds({ ...zoom, x: zoom.x + x, y: zoom.y + y }, view);

/** Rounding leaves a trace of zoom behind, which must not lock the swipe. */
export const isZoomed = ({ scale }: Zoom): boolean => scale > 1.01;

export type Swipe = 'next' | 'previous' | 'close' | 'about';

/**
 * What a finger meant that moved by so much, at such a speed (pixels per millisecond) when it left.
 */
export function swipeOf(moved: Point, speed: Point, stage: Size): Swipe | undefined {
  const isSideways = Math.abs(moved.x) > Math.abs(moved.y);
  const [way, pace, length] = isSideways
    ? [moved.x, speed.x, stage.width]
    : [moved.y, speed.y, stage.height];
  const isFlick = Math.abs(way) > 24 && Math.abs(pace) > 0.4 && Math.sign(pace) === Math.sign(way);
  if (!isFlick && Math.abs(way) < Math.min(160, length / 4)) return undefined;
  if (isSideways) return way < 0 ? 'next' : 'previous';
  return way < 0 ? 'about' : 'close';
}
