import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { demoContainers } from '#app/container-demos.ts';
import {
  defaultCommunity,
  drawingDigest,
  pictureFiles,
  readReadyPictures,
  readyFolder,
} from '../../demo/drawing/ready.ts';
import { wantedPictures } from '../../demo/drawing/wanted.ts';
import { countPictures, inventMembers } from '../../demo/people/members.ts';
import { createRandom } from '../../demo/random.ts';
import { openedAt } from '../../demo/timeline.ts';

const { seed, members, posts } = defaultCommunity;
const people = inventMembers(
  members,
  createRandom(`hearth/${seed}`).fork('members'),
  openedAt,
  Date.now(),
);
const wanted = wantedPictures(seed, countPictures(people, posts, demoContainers));
const ready = readReadyPictures();

const files = readdirSync(readyFolder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(readyFolder, join(entry.parentPath, entry.name)))
  .filter((name) => name !== 'index.json');

test('the prepared pictures match what the program draws now', () => {
  const hint = 'out of date: run "npm run demo-pictures" and commit demo/pictures';
  expect(Object.keys(ready).sort(), hint).toEqual(wanted.map(({ key }) => key).sort());
  for (const { key, draw } of wanted)
    expect(ready[key]!.drawing, `${key}, ${hint}`).toBe(drawingDigest(draw().svg));
});

test('exactly their files exist, at most 6 MB in total', () => {
  const needed = wanted.flatMap((picture) =>
    pictureFiles(picture, ready[picture.key]!.drawn).map(({ source }) => source),
  );
  expect(files.sort()).toEqual([...new Set(needed)].sort());
  const bytes = files.reduce((sum, name) => sum + statSync(join(readyFolder, name)).size, 0);
  expect(bytes).toBeLessThanOrEqual(6_000_000);
});
