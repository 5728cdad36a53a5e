import { openDrawnPictures } from './drawn.ts';
import { twoAtOnce, writePhoto, writePublicPicture } from './files.ts';
import { wantedPictures, type PictureCounts } from './wanted.ts';

/**
 * The program that draws, started by pool.ts. A process of its own: libvips leaves its memory in pieces, and this way all of it
 * goes back to the system before the database is filled.
 */
const [mediaFolder, seed, counts] = process.argv.slice(2) as [string, string, string];
const stop = () => process.exit(1);
process.on('disconnect', stop);

const drawn = openDrawnPictures(mediaFolder);
const missing = wantedPictures(seed, JSON.parse(counts) as PictureCounts).filter(({ key }) => !drawn.find(key));
const jobs = missing.map(({ key, use, draw }) => async () => {
  const { svg, alt } = draw();
  drawn.add(key, use.kind === 'photo' ? await writePhoto(mediaFolder, svg, alt) : await writePublicPicture(mediaFolder, svg));
});
await twoAtOnce(jobs, (done) => {
  process.send?.({ done, all: jobs.length });
  if (done % 40 === 0) drawn.save();
});
drawn.save();
process.off('disconnect', stop);
process.disconnect?.();
