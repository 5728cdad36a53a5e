import type { Random } from '../random.ts';
import { darker, lighter, mix } from './colour.ts';
import {
  blob,
  circle,
  curve,
  ellipse,
  group,
  path,
  polygon,
  type Point,
  type Sheet,
} from './sheet.ts';

/** A rolling line across the sheet. */
export function hills(
  { width }: Sheet,
  random: Random,
  base: number,
  height: number,
  waves = 2,
): Point[] {
  const parts = Array.from({ length: 3 }, (_, index) => ({
    size: height / (index + 1),
    speed: (waves * (index + 1) + random.next()) / width,
    start: random.next() * 7,
  }));
  return Array.from({ length: 25 }, (_, step): Point => {
    const x = (step / 24) * (width + 10) - 5;
    return [
      x,
      base +
        parts.reduce(
          (sum, part) => sum + Math.sin(x * part.speed * Math.PI + part.start) * part.size * 0.5,
          0,
        ),
    ];
  });
}

/** A jagged line across the sheet (midpoint displacement). */
export function ridge(
  { width }: Sheet,
  random: Random,
  base: number,
  height: number,
  roughness = 0.52,
): Point[] {
  let heights = [
    random.between(-0.5, 0.5),
    random.between(-1, -0.3),
    random.between(-0.5, 0.5),
  ].map((part) => part * height);
  let reach = height * 0.75;
  while (heights.length < 60) {
    heights = heights.flatMap((own, index) =>
      index + 1 < heights.length
        ? [own, (own + heights[index + 1]!) / 2 + random.between(-1, 1) * reach]
        : [own],
    );
    reach *= roughness;
  }
  return heights.map((own, index): Point => [
    (index / (heights.length - 1)) * (width + 10) - 5,
    base + own,
  ]);
}

/** The line's height at `x`. */
export function heightAt(points: Point[], x: number): number {
  const next = Math.max(
    1,
    points.findIndex(([px]) => px >= x),
  );
  const [from, to] = [points[next - 1]!, points[next]!];
  return from[1] + ((x - from[0]) / (to[0] - from[0])) * (to[1] - from[1]);
}

/** From this height on (in pixels) a tree is near. */
const nearTree = 130;

/** A round tree standing at x, y. */
export function tree(
  random: Random,
  x: number,
  y: number,
  size: number,
  leaf: string,
  trunk = '#5b4334',
): string {
  // Near trees show their leaves in clumps, lit from above; far ones are a few strokes.
  const clumps = size > nearTree ? 34 : 8;
  const small = clumps > 8 ? 0.6 : 1;
  const crown = Array.from({ length: clumps }, (_, index) => {
    const [angle, reach] = [random.next() * 7, Math.sqrt(random.next())];
    const [dx, dy] = [
      Math.cos(angle) * reach * 0.34 * size,
      (Math.sin(angle) * reach * 0.27 - 0.72) * size,
    ];
    const light = (index / clumps) * 0.6 - (dy / size + 0.72) * 0.9;
    return path(
      blob(
        random,
        x + dx,
        y + dy,
        size * small * random.between(0.2, 0.29),
        size * small * random.between(0.17, 0.25),
        0.12,
      ),
      {
        fill:
          light > 0.25
            ? lighter(leaf, Math.min(0.28, light * 0.4))
            : darker(leaf, Math.min(0.22, (0.25 - light) * 0.4)),
      },
    );
  });
  const stem = polygon(
    [
      [x - size * 0.045, y],
      [x - size * 0.025, y - size * 0.55],
      [x + size * 0.025, y - size * 0.55],
      [x + size * 0.045, y],
    ],
    { fill: trunk },
  );
  return group({}, stem, ...crown);
}

export function pine(random: Random, x: number, y: number, size: number, colour: string): string {
  const left: Point[] = [];
  const right: Point[] = [];
  const tiers = 6;
  for (let tier = 0; tier <= tiers; tier++) {
    const level = y - size * (1 - (tier / tiers) * 0.9);
    const reach = size * 0.25 * (tier / tiers) * random.between(0.85, 1.15);
    left.push([x - reach, level], [x - reach * 0.5, level - size * 0.015]);
    right.push([x + reach, level], [x + reach * 0.5, level - size * 0.015]);
  }
  const trunk = polygon(
    [
      [x - size * 0.03, y],
      [x - size * 0.02, y - size * 0.2],
      [x + size * 0.02, y - size * 0.2],
      [x + size * 0.03, y],
    ],
    { fill: darker(colour, 0.4) },
  );
  return trunk + polygon([[x, y - size], ...left, ...right.reverse()], { fill: colour });
}

