import { hills } from '../shapes.ts';
import { below, path, polygon, rect, type Sheet } from '../sheet.ts';
import { faded, paintSky, shaded, skies, type SkyName } from '../skies.ts';
import { glitter, sailboat, waterPaint } from './parts.ts';

export function harbour(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const sky = skies[random.pick<SkyName>(['morning', 'noon', 'golden', 'dusk', 'overcast'])];
  const level = height * 0.56;
  paintSky(sheet, sky, level, { sunX: random.between(0.1, 0.9), sunY: 0.2, sunSize: 4 });
  sheet.add(
    path(below(sheet, hills(sheet, random, level - unit * 18, unit * 9)), {
      fill: faded(sky, '#6b8a6e', 0.6),
    }),
  );
  const colours = [
    '#d9624e',
    '#f0c060',
    '#e9e2d2',
    '#5b8fa8',
    '#c97b5a',
    '#7fa06a',
    '#e8a5a0',
    '#f6efdf',
  ];
  for (let x = -unit * 2; x < width;) {
    const [breadth, tall] = [unit * random.between(9, 15), unit * random.between(11, 21)];
    const wall = faded(sky, random.pick(colours), 0.85);
    sheet.add(
      rect(x, level - tall, breadth + 1, tall + unit, { fill: wall }),
      polygon(
        [
          [x - unit * 0.5, level - tall],
          [x + breadth / 2, level - tall - unit * 5],
          [x + breadth + unit * 0.5, level - tall],
        ],
        { fill: shaded(sky, random.pick(['#8f4a3c', '#6b4a4a', '#5d5f6e'])) },
      ),
    );
    for (let floor = level - tall + unit * 2; floor < level - unit * 4; floor += unit * 5)
      for (let column = 0.24; column < 0.9; column += 0.38)
        sheet.add(
          rect(x + breadth * column - unit, floor, unit * 2, unit * 2.8, {
            fill: sky.hasStars ? '#ffd98a' : shaded(sky, '#4b5f74'),
            rx: unit * 0.2,
          }),
        );
    x += breadth;
  }
  sheet.add(rect(0, level, width, unit * 3, { fill: shaded(sky, '#8b8075') }));
  waterPaint(sheet, sky, level + unit * 3, height + 5, '#2f6c86');
  glitter(sheet, sky, level + unit * 5, height, undefined);
  const boats = random.int(3, 5);
  for (let index = 0; index < boats; index++)
    sheet.add(
      sailboat(
        sheet,
        width * ((index + 0.5) / boats) + unit * random.between(-4, 4),
        height * random.between(0.7, 0.92),
        random.between(7, 10),
        shaded(sky, random.pick(['#a8423a', '#2f4a6b', '#f1ece0', '#2f6b58'])),
      ),
    );
  return `Colourful houses and boats in a small harbour ${sky.words}`;
}
