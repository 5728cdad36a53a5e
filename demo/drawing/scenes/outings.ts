import { darker, lighter } from '../colour.ts';
import { heightAt, hills, pine, ridge } from '../shapes.ts';
import { below, circle, curve, ellipse, group, path, polygon, rect, type Sheet } from '../sheet.ts';
import { faded, paintSky, paintStars, shaded, skies, type SkyName } from '../skies.ts';

export function balloons(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const sky = skies[random.pick<SkyName>(['dawn', 'morning', 'golden', 'noon'])];
  const horizon = height * 0.8;
  paintSky(sheet, sky, horizon, { sunX: random.between(0.1, 0.9), sunY: 0.68 });
  for (let layer = 0; layer < 3; layer++) {
    const colour = faded(sky, '#55805c', 0.4 + layer * 0.28);
    sheet.add(
      path(below(sheet, hills(sheet, random, horizon + unit * layer * 6, unit * 7)), {
        fill: sheet.linear([lighter(colour, 0.1), colour]),
      }),
    );
  }
  const colours = random.shuffled([
    '#d9483b',
    '#eda33b',
    '#2f7f8f',
    '#f2d16b',
    '#6b4e9b',
    '#e77f67',
    '#3f9d6d',
    '#f6efe2',
  ]);
  const count = random.int(4, 7);
  for (let index = 0; index < count; index++) {
    const size = unit * (index === count - 1 ? random.between(13, 16) : random.between(4, 9));
    const x =
      index === count - 1
        ? width * random.between(0.3, 0.7)
        : width * (0.08 + (0.84 * (index + random.next() * 0.6)) / count);
    balloon(
      sheet,
      x,
      height * random.between(0.2, 0.5),
      size,
      colours[index % colours.length]!,
      colours[(index + 3) % colours.length]!,
    );
  }
  return `${['Four', 'Five', 'Six', 'Seven'][count - 4]!} hot-air balloons over green hills ${sky.words}`;
}

function balloon(sheet: Sheet, x: number, y: number, size: number, first: string, second: string) {
  const shape =
    `M${x - size * 0.3} ${y + size * 1.3}` +
    `C${x - size * 1.25} ${y + size * 0.4} ${x - size * 1.1} ${y - size} ${x} ${y - size}` +
    `C${x + size * 1.1} ${y - size} ${x + size * 1.25} ${y + size * 0.4} ${x + size * 0.3} ${y + size * 1.3}` +
    'Z';
  const stripes = [-0.66, 0, 0.66].map((offset) =>
    ellipse(x + offset * size * 0.95, y, size * 0.19, size * 1.5, { fill: second }),
  );
  sheet.add(
    path(
      `M${x - size * 0.27} ${y + size * 1.3}L${x - size * 0.15} ${y + size * 1.75}` +
        `M${x + size * 0.27} ${y + size * 1.3}L${x + size * 0.15} ${y + size * 1.75}`,
      { stroke: '#4a3a34', 'stroke-width': size * 0.03 },
    ),
    rect(x - size * 0.19, y + size * 1.72, size * 0.38, size * 0.3, {
      fill: '#7a5436',
      rx: size * 0.06,
    }),
    group(
      { 'clip-path': sheet.clip(path(shape, {})) },
      path(shape, { fill: first }),
      ...stripes,
      path(shape, {
        fill: sheet.linear(
          [
            ['#ffffff', 0.35],
            ['#ffffff', 0],
            ['#1a1030', 0.32],
          ],
          -70,
        ),
      }),
    ),
  );
}

export function camp(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const sky = skies[random.pick<SkyName>(['night', 'dusk'])];
  const horizon = height * 0.66;
  paintSky(sheet, sky, horizon + unit * 8, { clouds: false });
  paintStars(sheet, horizon);
  sheet.add(
    path(below(sheet, ridge(sheet, random, horizon - unit * 8, unit * 18), false), {
      fill: faded(sky, '#3b4a6b', 0.55),
    }),
  );
  const back = hills(sheet, random, horizon, unit * 3);
  sheet.add(path(below(sheet, back), { fill: shaded(sky, '#3a5a48') }));
  for (let count = 26; count > 0; count--) {
    const x = random.between(0, width);
    sheet.add(
      pine(
        random,
        x,
        heightAt(back, x) + unit * 3,
        unit * random.between(10, 22),
        shaded(sky, random.pick(['#23463c', '#2c5040', '#1d3b38'])),
      ),
    );
  }
  sheet.add(
    path(below(sheet, hills(sheet, random, height * 0.8, unit * 2)), {
      fill: sheet.linear([shaded(sky, '#58704a'), shaded(sky, '#2f4030')]),
    }),
  );
  const [fireX, fireY, tentX, tentY] = [
    width * random.between(0.56, 0.68),
    height * 0.88,
    width * random.between(0.26, 0.36),
    height * 0.86,
  ];
  const tent = random.pick(['#e2803c', '#d0504a', '#3f93a0', '#e0b548']);
  sheet.add(
    polygon(
      [
        [tentX - unit * 20, tentY],
        [tentX, tentY - unit * 21],
        [tentX + unit * 20, tentY],
      ],
      { fill: sheet.linear([lighter(tent, 0.15), darker(tent, 0.25)]) },
    ),
    polygon(
      [
        [tentX - unit * 6, tentY],
        [tentX, tentY - unit * 21],
        [tentX + unit * 6, tentY],
      ],
      { fill: sheet.linear(['#ffdf9a', '#f2a94e']) },
    ),
    polygon(
      [
        [tentX, tentY - unit * 21],
        [tentX + unit * 20, tentY],
        [tentX + unit * 26, tentY - unit * 3],
      ],
      { fill: darker(tent, 0.4) },
    ),
    circle(fireX, fireY - unit * 4, unit * 30, {
      fill: sheet.radial([
        ['#ffb45e', 0.55],
        ['#ff8a3c', 0.16],
        ['#ff8a3c', 0],
      ]),
    }),
  );
  for (const [spread, colour] of [
    [5, '#f2703a'],
    [3.6, '#f9a63f'],
    [2.2, '#ffe08a'],
  ] as const) {
    const flame = curve(
      [
        [fireX - unit * spread, fireY],
        [fireX - unit * spread * 0.7, fireY - unit * spread * 1.1],
        [fireX + unit * random.between(-1, 1), fireY - unit * spread * 2.3],
        [fireX + unit * spread * 0.75, fireY - unit * spread],
        [fireX + unit * spread, fireY],
      ],
      true,
    );
    sheet.add(path(flame, { fill: colour }));
  }
  sheet.add(
    ...[-14, 12].map((turn) =>
      group(
        { transform: `rotate(${turn} ${fireX} ${fireY})` },
        rect(fireX - unit * 8, fireY - unit, unit * 16, unit * 2.2, { fill: '#4a2f24', rx: unit }),
      ),
    ),
  );
  for (let count = 14; count > 0; count--)
    sheet.add(
      circle(
        fireX + random.normal() * unit * 5,
        fireY - unit * random.between(8, 30),
        unit * random.between(0.2, 0.45),
        {
          fill: '#ffcf7a',
          opacity: random.between(0.4, 0.9),
        },
      ),
    );
  return `A glowing tent and a campfire by the pines ${sky.words}`;
}
