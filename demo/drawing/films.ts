import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import type { Sharp } from 'sharp';
import { render, sha256, writePhoto, type Encoding, type Photo } from './files.ts';

/** A short film of a post as its row needs it. */
export interface Film {
  hash: string;
  width: number;
  height: number;
  byteLength: number;
  durationSeconds: number;
  poster: Photo;
}

const [width, height] = [640, 360];
const framesPerSecond = 12;
const frames = 60;

/** The file of a film within its content. */
export const filmFile = ({ hash }: Pick<Film, 'hash'>) => join(hash.slice(0, 2), hash, 'video');

/**
 * Content of a box of an ISO base media file, found by name: an AVIF picture has only one of each.
 */
function boxOf(file: Buffer, name: string): Uint8Array<ArrayBuffer> {
  const at = file.indexOf(name, 0, 'latin1');
  return new Uint8Array(file.subarray(at + 4, at - 4 + file.readUInt32BE(at - 4)));
}

/** The camera draws back from a part of the scene and across it, slowly at both ends. */
function frame(scene: Sharp, wide: { width: number; height: number }, index: number): Sharp {
  const way = (1 - Math.cos((Math.PI * index) / (frames - 1))) / 2;
  const zoom = 1.5 - 0.45 * way;
  const view = { width: Math.round(wide.width / zoom), height: Math.round(wide.height / zoom) };
  const [left, top] = [
    Math.round((wide.width - view.width) * way),
    Math.round((wide.height - view.height) * 0.6),
  ];
  return scene.extract({ left, top, ...view }).resize(width, height);
}

/**
 * A film without an encoder of films: an AVIF picture is one key frame of AV1, and a film may be
 * nothing but key frames. `svg` is drawn three times as large as the film, so that the camera moves
 * without trembling.
 */
export async function writeFilm(
  mediaFolder: string,
  svg: string,
  alt: string,
  encoding: Encoding,
): Promise<Film> {
  const { info, picture } = await render(svg);
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: 'in-memory' }),
    target: new BufferTarget(),
  });
  const source = new EncodedVideoPacketSource('av1');
  output.addVideoTrack(source, { frameRate: framesPerSecond });
  await output.start();
  for (let index = 0; index < frames; index++) {
    const avif = await frame(picture(), info, index)
      .avif({ ...encoding.film, chromaSubsampling: '4:2:0' })
      .toBuffer();
    const packet = new EncodedPacket(
      boxOf(avif, 'mdat'),
      'key',
      index / framesPerSecond,
      1 / framesPerSecond,
    );
    const description = boxOf(avif, 'av1C');
    await source.add(
      packet,
      index
        ? undefined
        : {
            decoderConfig: {
              codec: codecOf(description),
              codedWidth: width,
              codedHeight: height,
              description,
            },
          },
    );
  }
  await output.finalize();
  const bytes = withoutDates(Buffer.from(output.target.buffer as ArrayBuffer));
  const film = {
    hash: sha256(bytes),
    width,
    height,
    byteLength: bytes.length,
    durationSeconds: frames / framesPerSecond,
  };
  await mkdir(join(mediaFolder, film.hash.slice(0, 2), film.hash), { recursive: true });
  await writeFile(join(mediaFolder, filmFile(film)), bytes);
  const still = await frame(picture(), info, Math.round(frames / 2))
    .png()
    .toBuffer();
  return { ...film, poster: await writePhoto(mediaFolder, still, alt, encoding) };
}

/** When it was made and changed, in three headers: the same film has the same bytes at any time. */
function withoutDates(film: Buffer): Buffer {
  // Name, version (0) and flags, then both times of four bytes each.
  for (const name of ['mvhd', 'tkhd', 'mdhd'])
    film.fill(0, film.indexOf(name, 0, 'latin1') + 8, film.indexOf(name, 0, 'latin1') + 16);
  return film;
}

/**
 * As `av01.0.04M.08`: profile and level stand in the second byte of the configuration (AV1 in
 * ISOBMFF, section 2.3.3).
 */
const codecOf = (configuration: Uint8Array) =>
  `av01.${configuration[1]! >> 5}.${String(configuration[1]! & 31).padStart(2, '0')}M.08`;
