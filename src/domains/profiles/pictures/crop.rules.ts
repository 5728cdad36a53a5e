// Which part of a picture a frame shows. Everything is a fraction of the picture, so the size on
// the screen does not matter.

export interface Crop {
  /** The middle of what is shown. */
  x: number;
  y: number;
  /** 1 fills the frame, more comes closer. */
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
export const mostZoom = 4;

/**
 * What part of the picture fills the frame; it never reaches over an edge of the picture. `frame`
 * is width to height.
 */
export function partOf(crop: Crop, picture: Size, frame: number): Part {
  const aspect = picture.width / picture.height;
  const width = (aspect > frame ? frame / aspect : 1) / crop.zoom;
  const height = (aspect > frame ? 1 : aspect / frame) / crop.zoom;
  const { x, y } = within(crop, { width, height });
  return { left: x - width / 2, top: y - height / 2, width, height };
}

const between = (least: number, value: number, most: number) =>
  Math.min(Math.max(value, least), most);

function within({ x, y, zoom }: Crop, { width, height }: Size): Crop {
  return {
    x: between(width / 2, x, 1 - width / 2),
    y: between(height / 2, y, 1 - height / 2),
    zoom,
  };
}

/** The crop after the picture was moved by these fractions of the frame, or brought closer. */
export function moved(
  crop: Crop,
  by: { x?: number; y?: number; zoom?: number },
  picture: Size,
  frame: number,
): Crop {
  const zoom = between(1, by.zoom ?? crop.zoom, mostZoom);
  const { width, height } = partOf({ ...crop, zoom }, picture, frame);
  // From where it is seen to be, not from beyond an edge.
  const start = within({ ...crop, zoom }, { width, height });
  return within(
    { x: start.x - (by.x ?? 0) * width, y: start.y - (by.y ?? 0) * height, zoom },
    { width, height },
  );
}

/** How large the cut picture becomes: never larger than its pixels, at most `most` wide. */
export function cutSize(part: Part, picture: Size, frame: number, most: number): Size {
  const width = Math.max(1, Math.round(Math.min(most, part.width * picture.width)));
  return { width, height: Math.max(1, Math.round(width / frame)) };
}
