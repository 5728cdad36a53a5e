import { darker, lighter, mix } from '../colour.ts';
import { grass, heightAt, hills, leaf, shadow, tree } from '../shapes.ts';
import { below, circle, curve, ellipse, path, polygon, rect, type Sheet } from '../sheet.ts';
import { faded, paintSky, shaded, skies, type SkyName } from '../skies.ts';

export function forest(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const [name, air, trunk, ground, words] = random.pick([
    ['mist', '#e9efe2', '#3d4a45', '#5d7a4c', 'A misty forest with light between the trunks'],
    ['golden', '#fbe3a8', '#5a4030', '#a87f3a', 'Golden light falling through an autumn forest'],
    ['morning', '#e8f3cf', '#4a4a3a', '#6f9a48', 'A beech forest in the first green of spring'],
    ['dusk', '#c3b7dc', '#2a2c4a', '#4d5a78', 'Blue evening light in the forest'],
  ] as const);
  sheet.add(
    rect(0, 0, width, height, {
      fill: sheet.linear([mix(air, '#ffffff', 0.1), air, mix(air, ground, 0.6)]),
    }),
  );
  const sunX = random.between(0.3, 0.7) * width;
  sheet.add(
    circle(sunX, height * 0.3, unit * 48, {
      fill: sheet.radial([
        ['#fffdf0', 0.95],
        ['#fffdf0', 0.3],
        ['#fffdf0', 0],
      ]),
    }),
  );
  const layers = 5;
  for (let layer = 0; layer < layers; layer++) {
    const depth = (layer + 1) / layers;
    const floor = height * (0.62 + layer * 0.085);
    const colour = mix(air, trunk, 0.18 + depth * 0.75);
    for (let count = 13 - layer * 2; count > 0; count--) {
      const [x, thick, lean] = [
        random.between(-0.05, 1.05) * width,
        unit * (0.8 + depth * depth * 4) * random.between(0.7, 1.3),
        unit * random.between(-3, 3),
      ];
      sheet.add(
        polygon(
          [
            [x - thick * 0.7, floor + unit * 3],
            [x - thick * 0.35 + lean, -5],
            [x + thick * 0.35 + lean, -5],
            [x + thick * 0.8, floor + unit * 3],
          ],
          { fill: sheet.linear([lighter(colour, 0.08), darker(colour, 0.15)]) },
        ),
      );
      for (let twig = random.int(1, 3); twig > 0; twig--) {
        const [y, reach] = [
          random.between(0.05, 0.5) * floor,
          unit * random.between(5, 14) * (random.chance(0.5) ? 1 : -1) * depth,
        ];
        sheet.add(
          path(
            `M${x + lean * 0.5} ${y}Q${x + reach * 0.5} ${y - unit * 2} ${x + reach} ${y - unit * random.between(4, 9)}`,
            {
              fill: 'none',
              stroke: colour,
              'stroke-width': thick * 0.22,
              'stroke-linecap': 'round',
            },
          ),
        );
      }
    }
    sheet.add(
      path(below(sheet, hills(sheet, random, floor, unit * 3, 1.5)), {
        fill: mix(air, mix(ground, trunk, depth * 0.35), 0.35 + depth * 0.6),
      }),
    );
  }
  const leaves =
    name === 'golden'
      ? ['#e0963a', '#c9662c', '#e9bb4a']
      : [lighter(ground, 0.25), ground, mix(ground, '#c8d86a', 0.5)];
  for (let count = 90; count > 0; count--)
    sheet.add(
      leaf(
        random.between(0, width),
        random.next() ** 2 * height * 0.4,
        random.next() * 7,
        unit * random.between(1.5, 4),
        unit * 1.6,
        mix(random.pick(leaves), air, random.between(0, 0.4)),
      ),
    );
  sheet.add(
    grass(
      sheet,
      random,
      0,
      width,
      height,
      unit * 9,
      [darker(ground, 0.2), ground, lighter(ground, 0.15)],
      130,
    ),
  );
  return words;
}

