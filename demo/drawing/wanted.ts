import { createRandom } from '../random.ts';
import { portrait } from './avatars.ts';
import { develop, type Photo } from './files.ts';
import type { Film } from './films.ts';
import { drawLogo } from './logos.ts';
import { looks, type LookName } from './people.ts';
import { sceneNames, scenes, type Scene, type SceneName } from './scenes.ts';
import { createSheet } from './sheet.ts';

export interface PictureCounts {
  /** How many of each look, man or woman. */
  faces: Record<string, number>;
  /** Avatars of people who would rather show their cat. */
  emblems: number;
  covers: number;
  photos: number;
  films: number;
  containers: ContainerPictures[];
}

/** Picture and cover of a page, group or event. */
export interface ContainerPictures {
  slug: string;
  logo: string;
  colour: string;
  /** A scene. */
  cover: string;
}

export const faceKey = (look: LookName, isWoman: boolean) => `${look}-${isWoman ? 'woman' : 'man'}`;

/**
 * One picture of the community: where it belongs, under which name it is remembered, and how it is
 * drawn.
 */
export interface WantedPicture {
  key: string;
  use:
    | { kind: 'face'; look: string }
    | { kind: 'emblem' | 'cover' }
    | { kind: 'containerLogo' | 'containerCover'; slug: string }
    | { kind: 'photo' | 'film'; scene: SceneName };
  draw(): { svg: string; alt: string };
}

/** A file name under media/public, a photo or a film. */
export type Drawn = string | Photo | Film;

type Format = [width: number, height: number];

const formats: Format[] = [
  [960, 640],
  [960, 640],
  [960, 640],
  [960, 720],
  [960, 960],
  [960, 1200],
  [960, 1280],
];
/** One thing on a table is lost in a panorama. */
const wideFormats: Format[] = [...formats, [960, 400], [960, 400]];
const emblemScenes: SceneName[] = [
  'cat',
  'sunflowers',
  'vase',
  'mountains',
  'bicycle',
  'lake',
  'balloons',
  'sea',
  'mushrooms',
  'autumnTree',
  'coffee',
  'window',
  'camp',
  'flowerMeadow',
  'yarn',
  'pots',
];
/** Wide enough for a camera to move in. */
const filmScenes: SceneName[] = ['harbour', 'lanterns', 'balloons', 'lake', 'street', 'sea'];
const coverScenes = sceneNames.filter((name) => 'isCover' in scenes[name]);

function drawScene(name: SceneName, seed: string, width: number, height: number) {
  const random = createRandom(`${seed}/${name}`);
  const sheet = createSheet(width, height, random);
  const { paint, zoom, focus = [random.next(), random.between(0.4, 0.8)] }: Scene = scenes[name];
  const alt = paint(sheet);
  const view = { zoom: random.between(...zoom), focus, isMirrored: random.chance(0.5) };
  develop(sheet);
  return { svg: sheet.svg(view), alt };
}

function drawFace(seed: string, look: LookName, isWoman: boolean) {
  const random = createRandom(seed);
  const sheet = createSheet(320, 320, random);
  portrait(sheet, { look, isWoman, age: random.next() });
  return { svg: sheet.svg({ isMirrored: random.chance(0.5) }), alt: '' };
}

/** The same for every seed, as the texts about containers are. */
function containerPictures({ slug, logo, colour, cover }: ContainerPictures): WantedPicture[] {
  const [logoKey, coverKey] = [`container/${slug}/logo`, `container/${slug}/cover`];
  if (!Object.hasOwn(scenes, cover)) throw new Error(`There is no scene named ${cover}`);
  const draw = () => {
    const sheet = createSheet(320, 320, createRandom(logoKey));
    drawLogo(sheet, logo, colour);
    return { svg: sheet.svg(), alt: '' };
  };
  return [
    { key: logoKey, use: { kind: 'containerLogo', slug }, draw },
    {
      key: coverKey,
      use: { kind: 'containerCover', slug },
      draw: () => drawScene(cover as SceneName, coverKey, 1280, 427),
    },
  ];
}

/** Every picture of the community of this seed, in the order of drawing. */
export function wantedPictures(seed: string, counts: PictureCounts): WantedPicture[] {
  const random = createRandom(`${seed}/pictures`);
  const list: WantedPicture[] = [];
  const add = (
    count: number,
    name: string,
    make: (index: number, key: string) => Omit<WantedPicture, 'key'>,
  ) => {
    for (let index = 0; index < count; index++) {
      const key = `${seed}/${name}/${index}`;
      list.push({ key, ...make(index, key) });
    }
  };
  for (const look of Object.keys(looks) as LookName[])
    for (const isWoman of [true, false]) {
      const key = faceKey(look, isWoman);
      add(counts.faces[key] ?? 0, key, (_, seedOfFace) => ({
        use: { kind: 'face', look: key },
        draw: () => drawFace(seedOfFace, look, isWoman),
      }));
    }
  add(counts.emblems, 'emblem', (index, key) => ({
    use: { kind: 'emblem' },
    draw: () => drawScene(emblemScenes[index % emblemScenes.length]!, key, 320, 320),
  }));
  const covers = random.fork('covers').shuffled(coverScenes);
  add(counts.covers, 'cover', (index, key) => ({
    use: { kind: 'cover' },
    draw: () => drawScene(covers[index % covers.length]!, key, 1280, 427),
  }));
  // Every kind once before any comes again.
  const order = random.fork('photos').shuffled(sceneNames);
  const shapes = random.fork('formats');
  add(counts.photos, 'photo', (index, key) => {
    const scene = order[index % order.length]!;
    const [width, height] = shapes.pick('focus' in scenes[scene] ? formats : wideFormats);
    return { use: { kind: 'photo', scene }, draw: () => drawScene(scene, key, width, height) };
  });
  add(counts.films, 'film', (index, key) => {
    const scene = filmScenes[index % filmScenes.length]!;
    return { use: { kind: 'film', scene }, draw: () => drawScene(scene, key, 1920, 1080) };
  });
  return [...list, ...counts.containers.flatMap(containerPictures)];
}
