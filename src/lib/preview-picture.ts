/** A picture of a link preview; its sizes are known before it is made. */
export interface PreviewPicture {
  src: string;
  width: number;
  height: number;
  alt?: string | undefined;
}

/** Frames into which stored pictures of unknown size are cut. */
export const previewFrames = {
  square: { width: 400, height: 400 },
  wide: { width: 1_200, height: 630 },
} as const;
export type PreviewFrame = keyof typeof previewFrames;

/** The JPEG of a picture of that size, for readers that take no WebP. */
export const toJpeg = <Picture extends PreviewPicture>(picture: Picture): Picture => ({
  ...picture,
  src: picture.src.replace(/\.webp$/, '.jpg'),
});

/** The JPEG of a profile photo, cover, photo or video still, cut to a frame. */
export const framedJpeg = (src: string, frame: PreviewFrame, alt?: string): PreviewPicture => ({
  src: src
    .replace(/(\/media\/public\/[0-9a-f]{32})(-\d+)?\.webp$/, `$1-${frame}.jpg`)
    .replace(/(\/media\/\d+)\/\w+\.(webp|avif)$/, `$1/${frame}.jpg`),
  ...previewFrames[frame],
  alt,
});
