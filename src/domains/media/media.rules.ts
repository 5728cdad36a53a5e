/** Of the text for those who do not see a picture. */
export const altLength = 500;
/** Of one post. */
export const mostPhotos = 20;

/** Widths that are made of a picture, in AVIF and WebP; never wider than it is. */
export const widthsFor = (width: number): number[] => [480, 960, 1600].filter((one) => one <= width);
