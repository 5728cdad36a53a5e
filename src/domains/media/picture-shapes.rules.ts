export type PictureKind = 'profile' | 'cover';

/**
 * Per picture of a profile: width divided by height, the longest side we store, and the minimum
 * size.
 */
export const pictureShapes = {
  profile: { frame: 1, side: 512, least: { width: 96, height: 96 } },
  cover: { frame: 3, side: 1_500, least: { width: 300, height: 100 } },
} as const satisfies Record<
  PictureKind,
  { frame: number; side: number; least: { width: number; height: number } }
>;

/** How a picture of that kind is stored: a profile photo is a square. */
export const toShape = (kind: PictureKind) => {
  const { side, least } = pictureShapes[kind];
  return { side, least, square: kind === 'profile' };
};

export function smallPictureProblem(
  kind: PictureKind,
  { width, height }: { width: number; height: number },
): string | null {
  const { least } = pictureShapes[kind];
  return width < least.width || height < least.height
    ? `This picture is too small: it needs at least ${least.width} by ${least.height} pixels.`
    : null;
}
