import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { openDrawnPictures } from './drawn.ts';
import type { EncodingName, Photo } from './files.ts';
import type { Film } from './films.ts';
import { copyReadyPictures } from './ready.ts';
import type { SceneName } from './scenes.ts';
import { wantedPictures, type PictureCounts } from './wanted.ts';

/** The pictures of a community, ready to be shown. */
export interface PicturePool {
  faces: Record<string, string[]>;
  emblems: string[];
  covers: string[];
  photos: Array<{ scene: SceneName; photo: Photo }>;
  films: Array<{ scene: SceneName; film: Film }>;
  /** By slug. */
  containers: Record<string, { logo?: string; cover?: string }>;
}

type Show = (done: number, all: number) => void;

/**
 * The pictures of the community of this seed: copied where they lie ready, found where they were
 * drawn before, drawn otherwise.
 */
export async function preparePictures(
  mediaFolder: string,
  seed: string,
  counts: PictureCounts,
  show: Show,
): Promise<PicturePool> {
  await copyReadyPictures(mediaFolder, wantedPictures(seed, counts));
  const pool = findPictures(mediaFolder, seed, counts);
  if (pool) return pool;
  await drawMissing({ mediaFolder, seed, counts, encoding: 'fast' }, show);
  const drawn = findPictures(mediaFolder, seed, counts);
  if (!drawn) throw new Error(`Pictures are missing in ${mediaFolder} although they were drawn`);
  return drawn;
}

function findPictures(
  mediaFolder: string,
  seed: string,
  counts: PictureCounts,
): PicturePool | undefined {
  const pictures = openDrawnPictures(mediaFolder);
  const pool: PicturePool = {
    faces: {},
    emblems: [],
    covers: [],
    photos: [],
    films: [],
    containers: {},
  };
  const pictureOf = (slug: string) => (pool.containers[slug] ??= {});
  for (const { key, use } of wantedPictures(seed, counts)) {
    const drawn = pictures.find(key);
    if (drawn === undefined) return undefined;
    if (use.kind === 'photo') pool.photos.push({ scene: use.scene, photo: drawn as Photo });
    else if (use.kind === 'film') pool.films.push({ scene: use.scene, film: drawn as Film });
    else if (use.kind === 'face') (pool.faces[use.look] ??= []).push(drawn as string);
    else if (use.kind === 'containerLogo') pictureOf(use.slug).logo = drawn as string;
    else if (use.kind === 'containerCover') pictureOf(use.slug).cover = drawn as string;
    else pool[use.kind === 'emblem' ? 'emblems' : 'covers'].push(drawn as string);
  }
  return pool;
}

interface Drawing {
  mediaFolder: string;
  seed: string;
  counts: PictureCounts;
  encoding: EncodingName;
}

/** Draws in a process of its own what the media folder does not hold yet. */
export async function drawMissing(
  { mediaFolder, seed, counts, encoding }: Drawing,
  show: Show,
): Promise<void> {
  const child = fork(
    fileURLToPath(new URL('./draw.ts', import.meta.url)),
    [mediaFolder, seed, JSON.stringify(counts), encoding],
    {
      execArgv: [],
      // glibc would keep a heap for each thread and fill none of them.
      env: { ...process.env, MALLOC_ARENA_MAX: '2' },
    },
  );
  child.on('message', ({ done, all }: { done: number; all: number }) => show(done, all));
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      code === 0
        ? resolve()
        : reject(new Error(`Drawing the pictures ended with ${signal ?? `code ${code}`}`)),
    );
  });
}
