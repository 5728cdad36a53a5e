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
  /** The same again: the specification reads the flat size, older clients the nested one. */
  size: { width: number; height: number };
}

/** The smallest stored picture of at least that width; where none is, the original. */
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

/** Where the file of an uploaded video plays from. */
export const videoAddress = (id: number, origin: string) => `${origin}/media/${id}/video`;
