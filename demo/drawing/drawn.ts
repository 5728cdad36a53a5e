import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { filesOf } from './files.ts';
import { filmFile } from './films.ts';
import type { Drawn } from './wanted.ts';

/** Caches which pictures are drawn, so that another run with the same seed draws none. */
export interface DrawnPictures {
  find(key: string): Drawn | undefined;
  add(key: string, drawn: Drawn): void;
  save(): void;
}

/** The files of a picture below the media folder, without the smaller sizes of avatars. */
export function filesOfDrawn(drawn: Drawn): string[] {
  if (typeof drawn === 'string') return [join('public', drawn)];
  if ('poster' in drawn) return [filmFile(drawn), ...filesOf(drawn.poster)];
  return filesOf(drawn);
}

/** Different code or encoders produce different bytes. */
function drawnBy(): string {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const hash = createHash('sha256').update(JSON.stringify(sharp.versions));
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
    if (file.endsWith('.ts')) hash.update(readFileSync(join(folder, file)));
  return hash.update(readFileSync(join(folder, '../random.ts'))).digest('hex');
}

export function openDrawnPictures(mediaFolder: string): DrawnPictures {
  const file = join(mediaFolder, 'demo-pictures.json');
  const by = drawnBy();
  const pictures = read(file, by);
  const isThere = (drawn: Drawn) =>
    filesOfDrawn(drawn).every((name) => existsSync(join(mediaFolder, name)));
  return {
    find: (key) => {
      const drawn = pictures[key];
      return drawn !== undefined && isThere(drawn) ? drawn : undefined;
    },
    add: (key, drawn) => void (pictures[key] = drawn),
    save: () => {
      mkdirSync(mediaFolder, { recursive: true });
      writeFileSync(`${file}.new`, JSON.stringify({ drawnBy: by, pictures }));
      renameSync(`${file}.new`, file);
    },
  };
}

function read(file: string, by: string): Record<string, Drawn> {
  try {
    const found = JSON.parse(readFileSync(file, 'utf8')) as {
      drawnBy: string;
      pictures: Record<string, Drawn>;
    };
    return found.drawnBy === by ? found.pictures : {};
  } catch {
    // Missing or damaged: redrawing takes seconds.
    return {};
  }
}
