import { darker, lighter } from './colour.ts';
import { circle, ellipse, group, path, rect, type Sheet } from './sheet.ts';

const stroke = (width: number) => ({
  fill: 'none',
  stroke: 'currentColor',
  'stroke-width': width,
  'stroke-linecap': 'round',
  'stroke-linejoin': 'round',
});
const solid = { fill: 'currentColor' };

/** Signs in a square of 100, in the colour of the paper. */
const signs = {
  loaf: () => [
    path('M18 66C14 44 30 30 50 30S86 44 82 66C82 70 78 72 50 72S18 70 18 66Z', solid),
    ...[34, 50, 66].map((x) =>
      path(`M${x - 5} 58C${x - 3} 50 ${x + 1} 45 ${x + 6} 42`, {
        ...stroke(4),
        stroke: '#00000055',
      }),
    ),
  ],
  book: () => [
    path('M50 34C40 26 28 25 18 27V70C28 68 40 69 50 77Z', solid),
    path('M50 34C60 26 72 25 82 27V70C72 68 60 69 50 77Z', { ...solid, opacity: 0.75 }),
  ],
  wheel: () => [
    circle(50, 50, 30, stroke(6)),
    circle(50, 50, 5, solid),
    ...Array.from({ length: 8 }, (_, index) => {
      const turn = (index * Math.PI) / 4;
      return path(
        `M50 50L${(50 + 28 * Math.cos(turn)).toFixed(1)} ${(50 + 28 * Math.sin(turn)).toFixed(1)}`,
        stroke(2),
      );
    }),
  ],
  film: () => [
    rect(20, 30, 60, 40, { ...stroke(5), rx: 4 }),
    ...[27, 42, 57, 72].flatMap((x) => [
      rect(x - 3, 34, 6, 5, solid),
      rect(x - 3, 61, 6, 5, solid),
    ]),
    path('M45 44L59 50L45 56Z', solid),
  ],
  anchor: () => [
    circle(50, 26, 7, stroke(5)),
    path('M50 34V78M36 44H64M22 58C24 72 36 78 50 78S76 72 78 58', stroke(6)),
  ],
  balloon: () => [
    path(
      'M50 18C32 18 22 31 22 44C22 57 38 66 44 72H56C62 66 78 57 78 44C78 31 68 18 50 18Z',
      solid,
    ),
    rect(43, 78, 14, 9, { ...solid, rx: 2 }),
    path('M50 18C43 26 41 54 46 72M50 18C57 26 59 54 54 72', { ...stroke(2), stroke: '#00000055' }),
  ],
  mountain: () => [
    path('M12 74L40 30L54 52L62 40L88 74Z', solid),
    path('M40 30L31 44L38 42L42 47L47 41Z', { fill: '#00000044' }),
  ],
  note: () => [
    path('M40 70V30L72 22V62', stroke(6)),
    ellipse(33, 71, 9, 7, solid),
    ellipse(65, 63, 9, 7, solid),
  ],
  leaf: () => [
    path('M22 76C20 40 42 22 80 22C82 58 62 78 34 72', solid),
    path('M22 80C34 60 48 46 66 36', { ...stroke(4), stroke: '#00000055' }),
  ],
  wave: () =>
    [36, 52, 68].map((y) =>
      path(
        `M16 ${y}C24 ${y - 10} 32 ${y - 10} 40 ${y}S56 ${y + 10} 64 ${y}S80 ${y - 10} 86 ${y}`,
        stroke(7),
      ),
    ),
  yarn: () => [
    circle(46, 46, 26, solid),
    path('M26 40C38 34 54 34 68 42M22 52C38 44 56 46 68 56M40 22C34 38 36 56 44 70', {
      ...stroke(3),
      stroke: '#00000055',
    }),
    path('M60 68C68 80 76 70 84 78', stroke(4)),
  ],
  paw: () => [
    ellipse(50, 64, 17, 14, solid),
    ...[
      [28, 48, 7, 10],
      [42, 34, 7, 11],
      [59, 34, 7, 11],
      [73, 48, 7, 10],
    ].map(([x, y, rx, ry]) => ellipse(x!, y!, rx!, ry!, solid)),
  ],
  house: () => [path('M16 50L50 22L84 50H76V78H58V60H42V78H24V50Z', solid)],
} satisfies Record<string, () => string[]>;

/** A sign on a plain ground, as associations and shops have them. */
export function drawLogo(sheet: Sheet, sign: string, colour: string) {
  const markup = Object.hasOwn(signs, sign) ? signs[sign as keyof typeof signs]() : undefined;
  if (!markup) throw new Error(`There is no logo named ${sign}`);
  const { width, height } = sheet;
  sheet.add(
    rect(0, 0, width, height, {
      fill: sheet.linear([lighter(colour, 0.12), darker(colour, 0.18)]),
    }),
    group({ transform: `scale(${width / 100})`, color: '#fff7ea' }, ...markup),
  );
}