export function bush(random: Random, x: number, y: number, size: number, colour: string): string {
  return Array.from({ length: 5 }, (_, index) =>
    path(
      blob(
        random,
        x + (index - 2) * size * 0.34,
        y - size * random.between(0.15, 0.42),
        size * 0.34,
        size * 0.3,
      ),
      {
        fill: mix(darker(colour, 0.12), lighter(colour, 0.14), random.next()),
      },
    ),
  ).join('');
}

export function birds(sheet: Sheet, random: Random, x: number, y: number, colour: string): string {
  return Array.from({ length: random.int(3, 7) }, () => {
    const [bx, by, size] = [
      x + random.normal() * sheet.unit * 9,
      y + random.normal() * sheet.unit * 4,
      sheet.unit * random.between(0.9, 1.9),
    ];
    return path(
      `M${bx - size} ${by - size * 0.4}Q${bx - size * 0.4} ${by - size * 0.7} ${bx} ${by}` +
        `Q${bx + size * 0.4} ${by - size * 0.7} ${bx + size} ${by - size * 0.4}`,
      { fill: 'none', stroke: colour, 'stroke-width': sheet.unit * 0.3, 'stroke-linecap': 'round' },
    );
  }).join('');
}

/** A leaf or petal from x, y outwards. */
export function leaf(
  x: number,
  y: number,
  angle: number,
  length: number,
  breadth: number,
  fill: string,
): string {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const to = (along: number, across: number): Point => [
    x + cos * along - sin * across,
    y + sin * along + cos * across,
  ];
  return path(
    curve(
      [[x, y], to(length * 0.35, breadth * 0.5), to(length, 0), to(length * 0.35, -breadth * 0.5)],
      true,
    ),
    { fill },
  );
}

/** Grass and stems along a strip. */
export function grass(
  sheet: Sheet,
  random: Random,
  from: number,
  to: number,
  y: number,
  size: number,
  colours: string[],
  count: number,
): string {
  return Array.from({ length: count }, () => {
    const [x, lean, height] = [
      random.between(from, to),
      random.between(-0.35, 0.35),
      size * random.between(0.5, 1),
    ];
    const foot = y + random.between(-0.15, 0.3) * size;
    return path(`M${x} ${foot}Q${x} ${foot - height * 0.6} ${x + lean * height} ${foot - height}`, {
      fill: 'none',
      stroke: random.pick(colours),
      'stroke-width': sheet.unit * random.between(0.2, 0.5),
      'stroke-linecap': 'round',
    });
  }).join('');
}

/** A flower seen from the front. */
export function bloom(
  random: Random,
  x: number,
  y: number,
  size: number,
  colour: string,
  heart = '#f6c445',
  petals = random.int(6, 11),
): string {
  const turn = random.next() * 7;
  const ring = (reach: number, breadth: number, fill: string, start: number) =>
    Array.from({ length: petals }, (_, index) =>
      leaf(x, y, start + (index / petals) * Math.PI * 2, size * reach, size * breadth, fill),
    ).join('');
  return (
    ring(1, 0.55, darker(colour, 0.1), turn) +
    ring(0.82, 0.48, lighter(colour, 0.14), turn + Math.PI / petals) +
    circle(x, y, size * 0.24, { fill: darker(heart, 0.18) }) +
    circle(x - size * 0.04, y - size * 0.05, size * 0.17, { fill: heart })
  );
}

/** A soft shadow that lies on a surface. */
export const shadow = (
  sheet: Sheet,
  x: number,
  y: number,
  rx: number,
  ry: number,
  opacity = 0.28,
) =>
  ellipse(x, y, rx * 1.25, ry * 1.3, {
    fill: sheet.radial([
      ['#1a1428', opacity],
      ['#1a1428', opacity * 0.85],
      ['#1a1428', 0],
    ]),
  });

/** Bulbs or flags on a sagging string; `paint` draws one at a point. */
export function garland(
  from: Point,
  to: Point,
  sag: number,
  count: number,
  stroke: string,
  thickness: number,
  paint: (x: number, y: number, index: number) => string,
): string {
  const at = (share: number): Point => [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share + sag * 4 * share * (1 - share),
  ];
  const string = curve(Array.from({ length: 9 }, (_, index) => at(index / 8)));
  return (
    path(string, { fill: 'none', stroke, 'stroke-width': thickness }) +
    Array.from({ length: count }, (_, index) => paint(...at((index + 0.5) / count), index)).join('')
  );
}

export const stem = (
  x: number,
  y: number,
  toX: number,
  toY: number,
  bend: number,
  stroke: string,
  thickness: number,
) =>
  path(`M${x} ${y}Q${x + bend} ${(y + toY) / 2} ${toX} ${toY}`, {
    fill: 'none',
    stroke,
    'stroke-width': thickness,
    'stroke-linecap': 'round',
  });
