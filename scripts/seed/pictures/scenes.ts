import type { Sheet } from './sheet.ts';
import * as garden from './scenes/garden.ts';
import * as home from './scenes/home.ts';
import * as land from './scenes/land.ts';
import * as table from './scenes/table.ts';
import { together } from './scenes/together.ts';
import * as town from './scenes/town.ts';
import * as water from './scenes/water.ts';
import * as woods from './scenes/woods.ts';

export interface Scene {
  /** Paints the sheet and says in words what is to be seen. */
  paint: (sheet: Sheet) => string;
  /** How much larger a part may be shown, and around which point: no two pictures of one kind are framed alike. */
  zoom: [least: number, most: number];
  focus?: [x: number, y: number];
  isCover?: boolean;
}

const wide = (paint: Scene['paint'], isCover = true): Scene => ({ paint, zoom: [1, 1.22], isCover });
const close = (paint: Scene['paint'], focus: [number, number], most = 1.5): Scene => ({ paint, zoom: [1.12, most], focus });

export const scenes = {
  allotment: wide(garden.allotment),
  autumnTree: close(woods.autumnTree, [0.5, 0.55], 1.3),
  balloons: wide(land.balloons),
  bicycle: close(town.bicycle, [0.5, 0.9], 1.35),
  books: wide(home.books),
  bread: close(table.bread, [0.5, 0.85]),
  cake: close(table.cake, [0.5, 0.75], 1.6),
  camp: close(land.camp, [0.5, 0.75], 1.35),
  cat: close(home.cat, [0.5, 0.75]),
  coffee: close(table.coffee, [0.45, 0.5], 1.25),
  fair: wide(town.fair, false),
  fields: wide(land.fields),
  flowerMeadow: wide(garden.flowerMeadow),
  forest: wide(woods.forest),
  fruitBowl: close(table.fruitBowl, [0.5, 0.75]),
  garden: close(garden.garden, [0.5, 0.7], 1.4),
  harbour: wide(water.harbour),
  lake: wide(water.lake),
  lanterns: wide(home.lanterns),
  mountains: wide(land.mountains),
  mushrooms: close(woods.mushrooms, [0.5, 0.8], 1.35),
  pond: wide(water.pond),
  pots: close(garden.pots, [0.5, 0.7], 1.2),
  quilt: wide(home.quilt),
  rollingHills: wide(land.rollingHills),
  sea: wide(water.sea),
  skyline: wide(town.skyline),
  snow: wide(woods.snow),
  soup: close(table.soup, [0.5, 0.5], 1.3),
  street: wide(town.street),
  sunflowers: wide(garden.sunflowers),
  together: { paint: together, zoom: [1, 1.1], focus: [0.5, 0.6] },
  vase: close(garden.vase, [0.5, 0.62]),
  window: close(home.window, [0.5, 0.5], 1.4),
  yarn: wide(home.yarn),
} satisfies Record<string, Scene>;

export type SceneName = keyof typeof scenes;
export const sceneNames = Object.keys(scenes) as SceneName[];