export function autumnTree(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const sky = skies[random.pick<SkyName>(['morning', 'golden', 'mist', 'overcast'])];
  const horizon = height * 0.68;
  paintSky(sheet, sky, horizon, { sunX: random.between(0.1, 0.9), sunY: 0.3 });
  const far = hills(sheet, random, horizon - unit * 3, unit * 5);
  sheet.add(path(below(sheet, far), { fill: faded(sky, '#a58a52', 0.5) }));
  const leaves = random.pick([
    ['#d9622b', '#e8923a', '#b8442a', '#f0b84c'],
    ['#e8b23a', '#f2cf5b', '#c98f2c', '#dd8a35'],
    ['#a8322f', '#c9483a', '#e06f45', '#8f2a34'],
  ]);
  for (let count = 8; count > 0; count--) {
    const x = random.between(0, width);
    sheet.add(
      tree(
        random,
        x,
        heightAt(far, x) + unit * 5,
        unit * random.between(9, 15),
        faded(sky, random.pick(leaves), 0.6),
      ),
    );
  }
  const lawn = hills(sheet, random, horizon + unit * 6, unit * 3);
  sheet.add(
    path(below(sheet, lawn), {
      fill: sheet.linear([shaded(sky, '#94a056'), shaded(sky, '#6f8a48')]),
    }),
  );
  const [x, y, size] = [width * random.between(0.3, 0.7), height * 0.86, unit * 62];
  sheet.add(shadow(sheet, x + unit * 8, y + unit, unit * 30, unit * 4, 0.22));
  sheet.add(
    path(
      curve(
        [
          [x - size * 0.05, y],
          [x - size * 0.03, y - size * 0.3],
          [x - size * 0.02, y - size * 0.62],
          [x + size * 0.02, y - size * 0.62],
          [x + size * 0.035, y - size * 0.3],
          [x + size * 0.07, y],
        ],
        true,
      ),
      { fill: shaded(sky, '#5a4032') },
    ),
  );
  for (const side of [-1, 1])
    sheet.add(
      path(
        `M${x} ${y - size * 0.35}Q${x + side * size * 0.12} ${y - size * 0.45} ${x + side * size * 0.24} ${y - size * 0.6}`,
        {
          fill: 'none',
          stroke: shaded(sky, '#5a4032'),
          'stroke-width': unit * 1.6,
          'stroke-linecap': 'round',
        },
      ),
    );
  for (let count = 420; count > 0; count--) {
    const [angle, reach] = [random.next() * 7, Math.sqrt(random.next())];
    const [lx, ly] = [
      x + Math.cos(angle) * reach * size * 0.42,
      y - size * 0.66 + Math.sin(angle) * reach * size * 0.33,
    ];
    sheet.add(
      leaf(
        lx,
        ly,
        random.next() * 7,
        unit * random.between(2.4, 4.6),
        unit * 2.4,
        shaded(sky, mix(random.pick(leaves), ly < y - size * 0.7 ? '#fff0c0' : '#5a2030', 0.12)),
      ),
    );
  }
  for (let count = 110; count > 0; count--)
    sheet.add(
      leaf(
        x + random.normal() * unit * 34,
        y + random.between(-2, 12) * unit,
        random.next() * 7,
        unit * 2.4,
        unit * 1.3,
        shaded(sky, random.pick(leaves)),
      ),
    );
  if (random.chance(0.6))
    sheet.add(
      bench(
        sheet,
        x + unit * (random.chance(0.5) ? 26 : -26),
        y + unit * 3,
        shaded(sky, '#7a5236'),
      ),
    );
  return `A big tree in autumn colours in the park ${sky.words}`;
}

function bench({ unit }: Sheet, x: number, y: number, wood: string): string {
  const plank = (dy: number, fill: string) =>
    rect(x - unit * 10, y - unit * dy, unit * 20, unit * 1.5, { fill, rx: unit * 0.4 });
  const legs = [-8, 7]
    .map((dx) =>
      rect(x + unit * dx, y - unit * 12, unit * 1.1, unit * 13, { fill: darker(wood, 0.5) }),
    )
    .join('');
  return (
    ellipse(x, y + unit, unit * 12, unit * 1.4, { fill: '#1a1428', opacity: 0.2 }) +
    legs +
    plank(12, lighter(wood, 0.15)) +
    plank(9.6, wood) +
    plank(5.4, lighter(wood, 0.2))
  );
}
