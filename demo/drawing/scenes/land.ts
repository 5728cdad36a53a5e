import { darker, lighter, mix } from '../colour.ts';
import { birds, bush, heightAt, hills, pine, ridge, tree } from '../shapes.ts';
import { below, circle, path, polygon, rect, type Point, type Sheet } from '../sheet.ts';
import { faded, paintSky, shaded, skies, type SkyName } from '../skies.ts';

const greens = ['#6f9d4c', '#5a8f5a', '#87a84e', '#4e8a63', '#9aa84f'];

export function rollingHills(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const name = random.pick<SkyName>([
    'dawn',
    'morning',
    'golden',
    'sunset',
    'overcast',
    'mist',
    'noon',
  ]);
  const sky = skies[name];
  const horizon = height * random.between(0.42, 0.58);
  paintSky(
    sheet,
    sky,
    horizon,
    name === 'overcast' || name === 'noon'
      ? {}
      : { sunX: random.between(0.2, 0.8), sunY: random.between(0.3, 0.42) },
  );
  const ground = random.pick(greens);
  const layers = random.int(4, 6);
  for (let layer = 0; layer < layers; layer++) {
    const depth = (layer + 1) / layers;
    const base = horizon + (height - horizon) * (layer / layers) * 0.92;
    const line = hills(sheet, random, base, unit * (6 + layer * 2.5), 1 + layer * 0.25);
    const colour = faded(
      sky,
      mix(ground, layer % 2 ? '#b9a84c' : '#3f7a52', random.between(0, 0.4)),
      0.25 + depth * 0.75,
    );
    sheet.add(
      path(below(sheet, line), {
        fill: sheet.linear([lighter(colour, 0.12), colour, darker(colour, 0.12)]),
      }),
    );
    for (let count = random.int(2, 6); count > 0; count--) {
      const x = random.between(0, width);
      const size = unit * (2.5 + depth * 6) * random.between(0.8, 1.3);
      sheet.add(
        random.chance(0.6)
          ? tree(
              random,
              x,
              heightAt(line, x) + size * 0.05,
              size,
              darker(colour, 0.3),
              darker(colour, 0.55),
            )
          : bush(random, x, heightAt(line, x), size * 0.5, darker(colour, 0.24)),
      );
    }
  }
  if (random.chance(0.6))
    sheet.add(
      birds(
        sheet,
        random,
        width * random.between(0.3, 0.7),
        horizon * 0.5,
        darker(sky.stops[0]!, 0.3),
      ),
    );
  return `Rolling green hills with scattered trees ${sky.words}`;
}

export function mountains(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const name = random.pick<SkyName>([
    'dawn',
    'morning',
    'noon',
    'golden',
    'sunset',
    'dusk',
    'mist',
  ]);
  const sky = skies[name];
  const horizon = height * random.between(0.6, 0.7);
  paintSky(sheet, sky, horizon, {
    sunX: random.between(0.15, 0.85),
    sunY: random.between(0.12, 0.3),
    sunSize: 4,
  });
  const rock = random.pick(['#5d6b86', '#6a6478', '#4f6b78', '#75685f']);
  const hasSnow = random.chance(0.65);
  for (let layer = 0; layer < 3; layer++) {
    const line = ridge(sheet, random, horizon - unit * (14 - layer * 8), unit * (26 - layer * 6));
    const colour = faded(sky, rock, 0.4 + layer * 0.24);
    sheet.add(
      path(below(sheet, line, false), {
        fill: sheet.linear([lighter(colour, 0.1), colour, mix(colour, sky.haze, 0.55)]),
      }),
    );
    if (hasSnow && layer < 2) sheet.add(snowCaps(sheet, line, shaded(sky, '#f7f8fc')));
  }
  const forest = faded(sky, random.pick(['#2f5d4a', '#35523c', '#46624a', '#7a6a36']), 0.95);
  for (let layer = 0; layer < 3; layer++) {
    const line = hills(sheet, random, horizon + unit * (4 + layer * 9), unit * 6, 1.6);
    const colour = mix(forest, sky.haze, 0.4 - layer * 0.2);
    sheet.add(path(below(sheet, line), { fill: sheet.linear([colour, darker(colour, 0.1)]) }));
    for (let count = 20; count > 0; count--) {
      const x = random.between(0, width);
      sheet.add(
        pine(
          random,
          x,
          heightAt(line, x) + unit * 2,
          unit * random.between(5, 9) * (0.7 + layer * 0.3),
          darker(colour, random.between(0.08, 0.25)),
        ),
      );
    }
  }
  return `${hasSnow ? 'Snow-capped' : 'Bare'} mountains above a valley of pines ${sky.words}`;
}

