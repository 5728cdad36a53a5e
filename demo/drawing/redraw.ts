import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { demoContainers } from '#app/container-demos.ts';
import { countPictures, inventMembers } from '../people/members.ts';
import { createRandom } from '../random.ts';
import { openedAt } from '../timeline.ts';
import { openDrawnPictures } from './drawn.ts';
import { drawMissing } from './pool.ts';
import {
  copyReadyPictures,
  defaultCommunity,
  drawingDigest,
  pictureFiles,
  readReadyPictures,
  readyFolder,
  readyIndex,
  type ReadyPicture,
} from './ready.ts';
import { wantedPictures } from './wanted.ts';

/** `npm run demo-pictures`: redraws demo/pictures. */
const { seed, members, posts } = defaultCommunity;
// The set of pictures does not depend on the time.
const people = inventMembers(
  members,
  createRandom(`hearth/${seed}`).fork('members'),
  openedAt,
  Date.now(),
);
const counts = countPictures(people, posts, demoContainers);
const mediaFolder = await mkdtemp(join(tmpdir(), 'hearth-demo-pictures-'));
try {
  // Those of equal drawings stay as they are; without demo/pictures all are encoded again.
  const ready = readReadyPictures();
  const unchanged = wantedPictures(seed, counts).filter(
    ({ key, draw }) => ready[key]?.drawing === drawingDigest(draw().svg),
  );
  await copyReadyPictures(mediaFolder, unchanged);
  await drawMissing({ mediaFolder, seed, counts, encoding: 'small' }, (done, all) => {
    if (done % 20 === 0) console.error(`drawn ${done} of ${all}`);
  });
  const drawn = openDrawnPictures(mediaFolder);
  const index: Record<string, ReadyPicture> = {};
  await rm(readyFolder, { recursive: true, force: true });
  for (const picture of wantedPictures(seed, counts)) {
    const made = drawn.find(picture.key)!;
    index[picture.key] = { drawing: drawingDigest(picture.draw().svg), drawn: made };
    for (const { name, source } of pictureFiles(picture, made)) {
      if (source !== name) continue;
      await mkdir(dirname(join(readyFolder, name)), { recursive: true });
      await copyFile(join(mediaFolder, name), join(readyFolder, name));
    }
  }
  await writeFile(readyIndex, `${JSON.stringify(index, undefined, 1)}\n`);
} finally {
  await rm(mediaFolder, { recursive: true, force: true });
}
