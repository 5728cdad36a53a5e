import { croppedSize, getVisiblePart, type Crop } from './crop.rules.ts';

/** Draws the crop of the picture into a file, in the browser. */
export async function cropImage(
  picture: HTMLImageElement,
  crop: Crop,
  frame: number,
  max: number,
): Promise<Blob> {
  const size = { width: picture.naturalWidth, height: picture.naturalHeight };
  const part = getVisiblePart(crop, size, frame);
  const { width, height } = croppedSize(part, size, frame, max);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d')!;
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(
    picture,
    part.left * size.width,
    part.top * size.height,
    part.width * size.width,
    part.height * size.height,
    0,
    0,
    width,
    height,
  );
  // Browsers that cannot write WebP write PNG.
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/webp', 0.92),
  );
  if (!blob) throw new Error('The picture could not be drawn');
  return blob;
}
