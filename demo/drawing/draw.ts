import { openDrawnPictures } from './drawn.ts';
import {
  encodings,
  twoAtOnce,
  writePhoto,
  writePublicPicture,
  type EncodingName,
} from './files.ts';
import { writeFilm } from './films.ts';
import { wantedPictures, type Drawn, type PictureCounts, type WantedPicture } from './wanted.ts';

/**
 * The drawing program, started by pool.ts in its own process: libvips fragments its memory, and
 * this way all of it is freed before the database is filled.
 */
const [mediaFolder, seed, counts, encodingName] = process.argv.slice(2) as [
  string,
  string,
  string,
  EncodingName,
];
const encoding = encodings[encodingName];
const stop = () => process.exit(1);
process.on('disconnect', stop);

const drawn = openDrawnPictures(mediaFolder);
const missing = wantedPictures(seed, JSON.parse(counts) as PictureCounts).filter(
  ({ key }) => !drawn.find(key),
);

async function write({ use, draw }: WantedPicture): Promise<Drawn> {
  const { svg, alt } = draw();
  if (use.kind === 'film') return writeFilm(mediaFolder, svg, alt, encoding);
  return use.kind === 'photo'
    ? writePhoto(mediaFolder, svg, alt, encoding)
    : writePublicPicture(mediaFolder, svg, encoding);
}

const jobs = missing.map((wanted) => async () => drawn.add(wanted.key, await write(wanted)));
await twoAtOnce(jobs, (done) => {
  process.send?.({ done, all: jobs.length });
  if (done % 40 === 0) drawn.save();
});
drawn.save();
process.off('disconnect', stop);
process.disconnect?.();