/** The lit side of every peak, down to a ragged edge. */
function snowCaps({ unit, random }: Sheet, line: Point[], colour: string): string {
  const level = Math.min(...line.map(([, y]) => y)) + unit * 12;
  let caps = '';
  for (let start = 0; start < line.length; start++) {
    if (line[start]![1] >= level) continue;
    let end = start;
    while (end + 1 < line.length && line[end + 1]![1] < level) end++;
    const top = line.slice(Math.max(0, start - 1), end + 2);
    const edge = top
      .slice(1, -1)
      .map(([x, y]): Point => [
        x + unit * random.between(-0.4, 0.4),
        y + (level - y) * random.between(0.35, 0.95),
      ]);
    if (top.length > 2)
      caps += polygon([...top, ...edge.reverse()], { fill: colour, opacity: 0.88 });
    start = end;
  }
  return caps;
}

export function fields(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const sky = skies[random.pick<SkyName>(['morning', 'noon', 'golden', 'sunset'])];
  const horizon = height * random.between(0.36, 0.5);
  paintSky(sheet, sky, horizon, {
    sunX: random.between(0.2, 0.8),
    sunY: random.between(0.2, 0.34),
  });
  const [crop, other, words] = random.pick([
    ['#d8b24a', '#b98f35', 'wheat'],
    ['#8a6bb5', '#6a4f98', 'lavender'],
    ['#e3c93f', '#bfa52e', 'rape in bloom'],
    ['#c94f3e', '#5f8a45', 'poppies'],
    ['#7ea554', '#638c45', 'young barley'],
  ]);
  const far = hills(sheet, random, horizon, unit * 5, 1.4);
  sheet.add(path(below(sheet, far), { fill: faded(sky, '#5c8664', 0.5) }));
  for (let count = 9; count > 0; count--) {
    const x = random.between(0, width);
    sheet.add(
      tree(
        random,
        x,
        heightAt(far, x) + unit * 3,
        unit * random.between(5, 9),
        faded(sky, '#4c7a4a', 0.7),
      ),
    );
  }
  const edge = horizon + unit * 5;
  sheet.add(
    rect(0, edge, width, height - edge, {
      fill: sheet.linear([
        shaded(sky, lighter(crop, 0.2)),
        shaded(sky, crop),
        shaded(sky, darker(crop, 0.2)),
      ]),
    }),
  );
  const vanish = width * random.between(0.3, 0.7);
  for (let row = -14; row <= 14; row++) {
    const [near, breadth] = [vanish + row * width * 0.13, width * 0.045];
    sheet.add(
      polygon(
        [
          [vanish + row * unit * 1.6, edge],
          [vanish + row * unit * 1.6 + unit * 0.4, edge],
          [near + breadth, height + 5],
          [near, height + 5],
        ],
        { fill: shaded(sky, other), opacity: 0.55 },
      ),
    );
  }
  for (let count = 260; count > 0; count--) {
    const depth = random.next() ** 0.7;
    sheet.add(
      circle(
        random.between(0, width),
        edge + depth * (height - edge),
        unit * (0.15 + depth * 0.7),
        {
          fill: shaded(sky, mix(lighter(crop, 0.3), other, random.next())),
          opacity: 0.8,
        },
      ),
    );
  }
  return `Rows of ${words} running to the horizon ${sky.words}`;
}
