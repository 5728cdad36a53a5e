import libheif from 'libheif-js/wasm-bundle.js';

interface Pixels {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

/**
 * Decodes the primary image of a HEIC file with its rotation applied. `check` gets its size before
 * decoding.
 */
export async function decodeHeic(
  bytes: Uint8Array,
  check: (width: number, height: number, frames: number) => void,
): Promise<Pixels> {
  const images = new libheif.HeifDecoder().decode(bytes);
  const image = images.find((one) => one.is_primary()) ?? images[0];
  if (!image) throw new Error('no picture in it');
  const [width, height] = [image.get_width(), image.get_height()];
  check(width, height, 1);
  const room = { data: new Uint8ClampedArray(width * height * 4), width, height };
  const pixels = await new Promise<Pixels | null>((resolve) => image.display(room, resolve));
  if (!pixels) throw new Error('not decodable');
  return pixels;
}
