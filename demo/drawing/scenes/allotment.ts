import { darker, lighter, mix } from '../colour.ts';
import { bloom, heightAt, hills, leaf, stem, tree } from '../shapes.ts';
import { below, circle, ellipse, path, polygon, rect, type Sheet } from '../sheet.ts';
import { faded, paintSky, shaded, skies, type SkyName } from '../skies.ts';

export function allotment(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const sky = skies[random.pick<SkyName>(['morning', 'noon', 'golden', 'overcast'])];
  const horizon = height * random.between(0.36, 0.44);
  paintSky(sheet, sky, horizon, { sunX: random.between(0.1, 0.9), sunY: 0.16 });
  const hedge = hills(sheet, random, horizon - unit * 2, unit * 4, 2);
  sheet.add(path(below(sheet, hedge), { fill: faded(sky, '#4f7f4f', 0.7) }));
  for (let count = 9; count > 0; count--) {
    const x = random.between(0, width);
    sheet.add(
      tree(
        random,
        x,
        heightAt(hedge, x) + unit * 3,
        unit * random.between(9, 16),
        faded(sky, random.pick(['#5c8f4a', '#477a4c', '#86a052']), 0.75),
      ),
    );
  }
  const floor = horizon + unit * 5;
  sheet.add(
    rect(0, floor, width, height - floor, {
      fill: sheet.linear([shaded(sky, '#9aa35c'), shaded(sky, '#7d9150')]),
    }),
  );
  shed(
    sheet,
    width * random.pick([0.14, 0.86, 0.78]),
    floor + unit * 5,
    unit * 11,
    shaded(sky, random.pick(['#5f8f86', '#8a6a48', '#c4584a', '#5a7896', '#d9a94c'])),
  );
  const soil = shaded(sky, '#6b4c38');
  const rows = 4;
  const plants = random.shuffled(['cabbage', 'tomato', 'lettuce', 'bean', 'marigold', 'pumpkin']);
  for (let row = 0; row < rows; row++) {
    const depth = (row + 0.8) / rows;
    const y = floor + (height - floor) * (0.1 + 0.86 * depth ** 1.35);
    const size = unit * (3 + depth * 7);
    sheet.add(
      rect(-5, y - size * 0.16, width + 10, size * 0.62, {
        fill: sheet.linear([lighter(soil, 0.12), darker(soil, 0.2)]),
        rx: size * 0.2,
      }),
    );
    const kind = plants[row]!;
    for (let x = random.between(0, size); x < width + size; x += size * 1.35)
      sheet.add(vegetable(sheet, kind, x, y, size, sky));
  }
  return `An allotment with rows of ${plants
    .slice(0, 3)
    .map(
      (kind) =>
        ({
          cabbage: 'cabbages',
          tomato: 'tomatoes',
          lettuce: 'lettuce',
          bean: 'beans',
          marigold: 'marigolds',
          pumpkin: 'pumpkins',
        })[kind]!,
    )
    .join(', ')} and a shed ${sky.words}`;
}

function shed(sheet: Sheet, x: number, y: number, size: number, wall: string) {
  const { unit } = sheet;
  sheet.add(
    rect(x - size, y - size * 1.5, size * 2, size * 1.6, {
      fill: sheet.linear([lighter(wall, 0.08), darker(wall, 0.15)]),
    }),
  );
  for (let board = -0.75; board < 1; board += 0.25)
    sheet.add(
      rect(x + size * board, y - size * 1.5, unit * 0.2, size * 1.6, {
        fill: darker(wall, 0.3),
        opacity: 0.5,
      }),
    );
  sheet.add(
    polygon(
      [
        [x - size * 1.2, y - size * 1.42],
        [x - size * 0.1, y - size * 2.15],
        [x + size * 0.1, y - size * 2.15],
        [x + size * 1.2, y - size * 1.42],
      ],
      { fill: darker(wall, 0.55) },
    ),
    rect(x - size * 0.62, y - size * 1.1, size * 0.55, size * 1.2, { fill: darker(wall, 0.4) }),
    rect(x + size * 0.2, y - size * 1.1, size * 0.5, size * 0.45, {
      fill: '#dfeef2',
      stroke: lighter(wall, 0.5),
      'stroke-width': unit * 0.5,
    }),
  );
}

function vegetable(
  { unit, random }: Sheet,
  kind: string,
  x: number,
  y: number,
  size: number,
  sky: (typeof skies)[SkyName],
): string {
  const green = shaded(sky, mix('#4f8a3e', '#86b054', random.next()));
  const leaves = (count: number, reach: number, breadth: number, fill: string) =>
    Array.from({ length: count }, (_, index) =>
      leaf(
        x,
        y,
        -Math.PI * (0.1 + (0.8 * index) / (count - 1)),
        size * reach * random.between(0.8, 1.1),
        size * breadth,
        index % 2 ? fill : lighter(fill, 0.14),
      ),
    ).join('');
  if (kind === 'cabbage')
    return (
      leaves(7, 0.75, 0.5, shaded(sky, '#6fa183')) +
      circle(x, y - size * 0.26, size * 0.3, { fill: shaded(sky, '#a9cfa0') })
    );
  if (kind === 'lettuce')
    return leaves(9, 0.62, 0.34, shaded(sky, random.chance(0.4) ? '#8a4a52' : '#94c25a'));
  if (kind === 'bean') {
    const pole = stem(x, y, x, y - size * 1.9, 0, shaded(sky, '#a5814f'), unit * 0.5);
    return (
      pole +
      Array.from({ length: 12 }, () =>
        leaf(
          x,
          y - size * random.between(0.1, 1.8),
          random.chance(0.5) ? random.between(-0.6, 0.6) : Math.PI + random.between(-0.6, 0.6),
          size * 0.5,
          size * 0.34,
          mix(green, lighter(green, 0.25), random.next()),
        ),
      ).join('') +
      (random.chance(0.6)
        ? circle(x + size * 0.2, y - size, size * 0.1, { fill: shaded(sky, '#d9483b') })
        : '')
    );
  }
  if (kind === 'tomato')
    return (
      stem(x, y, x, y - size * 1.5, 0, green, unit * 0.5) +
      Array.from({ length: 10 }, () =>
        leaf(
          x,
          y - size * random.between(0.3, 1.5),
          random.next() * 7,
          size * 0.5,
          size * 0.26,
          mix(green, darker(green, 0.2), random.next()),
        ),
      ).join('') +
      Array.from({ length: 4 }, () =>
        circle(
          x + random.between(-0.35, 0.35) * size,
          y - size * random.between(0.3, 1.1),
          size * random.between(0.11, 0.17),
          {
            fill: shaded(sky, random.pick(['#d8382f', '#e2552f', '#e8913c'])),
          },
        ),
      ).join('')
    );
  if (kind === 'pumpkin')
    return (
      leaves(5, 0.9, 0.5, green) +
      [-0.22, 0.22, 0]
        .map((offset) =>
          ellipse(x + offset * size, y - size * 0.16, size * 0.28, size * 0.3, {
            fill: shaded(sky, offset ? '#d0701f' : '#ec8f31'),
          }),
        )
        .join('')
    );
  return (
    leaves(6, 0.5, 0.2, green) +
    Array.from({ length: 5 }, () =>
      bloom(
        random,
        x + random.between(-0.45, 0.45) * size,
        y - size * random.between(0.3, 0.7),
        size * 0.17,
        shaded(sky, random.pick(['#f09a2c', '#f6c33c', '#e2652c'])),
        '#b5541f',
      ),
    ).join('')
  );
}
