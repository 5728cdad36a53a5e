import { allotment } from './scenes/allotment.ts';
import { bread, cake } from './scenes/baking.ts';
import { bicycle } from './scenes/bicycle.ts';
import { books } from './scenes/books.ts';
import { cat } from './scenes/cat.ts';
import { quilt, yarn } from './scenes/cloth.ts';
import { fair } from './scenes/fair.ts';
import { flowerMeadow, garden, sunflowers } from './scenes/flowers.ts';
import { coffee, soup } from './scenes/from-above.ts';
import { fruitBowl } from './scenes/fruit.ts';
import { harbour } from './scenes/harbour.ts';
import { fields, mountains, rollingHills } from './scenes/land.ts';
import { lanterns, window } from './scenes/lights.ts';
import { mushrooms } from './scenes/mushrooms.ts';
import { balloons, camp } from './scenes/outings.ts';
import { pond } from './scenes/pond.ts';
import { pots, vase } from './scenes/pots.ts';
import { skyline, street } from './scenes/streets.ts';
import { together } from './scenes/together.ts';
import { lake, sea } from './scenes/water.ts';
import { snow } from './scenes/winter.ts';
import { autumnTree, forest } from './scenes/woods.ts';
import type { Sheet } from './sheet.ts';

export interface Scene {
  /** Paints the sheet and says in words what is to be seen. */
  paint: (sheet: Sheet) => string;
  /**
   * How much larger a part may be shown, and around which point: no two pictures of one kind are
   * framed alike.
   */
  zoom: [least: number, most: number];
  focus?: [x: number, y: number];
  isCover?: boolean;
}

const wide = (paint: Scene['paint'], isCover = true): Scene => ({
  paint,
  zoom: [1, 1.22],
  isCover,
});
const close = (paint: Scene['paint'], focus: [number, number], most = 1.5): Scene => ({
  paint,
  zoom: [1.12, most],
  focus,
});

export const scenes = {
  allotment: wide(allotment),
  autumnTree: close(autumnTree, [0.5, 0.55], 1.3),
  balloons: wide(balloons),
  bicycle: close(bicycle, [0.5, 0.9], 1.35),
  books: wide(books),
  bread: close(bread, [0.5, 0.85]),
  cake: close(cake, [0.5, 0.75], 1.6),
  camp: close(camp, [0.5, 0.75], 1.35),
  cat: close(cat, [0.5, 0.75]),
  coffee: close(coffee, [0.45, 0.5], 1.25),
  fair: wide(fair, false),
  fields: wide(fields),
  flowerMeadow: wide(flowerMeadow),
  forest: wide(forest),
  fruitBowl: close(fruitBowl, [0.5, 0.75]),
  garden: close(garden, [0.5, 0.7], 1.4),
  harbour: wide(harbour),
  lake: wide(lake),
  lanterns: wide(lanterns),
  mountains: wide(mountains),
  mushrooms: close(mushrooms, [0.5, 0.8], 1.35),
  pond: wide(pond),
  pots: close(pots, [0.5, 0.7], 1.2),
  quilt: wide(quilt),
  rollingHills: wide(rollingHills),
  sea: wide(sea),
  skyline: wide(skyline),
  snow: wide(snow),
  soup: close(soup, [0.5, 0.5], 1.3),
  street: wide(street),
  sunflowers: wide(sunflowers),
  together: { paint: together, zoom: [1, 1.1], focus: [0.5, 0.6] },
  vase: close(vase, [0.5, 0.62]),
  window: close(window, [0.5, 0.5], 1.4),
  yarn: wide(yarn),
} satisfies Record<string, Scene>;

export type SceneName = keyof typeof scenes;
export const sceneNames = Object.keys(scenes) as SceneName[];
