/** Length of an alt text. */
export const altLength = 500;
/** Per post. */
export const maxPhotos = 20;

export const pictureWidths = [480, 960, 1600];

/** Widths created of a picture, in AVIF and WebP; never wider than the original. */
export const widthsFor = (width: number): number[] => pictureWidths.filter((one) => one <= width);

/** Some systems report no type for pictures of phones. */
export const endsAs = (name: string, endings: string): boolean =>
  new RegExp(`\\.(${endings})$`, 'i').test(name);

/** Whether a chosen file looks like an accepted picture. The server checks its content. */
export const isImage = ({ name, type }: { name: string; type: string }): boolean =>
  type.startsWith('image/') || (type === '' && endsAs(name, 'jpe?g|png|gif|webp|avif|heic|heif'));
