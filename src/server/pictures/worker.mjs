import { Console } from 'node:console';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

/** @import { Sharp } from 'sharp' */
/** @import { Master, PictureKind, PictureTask } from './task.ts' */

// Runs in its own process (see pictures.ts), one per image, so that damage by a hostile file ends
// with it. It has no settings, no database and, where Node supports it, no network.
// JavaScript all the way: Node would load a compiler to remove types, which takes a third of the
// time of a small picture.

// Standard output is the result, and libraries print warnings about a file there.
globalThis.console = new Console(process.stderr, process.stderr);

const max = { pixels: 64e6, frames: 200, side: 16_384 };
/** Longest side of the stored image. */
const longestSide = 2_560;

/** @type {Record<Exclude<PictureKind, 'heic'>, string>} */
const loaders = {
  jpeg: 'VipsForeignLoadJpegFile',
  png: 'VipsForeignLoadPngFile',
  gif: 'VipsForeignLoadNsgifFile',
  webp: 'VipsForeignLoadWebpFile',
  avif: 'VipsForeignLoadHeifFile',
};

/** Ends the process with a reason that the parent understands. */
class UnsuitableFile extends Error {}

/**
 * @param {number} width
 * @param {number} height
 * @param {number} frames
 */
function check(width, height, frames) {
  if (!width || !height) throw new UnsuitableFile('unreadable');
  if (
    width > max.side ||
    height > max.side ||
    frames > max.frames ||
    width * height * frames > max.pixels
  )
    throw new UnsuitableFile('too_many_pixels');
}

/** @param {{ width: number; height: number }} size */
function checkLeast(size, least = { width: 1, height: 1 }) {
  if (size.width < least.width || size.height < least.height) throw new UnsuitableFile('too_small');
}

/**
 * Opens the image with its rotation applied and checks its size before decoding a pixel.
 * @param {PictureTask} task
 * @returns {Promise<{ picture: Sharp; isAnimated: boolean }>}
 */
async function open({ input, kind, ...task }) {
  const least = task.make === 'master' ? task.least : undefined;
  if (kind === 'heic') {
    // On demand: compiling the decoder takes as long as a small picture of another format.
    const { decodeHeic } = await import('./heic.mjs');
    const { width, height, data } = await decodeHeic(readFileSync(input), check);
    checkLeast({ width, height }, least);
    return {
      picture: sharp(data, {
        raw: { width, height, channels: 4 },
        limitInputPixels: max.pixels,
      }).removeAlpha(),
      isAnimated: false,
    };
  }
  // libvips supports dozens of formats; only the one identified by the first bytes is allowed.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: [loaders[kind]] });
  const header = await sharp(input, { limitInputPixels: false }).metadata();
  const frames = header.pages ?? 1;
  const isAnimated = frames > 1 && (kind === 'gif' || kind === 'webp');
  check(header.width, header.pageHeight ?? header.height, isAnimated ? frames : 1);
  checkLeast(
    { width: header.autoOrient.width, height: header.pageHeight ?? header.autoOrient.height },
    least,
  );
  const picture = sharp(input, {
    animated: isAnimated,
    limitInputPixels: max.pixels,
    failOn: 'error',
    sequentialRead: true,
  });
  return { picture: picture.autoOrient(), isAnimated };
}

/**
 * '' for transparent images: the blurred placeholder would show through.
 * @param {string} file
 */
async function placeholderOf(file) {
  const tiny = sharp(file).resize(16, 16, { fit: 'inside' });
  const { data, info } = await tiny.clone().raw().toBuffer({ resolveWithObject: true });
  if (info.channels === 4 && data.some((value, at) => at % 4 === 3 && value < 255)) return '';
  const bytes = await tiny.blur(0.8).webp({ quality: 30, effort: 4 }).toBuffer();
  return `data:image/webp;base64,${bytes.toString('base64')}`;
}

/**
 * Writes one WebP without metadata and a tiny blurred placeholder.
 * @param {PictureTask & { make: 'master' }} task
 * @returns {Promise<Master>}
 */
async function makeMaster(task) {
  const { picture, isAnimated } = await open(task);
  const file = join(task.folder, 'original.webp');
  const { side = longestSide, square, turn } = task;
  const fitted = (turn ? picture.rotate(turn) : picture).resize(
    square
      ? { width: side, height: side, fit: 'cover', position: 'attention' }
      : { width: side, height: side, fit: 'inside', withoutEnlargement: true },
  );
  const { width, height, pageHeight } = await fitted
    .webp({ quality: isAnimated ? 75 : 82, effort: isAnimated ? 2 : 3 })
    .toFile(file);
  sharp.unblock({ operation: ['VipsForeignLoadWebpFile'] });
  return {
    width,
    height: pageHeight ?? height,
    isAnimated,
    byteLength: statSync(file).size,
    placeholder: await placeholderOf(file),
  };
}

/**
 * The same picture in smaller widths, as AVIF and WebP.
 * @param {PictureTask & { make: 'variants' }} task
 */
async function makeVariants(task) {
  const { picture } = await open(task);
  for (const width of task.widths) {
    const small = picture.clone().resize(width);
    await small
      .clone()
      .avif({ quality: 52, effort: 3, chromaSubsampling: '4:2:0' })
      .toFile(join(task.folder, `${width}.avif`));
    await small.webp({ quality: 76, effort: 4 }).toFile(join(task.folder, `${width}.webp`));
  }
  return {};
}

sharp.concurrency(1);
sharp.cache(false);
try {
  /** @type {PictureTask} */
  const task = JSON.parse(process.argv[2] ?? '');
  const made = task.make === 'master' ? await makeMaster(task) : await makeVariants(task);
  process.stdout.write(JSON.stringify(made));
} catch (error) {
  process.stdout.write(
    JSON.stringify({
      problem: error instanceof UnsuitableFile ? error.message : 'unreadable',
      detail: String(error).slice(0, 300),
    }),
  );
  process.exitCode = 3;
}
