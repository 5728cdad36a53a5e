import { lighter, mix } from '../colour.ts';
import { garland, hills } from '../shapes.ts';
import {
  below,
  circle,
  curve,
  ellipse,
  path,
  polygon,
  rect,
  type Point,
  type Sheet,
} from '../sheet.ts';
import { paintStars, shaded, skies, type SkyName } from '../skies.ts';

export function window(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  sheet.add(rect(0, 0, width, height, { fill: sheet.linear(['#2a2433', '#161320']) }));
  const [x, y, r] = [width / 2, height / 2, unit * 44];
  const jewels = random.pick([
    ['#1f4e9c', '#c9282f', '#e8b23a', '#2f7f6b', '#7a3f9a'],
    ['#2a6fb5', '#5fa8d9', '#f2d16b', '#d9602f', '#f4efe0'],
    ['#8f2440', '#e07a3f', '#f4c95a', '#3f5fa0', '#6fa58f'],
    ['#234f6b', '#3f9a9a', '#b8d98f', '#f2e2a0', '#d9708a'],
  ]);
  const glass = (index: number) =>
    mix(
      jewels[index % jewels.length]!,
      random.pick(['#ffffff', '#10142a']),
      random.between(0, 0.18),
    );
  sheet.add(
    circle(x, y, r * 1.8, {
      fill: sheet.radial([
        [jewels[2]!, 0.35],
        [jewels[0]!, 0],
      ]),
    }),
    circle(x, y, r * 1.06, { fill: '#7a7068' }),
    circle(x, y, r * 1.02, { fill: '#14111a' }),
  );
  const petals = random.pick([8, 10, 12, 16]);
  const lead = { stroke: '#14111a', 'stroke-width': unit * 0.9, 'stroke-linejoin': 'round' };
  const rings: Array<[number, number, number]> = [
    [0.74, 0.98, 0],
    [0.44, 0.74, 1],
    [0.18, 0.44, 3],
  ];
  for (const [inner, outer, shift] of rings)
    for (let index = 0; index < petals; index++) {
      const [from, to] = [(index / petals) * 6.283, ((index + 1) / petals) * 6.283];
      const middle = (from + to) / 2;
      const on = (angle: number, reach: number): Point => [
        x + Math.cos(angle) * r * reach,
        y + Math.sin(angle) * r * reach,
      ];
      sheet.add(
        polygon(
          [
            on(from, inner),
            on(from, outer),
            on(middle, outer * 1.01),
            on(to, outer),
            on(to, inner),
          ],
          {
            fill: glass(shift + (index % 2)),
            ...lead,
          },
        ),
        circle(...on(middle, (inner + outer) / 2), r * (outer - inner) * 0.3, {
          fill: glass(shift + 2),
          ...lead,
        }),
      );
    }
  for (let index = 0; index < petals / 2; index++)
    sheet.add(
      path(leafPath(x, y, (index / (petals / 2)) * 6.283, r * 0.2, r * 0.12), {
        fill: glass(2),
        ...lead,
      }),
    );
  sheet.add(
    circle(x, y, r * 0.07, { fill: '#ffe9a8', ...lead }),
    circle(x, y, r, {
      fill: sheet.radial([
        ['#fff8dc', 0.3],
        ['#fff8dc', 0],
      ]),
    }),
  );
  return 'A round stained-glass window glowing in the dark';
}

function leafPath(x: number, y: number, angle: number, length: number, breadth: number): string {
  const to = (along: number, across: number): Point => [
    x + Math.cos(angle) * along - Math.sin(angle) * across,
    y + Math.sin(angle) * along + Math.cos(angle) * across,
  ];
  return curve(
    [[x, y], to(length * 0.5, breadth * 0.5), to(length, 0), to(length * 0.5, -breadth * 0.5)],
    true,
  );
}

export function lanterns(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const sky = skies[random.pick<SkyName>(['night', 'dusk'])];
  sheet.add(rect(0, 0, width, height, { fill: sheet.linear(sky.stops) }));
  paintStars(sheet, height * 0.6);
  const isGarden = random.chance(0.6);
  for (let layer = 0; layer < 3; layer++)
    sheet.add(
      path(below(sheet, hills(sheet, random, height * (0.74 + layer * 0.08), unit * 7)), {
        fill: shaded(sky, mix('#3f5f5a', '#1f2f3f', layer / 3)),
      }),
    );
  const colours = random.pick([
    ['#f2a43c', '#e8604c', '#f7d06a'],
    ['#f6c46a', '#fdf0d0'],
    ['#e8708f', '#f2b632', '#6fb5c0', '#a98be0'],
  ]);
  const paint = (x: number, y: number, size: number, colour: string) =>
    circle(x, y, size * 4.2, {
      fill: sheet.radial([
        [colour, 0.5],
        [colour, 0.12],
        [colour, 0],
      ]),
    }) +
    ellipse(x, y + size * 0.2, size, size * 1.15, {
      fill: sheet.radial(['#fff6da', lighter(colour, 0.3), colour]),
    }) +
    rect(x - size * 0.42, y - size * 1.1, size * 0.84, size * 0.3, { fill: '#3a2a30' });
  if (isGarden)
    for (let row = 0; row < 4; row++)
      sheet.add(
        garland(
          [-unit * 5, height * (0.05 + row * 0.14)],
          [width + unit * 5, height * (0.12 + row * 0.1)],
          unit * (5 + row * 2),
          6 + row,
          '#2a2233',
          unit * 0.35,
          (x, y) => paint(x, y + unit * 2, unit * (1.8 + row * 0.8), random.pick(colours)),
        ),
      );
  else
    for (let count = 34; count > 0; count--) {
      const depth = random.next();
      sheet.add(
        paint(
          random.between(0, width),
          random.between(0, 0.85) * height,
          unit * (0.6 + depth * depth * 4.4),
          random.pick(colours),
        ),
      );
    }
  return isGarden
    ? `Strings of paper lanterns over the garden ${sky.words}`
    : `Paper lanterns rising into the sky ${sky.words}`;
}
