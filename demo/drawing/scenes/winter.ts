import { darker, lighter, mix } from '../colour.ts';
import { heightAt, hills, pine } from '../shapes.ts';
import { below, circle, path, polygon, rect, type Point, type Sheet } from '../sheet.ts';
import { paintSky, shaded, skies, type SkyName } from '../skies.ts';

export function snow(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const sky = skies[random.pick<SkyName>(['night', 'dusk', 'overcast', 'dawn'])];
  const horizon = height * 0.55;
  paintSky(sheet, sky, horizon + unit * 6, {
    sunX: random.between(0.15, 0.85),
    sunY: 0.2,
    sunSize: 3.5,
    clouds: false,
  });
  const white = shaded({ ...sky, shade: [sky.shade[0], sky.shade[1] * 0.45] }, '#f2f6fc');
  for (let layer = 0; layer < 4; layer++) {
    const line = hills(sheet, random, horizon + unit * layer * 11, unit * 6, 1 + layer * 0.2);
    const colour = mix(sky.haze, white, 0.3 + layer * 0.23);
    sheet.add(
      path(below(sheet, line), {
        fill: sheet.linear([lighter(colour, 0.2), darker(colour, 0.08)]),
      }),
    );
    for (let count = layer === 2 ? 0 : 7; count > 0; count--) {
      const [x, size] = [
        random.between(0, width),
        unit * (6 + layer * 5) * random.between(0.7, 1.2),
      ];
      const y = heightAt(line, x) + unit;
      sheet.add(
        pine(random, x, y, size, mix(sky.haze, shaded(sky, '#2c4f4c'), 0.4 + layer * 0.2)),
        pine(random, x + size * 0.02, y - size * 0.12, size * 0.84, white).replace(
          /<path/g,
          '<path opacity=".5"',
        ),
      );
    }
    if (layer === 2)
      for (let count = random.int(2, 4), index = 0; index < count; index++) {
        const x = width * ((index + 0.5) / count) + unit * random.between(-6, 6);
        cottage(
          sheet,
          x,
          heightAt(line, x) + unit * 4,
          unit * random.between(9, 13),
          shaded(sky, random.pick(['#a8574a', '#8a6a4c', '#5a6f8a', '#b88a58'])),
          white,
        );
      }
  }
  for (let count = 170; count > 0; count--)
    sheet.add(
      circle(
        random.between(0, width),
        random.between(0, height),
        unit * random.between(0.15, 0.55),
        {
          fill: '#fff',
          opacity: random.between(0.4, 0.95),
        },
      ),
    );
  return `Snow falling on a village with lit windows ${sky.words}`;
}

function cottage(sheet: Sheet, x: number, y: number, size: number, wall: string, white: string) {
  const { unit } = sheet;
  const roof: Point[] = [
    [x - size * 1.15, y - size * 0.85],
    [x, y - size * 1.75],
    [x + size * 1.15, y - size * 0.85],
  ];
  sheet.add(
    rect(x + size * 0.4, y - size * 1.8, size * 0.25, size * 0.7, { fill: darker(wall, 0.4) }),
    rect(x - size * 0.9, y - size * 0.95, size * 1.8, size * 0.98, { fill: wall }),
    polygon(roof, { fill: darker(wall, 0.45) }),
    polygon(
      [
        roof[0]!,
        roof[1]!,
        roof[2]!,
        [x + size * 0.8, y - size * 0.95],
        [x, y - size * 1.5],
        [x - size * 0.8, y - size * 0.95],
      ],
      {
        fill: white,
      },
    ),
    circle(x - size * 0.4, y - size * 0.45, size * 1.1, {
      fill: sheet.radial([
        ['#ffd480', 0.45],
        ['#ffd480', 0],
      ]),
    }),
    ...[-0.45, 0.45].map((offset) =>
      rect(x + size * (offset - 0.2), y - size * 0.68, size * 0.4, size * 0.4, {
        fill: '#ffdf95',
        rx: unit * 0.2,
      }),
    ),
  );
}
