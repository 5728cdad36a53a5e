import { darker, lighter } from '../colour.ts';
import { birds, grass, heightAt, hills, pine, ridge } from '../shapes.ts';
import { below, curve, group, path, polygon, rect, type Point, type Sheet } from '../sheet.ts';
import { faded, paintSky, shaded, skies, type SkyName } from '../skies.ts';
import { glitter, sailboat, waterPaint } from './parts.ts';

export function sea(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const name = random.pick<SkyName>(['dawn', 'morning', 'noon', 'golden', 'sunset', 'dusk']);
  const sky = skies[name];
  const horizon = height * random.between(0.42, 0.55);
  const sunX = random.between(0.25, 0.75);
  paintSky(sheet, sky, horizon, {
    sunX,
    sunY: name === 'noon' ? 0.15 : random.between(0.3, 0.4),
    sunSize: 6,
  });
  const shore = height * random.between(0.78, 0.86);
  waterPaint(
    sheet,
    sky,
    horizon,
    shore + unit * 6,
    random.pick(['#1f7a8c', '#2c6f92', '#3d6fa5', '#2a8f8a']),
  );
  glitter(sheet, sky, horizon, shore, sunX);
  const boats = random.int(0, 3);
  for (let count = 0; count < boats; count++) {
    const depth = random.between(0.05, 0.6);
    sheet.add(
      sailboat(
        sheet,
        random.between(0.1, 0.9) * width,
        horizon + (shore - horizon) * depth,
        2 + depth * 6,
        random.pick(['#7d3b33', '#2d3f5e', '#f4efe6']),
      ),
    );
  }
  const edge = hills(sheet, random, shore, unit * 3, 1.2);
  const sand = shaded(sky, random.pick(['#ecd6a8', '#e5c79b', '#f2e2c2']));
  sheet.add(
    path(curve(edge.map(([x, y]): Point => [x, y - unit * 1.4])), {
      fill: 'none',
      stroke: '#fff',
      'stroke-width': unit * 1.6,
      opacity: 0.5,
    }),
    path(below(sheet, edge), {
      fill: sheet.linear([darker(sand, 0.12), sand, lighter(sand, 0.1)]),
    }),
    path(curve(edge), { fill: 'none', stroke: '#fff', 'stroke-width': unit * 0.8, opacity: 0.85 }),
  );
  if (random.chance(0.7))
    sheet.add(
      grass(
        sheet,
        random,
        0,
        width * 0.35,
        height,
        unit * 17,
        [shaded(sky, '#7d9052'), shaded(sky, '#a3a866'), shaded(sky, '#5f7a45')],
        60,
      ),
    );
  sheet.add(
    birds(
      sheet,
      random,
      width * random.between(0.2, 0.8),
      horizon * 0.45,
      darker(sky.stops[0]!, 0.35),
    ),
  );
  return boats
    ? `${boats === 1 ? 'A sailing boat' : 'Sailing boats'} on the sea beyond a sandy beach ${sky.words}`
    : `Waves rolling on to an empty beach ${sky.words}`;
}

export function lake(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const sky =
    skies[random.pick<SkyName>(['dawn', 'morning', 'golden', 'sunset', 'dusk', 'mist', 'night'])];
  const level = height * random.between(0.5, 0.6);
  const sunX = random.between(0.2, 0.8);
  paintSky(sheet, sky, level, { sunX, sunY: random.between(0.14, 0.28), sunSize: 4.5 });
  const shapes: Array<[Point[], string, boolean]> = [
    [ridge(sheet, random, level - unit * 16, unit * 24), faded(sky, '#5f6f8c', 0.55), false],
    [ridge(sheet, random, level - unit * 6, unit * 14), faded(sky, '#4b6472', 0.75), false],
  ];
  const shore = hills(sheet, random, level - unit, unit * 2.5, 2);
  const forest = faded(sky, '#34594a', 0.95);
  const trees = Array.from({ length: 34 }, () => {
    const x =
      random.next() < 0.5 ? random.between(0, 0.4) * width : random.between(0.55, 1) * width;
    return pine(
      random,
      x,
      heightAt(shore, x) + unit * 1.5,
      unit * random.between(5, 12),
      darker(forest, random.between(0, 0.25)),
    );
  });
  const scenery =
    shapes.map(([line, fill, isSoft]) => path(below(sheet, line, isSoft), { fill })).join('') +
    path(below(sheet, shore), { fill: forest }) +
    trees.join('');
  const above = sheet.clip(rect(0, 0, width, level, {}));
  sheet.add(group({ 'clip-path': above }, scenery));
  waterPaint(sheet, sky, level, height + 5, '#3f6f84');
  const mirror = sheet.clip(rect(0, level, width, height - level, {}));
  sheet.add(
    group(
      { 'clip-path': mirror },
      group({ transform: `translate(0 ${level * 2}) scale(1 -1)`, opacity: 0.36 }, scenery),
    ),
  );
  glitter(sheet, sky, level + unit, height, sunX);
  const hasJetty = random.chance(0.5);
  if (hasJetty)
    sheet.add(jetty(sheet, width * random.between(0.3, 0.65), level, shaded(sky, '#8a6a4c')));
  else
    sheet.add(
      grass(
        sheet,
        random,
        0,
        width * 0.4,
        height,
        unit * 22,
        [shaded(sky, '#5c7a3c'), shaded(sky, '#86934e'), shaded(sky, '#3f5f38')],
        70,
      ),
    );
  return `A still lake mirroring the mountains ${sky.words}${hasJetty ? ', with a wooden jetty' : ''}`;
}

function jetty({ height, unit }: Sheet, x: number, level: number, wood: string): string {
  const top = level + unit * 7;
  let boards = '';
  for (let index = 0; index < 16; index++) {
    const [from, to] = [(index / 16) ** 1.6, ((index + 0.88) / 16) ** 1.6];
    const [y, next] = [
      top + from * (height - top + unit * 8),
      top + to * (height - top + unit * 8),
    ];
    const half = (share: number) => unit * (4 + share * 16);
    boards += polygon(
      [
        [x - half(from), y],
        [x + half(from), y],
        [x + half(to), next],
        [x - half(to), next],
      ],
      { fill: index % 2 ? wood : lighter(wood, 0.12) },
    );
  }
  return (
    polygon(
      [
        [x - unit * 4, top],
        [x + unit * 4, top],
        [x + unit * 21, height + 9],
        [x - unit * 21, height + 9],
      ],
      { fill: darker(wood, 0.5) },
    ) + boards
  );
}
