import { Console } from 'node:console';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

/** @import { Sharp } from 'sharp' */
/** @import { Master, PictureKind, PictureTask, Shape, Size } from './task.ts' */
/** @typedef {Exclude<PictureTask, { make: 'card' }>} FileTask */

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
 * @param {FileTask} task
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
  // libvips finds the important part of one frame only: a square is cut from the first.
  const isStill = task.make === 'jpeg' || (task.make === 'master' && task.square === true);
  const isAnimated = frames > 1 && !isStill && (kind === 'gif' || kind === 'webp');
  check(header.width, header.pageHeight ?? header.height, isAnimated ? frames : 1);
  checkLeast(
    {
      width: header.autoOrient.width,
      height: header.pageHeight ?? header.autoOrient.height,
    },
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
 * @param {Sharp} picture
 */
async function placeholderOf(picture) {
  const tiny = picture.resize(16, 16, { fit: 'inside' });
  const { data, info } = await tiny.clone().raw().toBuffer({ resolveWithObject: true });
  const { channels } = info;
  const isAlpha = (/** @type {number} */ at) => channels % 2 === 0 && (at + 1) % channels === 0;
  if (data.some((value, at) => value < 255 && isAlpha(at))) return '';
  const bytes = await tiny.blur(0.8).webp({ quality: 30, effort: 4 }).toBuffer();
  return `data:image/webp;base64,${bytes.toString('base64')}`;
}

/** @param {Shape} shape */
const toResize = ({ side = longestSide, square }) =>
  square
    ? /** @type {const} */ ({
        width: side,
        height: side,
        fit: 'cover',
        position: 'attention',
      })
    : /** @type {const} */ ({
        width: side,
        height: side,
        fit: 'inside',
        withoutEnlargement: true,
      });

/**
 * Decoded pixels, of which several files are made.
 * @param {Sharp} picture
 */
async function decode(picture) {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return sharp(data, { raw: { width, height, channels } });
}

/** Requests wait for these files: a higher effort doubles the time and saves a twentieth. */
const quick = { quality: 82, effort: 1 };

/**
 * Writes `{name}.webp`, and `{name}-{size}.webp` for each smaller size of the shape.
 * @param {Sharp} source
 * @param {Shape} shape
 * @param {string} folder
 * @param {string} name
 * @returns {Promise<{ size: Size; picture: Sharp }>}
 */
async function writeShape(source, shape, folder, name) {
  const picture = await decode(source.clone().resize(toResize(shape)));
  const file = join(folder, `${name}.webp`);
  const { width, height } = await picture.clone().webp(quick).toFile(file);
  for (const size of shape.sizes ?? [])
    if (size < width)
      await picture
        .clone()
        .resize(size)
        .webp({ quality: 76, effort: 4 })
        .toFile(join(folder, `${name}-${size}.webp`));
  return { size: { width, height }, picture };
}

/**
 * Writes one WebP without metadata and a tiny blurred placeholder, and beside it what is cut from
 * the same pixels.
 * @param {PictureTask & { make: 'master' }} task
 * @returns {Promise<Master>}
 */
async function makeMaster(task) {
  const { folder, turn, cut } = task;
  const { picture, isAnimated } = await open(task);
  const upright = turn ? picture.rotate(turn) : picture;
  const file = join(folder, 'original.webp');
  /** @type {Size} */
  let size;
  /** @type {Sharp} */
  let still;
  if (isAnimated) {
    const { width, height, pageHeight } = await upright
      .resize(toResize(task))
      .webp({ quality: 75, effort: 1 })
      .toFile(file);
    sharp.unblock({ operation: ['VipsForeignLoadWebpFile'] });
    size = { width, height: pageHeight ?? height };
    // The first frame.
    still = sharp(file);
  } else ({ size, picture: still } = await writeShape(upright, task, folder, 'original'));
  // A square of a panorama is cut from the source: scaled down, it would be too low.
  const isLow = cut?.square && Math.min(size.width, size.height) < (cut.side ?? longestSide);
  const source = isLow && !isAnimated ? upright : still;
  const cutSize = cut && (await writeShape(source, cut, folder, 'cut')).size;
  return {
    ...size,
    isAnimated,
    byteLength: statSync(file).size,
    placeholder: await placeholderOf(still.clone()),
    ...(cutSize ? { cut: cutSize } : {}),
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

const preview = 'preview.jpg';
const background = '#f7f2ec';

/**
 * The first frame as a JPEG, on a background where it is transparent.
 * @param {PictureTask & { make: 'jpeg' }} task
 */
async function makeJpeg(task) {
  const { picture } = await open(task);
  const sized = task.size
    ? picture.resize({ ...task.size, fit: 'cover', position: 'attention' })
    : picture;
  await sized.flatten({ background }).jpeg({ quality: 82 }).toFile(join(task.folder, preview));
  return {};
}

/** The font's own, as a part of its size. */
const lineHeight = 1.165;
const card = { width: 1_200, height: 630, edge: 24, margin: 84 };

/** @param {string} text */
const escapeMarkup = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * @param {string} words
 * @param {{ size: number; color: string; fontfile: string; isBold?: boolean; lines: number }} style
 */
async function drawWords(words, { size, color, fontfile, isBold, lines }) {
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${color}">${escapeMarkup(words)}</span>`,
      font: `DejaVu Sans ${isBold ? 'Bold ' : ''}${size}`,
      fontfile,
      width: card.width - 2 * card.margin,
      wrap: 'word-char',
      rgba: true,
      // One point is one pixel.
      dpi: 72,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  const height = Math.min(
    info.height,
    Math.round(size * lineHeight * Math.max(1, Math.floor(lines))),
  );
  const input = await sharp(data)
    .extract({ left: 0, top: 0, width: info.width, height })
    .png()
    .toBuffer();
  return { input, height };
}

/**
 * A card with the name of something, its first words and the name of the site.
 * @param {PictureTask & { make: 'card' }} task
 */
async function makeCard({ title, text, site, input, folder }) {
  const bold = input.replace(/\.ttf$/, '-Bold.ttf');
  const name = await drawWords(title, {
    size: title.length > 60 ? 50 : 60,
    color: '#2b211b',
    fontfile: bold,
    isBold: true,
    lines: 4,
  });
  const { width, height, edge, margin: left } = card;
  const top = 80;
  const textTop = top + name.height + 36;
  const room = height - 130 - textTop;
  const words = text
    ? await drawWords(text, {
        size: 34,
        color: '#5c4d44',
        fontfile: input,
        lines: room / (34 * lineHeight),
      })
    : undefined;
  const foot = await drawWords(site, {
    size: 30,
    color: '#a8431c',
    fontfile: bold,
    isBold: true,
    lines: 1,
  });
  const stripe = {
    width: edge,
    height,
    channels: /** @type {const} */ (3),
    background: '#bd4f24',
  };
  const parts = [
    { input: { create: stripe }, left: 0, top: 0 },
    { input: name.input, left, top },
    ...(words ? [{ input: words.input, left, top: textTop }] : []),
    { input: foot.input, left, top: height - 92 },
  ];
  await sharp({ create: { width, height, channels: 3, background } })
    .composite(parts)
    .jpeg({ quality: 88 })
    .toFile(join(folder, preview));
  return {};
}

/** @param {PictureTask} task */
function make(task) {
  if (task.make === 'master') return makeMaster(task);
  if (task.make === 'variants') return makeVariants(task);
  return task.make === 'jpeg' ? makeJpeg(task) : makeCard(task);
}

sharp.concurrency(1);
sharp.cache(false);
try {
  /** @type {PictureTask} */
  const task = JSON.parse(process.argv[2] ?? '');
  process.stdout.write(JSON.stringify(await make(task)));
} catch (error) {
  process.stdout.write(
    JSON.stringify({
      problem: error instanceof UnsuitableFile ? error.message : 'unreadable',
      detail: String(error).slice(0, 300),
    }),
  );
  process.exitCode = 3;
}
