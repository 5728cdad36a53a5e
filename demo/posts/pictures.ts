import type { Photo } from '../drawing/files.ts';
import type { Film } from '../drawing/films.ts';
import type { PicturePool } from '../drawing/pool.ts';
import type { SceneName } from '../drawing/scenes.ts';
import { createDeck, type Random } from '../random.ts';
import type { Season } from '../words/grammar.ts';

/** Scenes that belong to a time of year. */
const seasons: Partial<Record<SceneName, Season[]>> = {
  snow: ['winter', 'december'],
  autumnTree: ['autumn'],
  mushrooms: ['autumn'],
  sunflowers: ['summer'],
  flowerMeadow: ['spring', 'summer'],
  allotment: ['spring', 'summer', 'autumn'],
  garden: ['spring', 'summer'],
  fields: ['spring', 'summer'],
  pond: ['spring', 'summer'],
  fair: ['spring', 'summer', 'autumn'],
  balloons: ['spring', 'summer', 'autumn'],
};

export interface ShownPhoto {
  scene: SceneName;
  photo: Photo;
}

export interface ShownFilm {
  scene: SceneName;
  film: Film;
}

/** Hands out photos of a scene, each one before any comes again. */
export interface Album {
  scenes: SceneName[];
  fits(scene: SceneName, season: Season): boolean;
  /** Different pictures, of the wanted scenes only. */
  take(wanted: readonly SceneName[], season: Season, count: number): ShownPhoto[];
  /** The next film, if there are any. */
  film(season: Season): ShownFilm | undefined;
}

export function photoAlbum(pool: PicturePool, random: Random): Album {
  const byScene = new Map<SceneName, ShownPhoto[]>();
  for (const shown of pool.photos)
    byScene.set(shown.scene, [...(byScene.get(shown.scene) ?? []), shown]);
  const decks = new Map(
    [...byScene].map(([scene, photos]) => [scene, createDeck(photos, random.fork(scene))]),
  );
  const fits = (scene: SceneName, season: Season) =>
    byScene.has(scene) && (seasons[scene]?.includes(season) ?? true);
  const films = createDeck(pool.films, random.fork('films'));
  return {
    scenes: [...byScene.keys()],
    fits,
    take(wanted, season, count) {
      const there = wanted.filter((scene) => fits(scene, season));
      const taken: ShownPhoto[] = [];
      // One outing, one or two motifs: a post does not jump between ten places.
      const motifs = random.shuffled(there).slice(0, count > 3 ? 3 : 2);
      for (let tries = count * 3; there.length && taken.length < count && tries > 0; tries--) {
        const shown = decks
          .get(random.pick(motifs))!
          .draw((candidate) => !taken.includes(candidate));
        if (shown) taken.push(shown);
      }
      return taken;
    },
    film: (season) => films.draw(({ scene }) => fits(scene, season)),
  };
}
