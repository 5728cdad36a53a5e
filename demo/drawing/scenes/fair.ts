import { darker } from '../colour.ts';
import { hills, tree } from '../shapes.ts';
import { below, circle, ellipse, path, polygon, rect, type Sheet } from '../sheet.ts';
import { faded, paintSky, shaded, skies, type SkyName } from '../skies.ts';
import { bunting } from './parts.ts';

export function fair(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const sky = skies[random.pick<SkyName>(['noon', 'morning', 'golden', 'dusk'])];
  const floor = height * 0.72;
  paintSky(sheet, sky, floor, {});
  sheet.add(
    path(below(sheet, hills(sheet, random, floor - unit * 9, unit * 5)), {
      fill: faded(sky, '#5f8f56', 0.65),
    }),
  );
  for (let count = 7; count > 0; count--)
    sheet.add(
      tree(
        random,
        random.between(0, width),
        floor,
        unit * random.between(17, 26),
        faded(sky, random.pick(['#4f8a4a', '#6f9a50']), 0.8),
      ),
    );
  sheet.add(
    rect(0, floor - unit * 2, width, height, {
      fill: sheet.linear([shaded(sky, '#9db565'), shaded(sky, '#7a9a4c')]),
    }),
  );
  const colours = random.shuffled([
    '#d9483b',
    '#eda33b',
    '#2f7f8f',
    '#7a5aa0',
    '#3f9d6d',
    '#e8708f',
  ]);
  const stalls = Math.max(2, Math.round(width / (unit * 38)));
  for (let index = 0; index < stalls; index++) {
    const [x, foot, size] = [
      width * ((index + 0.5) / stalls),
      floor + unit * random.between(8, 14),
      unit * 15,
    ];
    const colour = shaded(sky, colours[index % colours.length]!);
    sheet.add(
      ellipse(x, foot, size * 1.1, unit * 2, { fill: '#1a2418', opacity: 0.22 }),
      rect(x - size, foot - size * 1.5, unit, size * 1.5, { fill: '#8a6a4c' }),
      rect(x + size - unit, foot - size * 1.5, unit, size * 1.5, { fill: '#8a6a4c' }),
      rect(x - size * 0.95, foot - size * 1.45, size * 1.9, size * 0.9, {
        fill: shaded(sky, '#5a4a40'),
        opacity: 0.35,
      }),
      rect(x - size, foot - size * 0.62, size * 2, size * 0.62, {
        fill: sheet.linear([shaded(sky, '#d8b88a'), shaded(sky, '#b48c5c')]),
      }),
    );
    for (let item = 0; item < 8; item++)
      sheet.add(
        circle(
          x - size * 0.85 + item * size * 0.24,
          foot - size * 0.72,
          size * random.between(0.09, 0.15),
          {
            fill: shaded(
              sky,
              random.pick(['#e8604c', '#f2b632', '#8a5a3a', '#f3dcb0', '#6fae72', '#c77fb0']),
            ),
          },
        ),
      );
    for (let stripe = 0; stripe < 8; stripe++) {
      const [left, step] = [x - size * 1.15 + (stripe * size * 2.3) / 8, (size * 2.3) / 8];
      const lean = (share: number) => (share - x) * 0.86 + x;
      const fill = stripe % 2 ? shaded(sky, '#fbf4e6') : colour;
      sheet.add(
        polygon(
          [
            [lean(left), foot - size * 2.1],
            [lean(left + step), foot - size * 2.1],
            [left + step, foot - size * 1.45],
            [left, foot - size * 1.45],
          ],
          { fill },
        ),
        path(
          `M${left} ${foot - size * 1.46}H${left + step}V${foot - size * 1.36}` +
            `A${step / 2} ${step / 2} 0 0 1 ${left} ${foot - size * 1.36}Z`,
          { fill: darker(fill, 0.06) },
        ),
      );
    }
  }
  sheet.add(
    bunting(sheet, [-unit * 4, height * 0.1], [width * 0.55, height * 0.07], unit * 5),
    bunting(sheet, [width * 0.45, height * 0.06], [width + unit * 4, height * 0.12], unit * 6),
  );
  return `Stalls with striped awnings and bunting at the fair ${sky.words}`;
}
