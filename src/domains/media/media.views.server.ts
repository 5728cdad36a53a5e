/** A stored picture as queries select it. */
export interface PictureRow {
  id: number;
  width: number;
  height: number;
  /** Widths that exist beside the original, in any order. */
  widths: number[];
  placeholder: string;
  alt: string;
}

export interface ImageView {
  src: string;
  width: number;
  height: number;
  /** Repeated: the specification reads the flat size, older clients the nested one. */
  size: { width: number; height: number };
}

/** The smallest stored width of at least that size; if there is none, the original. */
export function imageView(
  { id, width, height, widths }: PictureRow,
  wanted: number,
  origin: string,
): ImageView {
  const chosen = widths.toSorted((a, b) => a - b).find((one) => one >= wanted);
  const shown = chosen ?? width;
  const size = { width: shown, height: Math.max(1, Math.round((height * shown) / width)) };
  return { src: `${origin}/media/${id}/${chosen ?? 'original'}.webp`, ...size, size };
}

/** URL of an uploaded video file. */
export const videoAddress = (id: number, origin: string) => `${origin}/media/${id}/video`;
