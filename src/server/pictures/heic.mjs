import libheif from 'libheif-js/wasm-bundle.js';

/**
 * Decodes the primary image of a HEIC file with its rotation applied. `check` gets its size before
 * decoding.
 * @param {Uint8Array} bytes
 * @param {(width: number, height: number, frames: number) => void} check
 */
export async function decodeHeic(bytes, check) {
  const images = new libheif.HeifDecoder().decode(bytes);
  const image = images.find((one) => one.is_primary()) ?? images[0];
  if (!image) throw new Error('no picture in it');
  const [width, height] = [image.get_width(), image.get_height()];
  check(width, height, 1);
  const room = { data: new Uint8ClampedArray(width * height * 4), width, height };
  /** @type {typeof room | null} */
  const pixels = await new Promise((resolve) => image.display(room, resolve));
  if (!pixels) throw new Error('not decodable');
  return pixels;
}
