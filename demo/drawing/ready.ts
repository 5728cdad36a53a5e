import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { avatarFile, avatarSizes } from '#lib/avatar-sizes.ts';
import { filesOfDrawn, openDrawnPictures } from './drawn.ts';
import type { Photo } from './files.ts';
import type { Drawn, WantedPicture } from './wanted.ts';

/** The community that a first start makes: its pictures lie ready in the repository. */
export const defaultCommunity = { seed: '1', members: 60, posts: 600 };

export const readyFolder = fileURLToPath(new URL('../pictures', import.meta.url));
export const readyIndex = join(readyFolder, 'index.json');

export interface ReadyPicture {
  /** Digest of the drawing (SVG): another one means that the files are out of date. */
  drawing: string;
  drawn: Drawn;
}

export const drawingDigest = (svg: string) => createHash('sha256').update(svg).digest('hex');

export function readReadyPictures(): Record<string, ReadyPicture> {
  if (!existsSync(readyIndex)) return {};
  return JSON.parse(readFileSync(readyIndex, 'utf8')) as Record<string, ReadyPicture>;
}

interface PictureFile {
  name: string;
  /** The file with the same bytes that lies in the repository in its stead. */
  source: string;
}

/** Every file of a picture below the media folder. */
export function pictureFiles({ use }: Pick<WantedPicture, 'use'>, drawn: Drawn): PictureFile[] {
  const names = filesOfDrawn(drawn);
  if (typeof drawn === 'string') {
    const sizes = use.kind === 'cover' || use.kind === 'containerCover' ? [] : avatarSizes;
    const small = sizes.map((size) => join('public', avatarFile(drawn, size)));
    return [...names, ...small].map((name) => ({ name, source: name }));
  }
  const photo: Photo = 'poster' in drawn ? drawn.poster : drawn;
  const fullWidth = `${photo.width}.webp`;
  return names.map((name) => ({
    name,
    source: name.endsWith(`/${fullWidth}`) ? join(dirname(name), 'original.webp') : name,
  }));
}

/** Copies the wanted pictures that lie ready and are not in the media folder yet. */
export async function copyReadyPictures(
  mediaFolder: string,
  wanted: WantedPicture[],
): Promise<void> {
  const ready = readReadyPictures();
  const drawn = openDrawnPictures(mediaFolder);
  const missing = wanted.filter(({ key }) => ready[key] && !drawn.find(key));
  if (!missing.length) return;
  const files = missing.flatMap((picture) => pictureFiles(picture, ready[picture.key]!.drawn));
  const folders = new Set(files.map(({ name }) => dirname(join(mediaFolder, name))));
  await Promise.all([...folders].map((folder) => mkdir(folder, { recursive: true })));
  await Promise.all(
    files.map(async ({ name, source }) => {
      const file = join(mediaFolder, name);
      await copyFile(join(readyFolder, source), file);
      // A copy has the mode of the file in the checkout.
      await chmod(file, 0o600);
    }),
  );
  for (const { key } of missing) drawn.add(key, ready[key]!.drawn);
  drawn.save();
}
