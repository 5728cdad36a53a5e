import { darker, lighter, mix } from '../colour.ts';
import { garland } from '../shapes.ts';
import { ellipse, group, path, polygon, rect, type Point, type Sheet } from '../sheet.ts';
import { shaded, type Sky } from '../skies.ts';

/** Wall and table top; answers where things stand. */
export function setTable(sheet: Sheet): { x: number; foot: number } {
  const { width, height, unit, random } = sheet;
  const [wall, top] = random.pick([
    ['#dfe7e2', '#b88a5c'],
    ['#f1dfcc', '#8d6647'],
    ['#33465a', '#a67c58'],
    ['#e9d3d0', '#d6bd9b'],
    ['#cfdcea', '#e9e3d8'],
    ['#4f5b48', '#c9a878'],
    ['#f4ead6', '#6f8f93'],
  ] as const);
  const edge = height * 0.62;
  sheet.add(
    rect(0, 0, width, height, {
      fill: sheet.linear([lighter(wall, 0.2), wall, darker(wall, 0.12)], 30),
    }),
  );
  const light = sheet.blur(unit * 3);
  const [wx, tilt] = [width * random.between(0.1, 0.6), random.between(-14, 14)];
  const panes = [0, 1, 2, 3].map((pane) =>
    rect(
      wx + (pane % 2) * unit * 19,
      unit * (6 + Math.floor(pane / 2) * 23),
      unit * 16,
      unit * 20,
      { fill: '#fff6dc', opacity: 0.22 },
    ),
  );
  sheet.add(group({ transform: `rotate(${tilt} ${wx} 0) skewX(-14)`, filter: light }, ...panes));
  sheet.add(
    rect(0, edge, width, height - edge, {
      fill: sheet.linear([lighter(top, 0.16), top, darker(top, 0.16)]),
    }),
    rect(0, edge, width, unit * 0.8, { fill: lighter(top, 0.35), opacity: 0.6 }),
  );
  for (let grain = 9; grain > 0; grain--)
    sheet.add(
      rect(
        random.between(-0.2, 0.9) * width,
        random.between(edge + unit * 2, height),
        unit * random.between(20, 60),
        unit * 0.35,
        {
          fill: darker(top, 0.3),
          opacity: 0.22,
          rx: unit * 0.2,
        },
      ),
    );
  return { x: width / 2 + unit * random.between(-7, 7), foot: height * 0.82 };
}

export function bunting({ unit, random }: Sheet, from: Point, to: Point, sag: number): string {
  const colours = random.shuffled([
    '#e8604c',
    '#f2b632',
    '#4f9fb5',
    '#6fae72',
    '#f6efe2',
    '#c77fb0',
    '#5a6fb0',
  ]);
  return garland(from, to, sag, 15, '#5a5048', unit * 0.3, (x, y, index) =>
    polygon(
      [
        [x - unit * 2.6, y],
        [x + unit * 2.6, y + unit * 0.2],
        [x, y + unit * 5.4],
      ],
      { fill: colours[index % colours.length]! },
    ),
  );
}

export function waterPaint(sheet: Sheet, sky: Sky, top: number, bottom: number, tint = '#2c6f92') {
  const [far, near] = [mix(sky.stops.at(-1)!, tint, 0.35), mix(sky.stops[0]!, tint, 0.6)];
  sheet.add(
    rect(0, top, sheet.width, bottom - top, {
      fill: sheet.linear([far, mix(far, near, 0.6), shaded(sky, near)]),
    }),
  );
}

/** The path of light under the sun, and small waves. */
export function glitter(
  sheet: Sheet,
  sky: Sky,
  top: number,
  bottom: number,
  sunX: number | undefined,
) {
  const { width, unit, random } = sheet;
  for (let count = 90; count > 0; count--) {
    const depth = random.next() ** 1.4;
    const y = top + depth * (bottom - top);
    const isLit = sunX !== undefined && random.chance(0.6);
    const x = isLit
      ? sunX * width + random.normal() * unit * (2 + depth * 9)
      : random.between(0, width);
    sheet.add(
      ellipse(x, y, unit * (1 + depth * 6) * random.between(0.4, 1), unit * (0.12 + depth * 0.3), {
        fill: isLit ? sky.sun : lighter(sky.stops[1]!, 0.5),
        opacity: isLit ? 0.55 : 0.16,
      }),
    );
  }
}

export function sailboat(
  { unit, random }: Sheet,
  x: number,
  y: number,
  size: number,
  hull: string,
): string {
  const sail = random.pick(['#fdf7ea', '#f7e3c0', '#e8604c', '#f1b24a', '#fdfdfd']);
  const s = unit * size;
  return (
    polygon(
      [
        [x + s * 0.06, y - s * 0.25],
        [x + s * 0.06, y - s * 2],
        [x + s * 0.95, y - s * 0.3],
      ],
      { fill: sail },
    ) +
    polygon(
      [
        [x - s * 0.05, y - s * 0.25],
        [x - s * 0.05, y - s * 1.7],
        [x - s * 0.7, y - s * 0.3],
      ],
      { fill: darker(sail, 0.12) },
    ) +
    path(
      `M${x - s} ${y - s * 0.2}L${x + s} ${y - s * 0.2}` +
        `Q${x + s * 0.8} ${y + s * 0.2} ${x + s * 0.5} ${y + s * 0.2}` +
        `L${x - s * 0.6} ${y + s * 0.2}Z`,
      { fill: hull },
    ) +
    ellipse(x, y + s * 0.28, s * 0.95, s * 0.08, { fill: '#10203a', opacity: 0.25 })
  );
}
