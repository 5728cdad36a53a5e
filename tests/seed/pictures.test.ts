import { mkdtempSync, readdirSync, readFileSync, rmSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { demoContainers } from '#app/container-demos.ts';
import { filmFile } from '../../demo/drawing/films.ts';
import { preparePictures } from '../../demo/drawing/pool.ts';
import { sceneNames } from '../../demo/drawing/scenes.ts';
import { wantedPictures } from '../../demo/drawing/wanted.ts';

const counts = {
  faces: { 'east-woman': 1, 'africa-man': 1 },
  emblems: 1,
  covers: 1,
  photos: 3,
  films: 1,
  containers: [{ slug: 'mill', logo: 'wheel', colour: '#336699', cover: 'pond' }],
};

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'hearth-test-pictures-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const filesIn = (path: string) =>
  readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(\.(webp|avif)|video)$/.test(name))
    .sort();

test('pictures of one seed are byte-identical on every machine', async () => {
  const [here, there] = [folder(), folder()];
  const pool = await preparePictures(here, 'a', counts, () => {});
  expect(await preparePictures(there, 'a', counts, () => {})).toEqual(pool);
  expect(filesIn(here).length).toBeGreaterThanOrEqual(4 + 3 * 3 + 4);
  expect(filesIn(there)).toEqual(filesIn(here));
  for (const name of filesIn(here))
    expect(readFileSync(join(there, name)).equals(readFileSync(join(here, name))), name).toBe(true);
}, 60_000);

test('only missing pictures are drawn', async () => {
  const here = folder();
  let drawn = 0;
  const prepare = () => preparePictures(here, 'a', counts, () => drawn++);
  const pool = await prepare();
  expect(drawn).toBe(10);
  await prepare();
  expect(drawn).toBe(10);
  const { hash } = pool.photos[0]!.photo;
  unlinkSync(join(here, hash.slice(0, 2), hash, '480.avif'));
  unlinkSync(join(here, 'public', pool.covers[0]!));
  unlinkSync(join(here, filmFile(pool.films[0]!.film)));
  expect(await prepare()).toEqual(pool);
  expect(drawn).toBe(13);
}, 60_000);

test('another seed gives other pictures', async () => {
  const onePhoto = { faces: {}, emblems: 0, covers: 0, photos: 1, films: 0, containers: [] };
  const [one, other] = await Promise.all(
    ['a', 'b'].map((seed) => preparePictures(folder(), seed, onePhoto, () => {})),
  );
  expect(one!.photos[0]!.photo.hash).not.toBe(other!.photos[0]!.photo.hash);
}, 60_000);

test('every scene can be drawn with every seed, and describes itself', () => {
  for (const seed of ['x', 'y', 'z'])
    for (const { key, use, draw } of wantedPictures(seed, {
      faces: { 'north-woman': 4, 'desert-woman': 4, 'india-man': 4 },
      emblems: 16,
      covers: 24,
      photos: sceneNames.length,
      films: 6,
      containers: demoContainers,
    })) {
      const { svg, alt } = draw();
      expect(svg, key).not.toMatch(/NaN|undefined|Infinity/);
      if (use.kind === 'photo' || use.kind === 'film') expect(alt, key).toMatch(/^[A-Z]/);
    }
});
