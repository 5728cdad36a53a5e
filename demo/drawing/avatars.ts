import { darker, hsl, lighter } from './colour.ts';
import { inventFace, paintFace, type Person } from './people.ts';
import { hills, leaf } from './shapes.ts';
import { below, circle, path, rect, type Sheet } from './sheet.ts';
import { skies, type SkyName } from './skies.ts';

const walls = [
  '#e8b9a0',
  '#9fc3c9',
  '#f0cf8f',
  '#b9c9a6',
  '#c7b8d9',
  '#dfa3a3',
  '#8fa9c4',
  '#e6dccb',
  '#7f9f97',
  '#d9a87f',
  '#a9b7d6',
  '#cf8f86',
  '#6f8aa3',
  '#ead0c4',
  '#96b58f',
  '#5f7385',
];

/** Head and shoulders before a wall, a garden or an evening. */
export function portrait(sheet: Sheet, person: Person) {
  const { width, height, unit, random } = sheet;
  backdrop(sheet);
  const face = inventFace(random, person);
  const size = unit * random.between(29, 37);
  paintFace(
    sheet,
    face,
    width / 2 + unit * random.between(-4, 4),
    height * random.between(0.47, 0.53),
    size,
    random.between(-6, 6),
  );
}

function backdrop(sheet: Sheet) {
  const { width, height, unit, random } = sheet;
  const kind = random.int(0, 4);
  const colour = random.pick(walls);
  sheet.add(
    rect(0, 0, width, height, {
      fill: sheet.linear(
        [lighter(colour, 0.25), colour, darker(colour, 0.12)],
        random.between(-40, 40),
      ),
    }),
  );
  if (kind === 0)
    sheet.add(
      circle(width / 2, height * 0.52, unit * 42, { fill: lighter(colour, 0.3), opacity: 0.7 }),
    );
  else if (kind === 1) {
    const soft = sheet.blur(unit * 2);
    const other = random.pick(walls);
    for (let count = 16; count > 0; count--)
      sheet.add(
        circle(random.between(0, width), random.between(0, height), unit * random.between(3, 11), {
          fill: random.pick(['#ffffff', other, lighter(colour, 0.4)]),
          opacity: random.between(0.2, 0.5),
          filter: soft,
        }),
      );
  } else if (kind === 2) {
    const sky = skies[random.pick<SkyName>(['morning', 'noon', 'golden', 'sunset', 'mist'])];
    sheet.add(rect(0, 0, width, height, { fill: sheet.linear(sky.stops) }));
    for (let layer = 0; layer < 2; layer++)
      sheet.add(
        path(below(sheet, hills(sheet, random, height * (0.55 + layer * 0.15), unit * 10)), {
          fill: layer ? '#6f9a5a' : '#93b48a',
          opacity: 0.85,
          filter: sheet.blur(unit * 1.2),
        }),
      );
  } else if (kind === 3)
    for (let count = 22; count > 0; count--)
      sheet.add(
        leaf(
          random.between(0, width),
          random.between(0, height),
          random.next() * 7,
          unit * random.between(14, 28),
          unit * 11,
          hsl(random.between(90, 160), 0.3, random.between(0.35, 0.7)),
        ),
      );
}
