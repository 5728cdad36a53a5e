// Computes the crop of a picture behind a frame. Everything is a fraction of the picture, so its
// size on the screen does not matter.

export interface Crop {
  /** Centre of the crop. */
  x: number;
  y: number;
  /** 1 fills the frame, more zooms in. */
  zoom: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Part {
  left: number;
  top: number;
  width: number;
  height: number;
}

export const centred: Crop = { x: 0.5, y: 0.5, zoom: 1 };
export const maxZoom = 4;

/**
 * The part of the picture that fills the frame; never beyond an edge of the picture.
 * @param frame width divided by height
 */
export function getVisiblePart(crop: Crop, picture: Size, frame: number): Part {
  const aspect = picture.width / picture.height;
  const width = (aspect > frame ? frame / aspect : 1) / crop.zoom;
  const height = (aspect > frame ? 1 : aspect / frame) / crop.zoom;
  const { x, y } = within(crop, { width, height });
  return { left: x - width / 2, top: y - height / 2, width, height };
}

const between = (min: number, value: number, max: number) => Math.min(Math.max(value, min), max);

function within({ x, y, zoom }: Crop, { width, height }: Size): Crop {
  return {
    x: between(width / 2, x, 1 - width / 2),
    y: between(height / 2, y, 1 - height / 2),
    zoom,
  };
}

/** The crop after the picture was moved by these fractions of the frame, or zoomed. */
export function moved(
  crop: Crop,
  by: { x?: number; y?: number; zoom?: number },
  picture: Size,
  frame: number,
): Crop {
  const zoom = between(1, by.zoom ?? crop.zoom, maxZoom);
  const { width, height } = getVisiblePart({ ...crop, zoom }, picture, frame);
  // From the visible position, not from beyond an edge.
  const start = within({ ...crop, zoom }, { width, height });
  return within(
    { x: start.x - (by.x ?? 0) * width, y: start.y - (by.y ?? 0) * height, zoom },
    { width, height },
  );
}

/** Size of the cropped picture: never larger than its pixels, at most `max` pixels wide. */
export function croppedSize(part: Part, picture: Size, frame: number, max: number): Size {
  const width = Math.max(1, Math.round(Math.min(max, part.width * picture.width)));
  return { width, height: Math.max(1, Math.round(width / frame)) };
}
