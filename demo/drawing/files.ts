import { createHash } from 'node:crypto';
import { link, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type AvifOptions, type WebpOptions } from 'sharp';
import { avatarFile, avatarSizes } from '#lib/avatar-sizes.ts';
import { createRandom } from '../random.ts';
import { rect, type Sheet } from './sheet.ts';

// libvips may not start threads of its own: two pictures are made at once, one on each core.
sharp.concurrency(1);
sharp.cache(false);

/** A picture of a post as its row needs it. */
export interface Photo {
  hash: string;
  width: number;
  height: number;
  widths: number[];
  byteLength: number;
  placeholder: string;
  alt: string;
}

/** How much work goes into small files. */
export interface Encoding {
  original: WebpOptions;
  webp: WebpOptions;
  avif: AvifOptions;
  film: AvifOptions;
}

export const encodings = {
  /** While somebody waits for the community. */
  fast: {
    original: { quality: 82, effort: 1 },
    webp: { quality: 76, effort: 1 },
    avif: { quality: 50, effort: 0 },
    film: { quality: 42, effort: 0 },
  },
  /** For the pictures that lie in the repository. */
  small: {
    original: { quality: 72, effort: 6 },
    webp: { quality: 66, effort: 6 },
    avif: { quality: 46, effort: 4 },
    film: { quality: 38, effort: 3 },
  },
} satisfies Record<string, Encoding>;

export type EncodingName = keyof typeof encodings;

const tileSize = 256;

/** A tile of film grain, which takes the plastic look from smooth colours. */
const grain = (() => {
  const random = createRandom('grain');
  return Float32Array.from({ length: tileSize * tileSize }, () => random.normal() * 2.1);
})();

/** Darker corners and a breath of warm or cool light, differently on every picture. */
export function develop(sheet: Sheet) {
  const { width, height, random } = sheet;
  const [tint, strength] = [
    random.pick(['#ffcf8a', '#ffe3c0', '#a8c8f0', '#f0c0d0', '#c8e0c0']),
    random.between(0.015, 0.05),
  ];
  sheet.add(
    rect(0, 0, width, height, { fill: tint, opacity: strength }),
    rect(0, 0, width, height, {
      fill: sheet.radial(
        [
          ['#140e20', 0],
          ['#140e20', 0],
          ['#140e20', random.between(0.1, 0.24)],
        ],
        0.5,
        0.5,
        0.78,
      ),
    }),
  );
}

/** `drawing`: an SVG, or a picture. */
export async function render(drawing: string | Buffer) {
  const { data, info } = await sharp(Buffer.from(drawing))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  // Clamped: what the grain pushes past black or white stays there.
  const pixels = new Uint8ClampedArray(data.buffer, data.byteOffset, data.length);
  for (let y = 0, at = 0; y < info.height; y++) {
    const row = (y % tileSize) * tileSize;
    for (let x = 0; x < info.width; x++, at += 3) {
      const speck = grain[row + (x % tileSize)]!;
      pixels[at] = pixels[at]! + speck;
      pixels[at + 1] = pixels[at + 1]! + speck;
      pixels[at + 2] = pixels[at + 2]! + speck;
    }
  }
  return {
    info,
    picture: () => sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } }),
  };
}

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Avatars and covers. Answers the file's name, which its content gives it. */
export async function writePublicPicture(
  mediaFolder: string,
  svg: string,
  { original }: Encoding,
): Promise<string> {
  const { info, picture } = await render(svg);
  const bytes = await picture().webp(original).toBuffer();
  const name = `${sha256(bytes).slice(0, 32)}.webp`;
  await mkdir(join(mediaFolder, 'public'), { recursive: true });
  for (const size of info.width === info.height
    ? avatarSizes.filter((one) => one < info.width)
    : []) {
    const small = await picture().resize(size).webp(original).toBuffer();
    await writeFile(join(mediaFolder, 'public', avatarFile(name, size)), small);
  }
  await writeFile(join(mediaFolder, 'public', name), bytes);
  return name;
}

/** A picture of a post, with the smaller sizes that pages ask for. */
export async function writePhoto(
  mediaFolder: string,
  drawing: string | Buffer,
  alt: string,
  encoding: Encoding,
): Promise<Photo> {
  const { info, picture } = await render(drawing);
  const original = await picture().webp(encoding.original).toBuffer();
  const hash = sha256(original);
  const folder = join(mediaFolder, hash.slice(0, 2), hash);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'original.webp'), original);
  const widths = [480, 960].filter((width) => width <= info.width);
  for (const width of widths) {
    const small = width === info.width ? picture() : picture().resize(width);
    await writeFile(
      join(folder, `${width}.avif`),
      await small
        .clone()
        .avif({ ...encoding.avif, chromaSubsampling: '4:2:0' })
        .toBuffer(),
    );
    const webp = join(folder, `${width}.webp`);
    await rm(webp, { force: true });
    if (width === info.width)
      await link(join(folder, 'original.webp'), webp).catch(() => writeFile(webp, original));
    else await writeFile(webp, await small.webp(encoding.webp).toBuffer());
  }
  const tiny = await picture().resize(16).blur(0.8).webp({ quality: 30, effort: 4 }).toBuffer();
  return {
    hash,
    width: info.width,
    height: info.height,
    widths,
    byteLength: original.length,
    placeholder: `data:image/webp;base64,${tiny.toString('base64')}`,
    alt,
  };
}

/** Every file that a page may ask for. */
export const filesOf = ({ hash, widths }: Photo) =>
  ['original.webp', ...widths.flatMap((width) => [`${width}.avif`, `${width}.webp`])].map((name) =>
    join(hash.slice(0, 2), hash, name),
  );

/** Two at a time, in order. */
export async function twoAtOnce<T>(
  jobs: Array<() => Promise<T>>,
  tick: (done: number) => void,
): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  let done = 0;
  const work = async () => {
    while (next < jobs.length) {
      const index = next++;
      results[index] = await jobs[index]!();
      tick(++done);
    }
  };
  await Promise.all([work(), work()]);
  return results;
}
