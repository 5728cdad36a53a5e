/** Of the text for those who do not see a picture. */
export const altLength = 500;
/** Of one post. */
export const mostPhotos = 20;

/** Widths that are made of a picture, in AVIF and WebP; never wider than it is. */
export const widthsFor = (width: number): number[] =>
  [480, 960, 1600].filter((one) => one <= width);

/** Some systems know no type for what phones make. */
export const endsAs = (name: string, endings: string): boolean =>
  new RegExp(`\\.(${endings})$`, 'i').test(name);

/**
 * Whether a chosen file looks like a picture that is taken. What it really holds, the server finds
 * out.
 */
export const isImage = ({ name, type }: { name: string; type: string }): boolean =>
  type.startsWith('image/') || (type === '' && endsAs(name, 'jpe?g|png|gif|webp|avif|heic|heif'));
