import { darker, lighter, mix } from '../colour.ts';
import { bloom, leaf, shadow, stem } from '../shapes.ts';
import { curve, ellipse, path, polygon, rect, type Sheet } from '../sheet.ts';

export function vase(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const wall = random.pick(['#e8d9c4', '#c9d8d4', '#f0d8cf', '#d6d3e4', '#34495a', '#e5e0d0']);
  const table = random.pick(['#b98a5e', '#8f6446', '#d8c0a0', '#5d4a44']);
  const edge = height * 0.74;
  sheet.add(
    rect(0, 0, width, height, {
      fill: sheet.linear([lighter(wall, 0.25), wall, darker(wall, 0.15)], 35),
    }),
    rect(0, edge, width, height - edge, {
      fill: sheet.linear([lighter(table, 0.15), darker(table, 0.15)]),
    }),
  );
  const [x, foot, size] = [width / 2 + unit * random.between(-6, 6), height * 0.88, unit * 17];
  sheet.add(shadow(sheet, x + unit * 5, foot, size * 1.1, unit * 3));
  const top = foot - size * 1.9;
  const colours = random.pick([
    ['#e8604c', '#f4a26a', '#fbe3c8'],
    ['#c94f7c', '#e898b4', '#fdeef2'],
    ['#f2b632', '#f7dc7a', '#f0883c'],
    ['#6a55b0', '#a894dd', '#e9e2fa'],
    ['#ffffff', '#f4ead0', '#dfe8d0'],
    ['#d9483b', '#8a2a3a', '#f0b06a'],
  ]);
  const green = random.pick(['#4f7f4c', '#6b9460', '#3f6f5a']);
  const heads = Array.from({ length: random.int(11, 17) }, (_, index) => {
    const angle = -Math.PI / 2 + random.between(-1.15, 1.15);
    const reach = size * random.between(0.7, 2.1);
    return {
      x: x + Math.cos(angle) * reach * 0.95,
      y: top + Math.sin(angle) * reach,
      size: unit * random.between(4.5, 8.5),
      index,
    };
  });
  for (const head of heads) {
    sheet.add(
      stem(x, top + size * 0.4, head.x, head.y, unit * random.between(-4, 4), green, unit * 0.7),
    );
    for (let count = 2; count > 0; count--)
      sheet.add(
        leaf(
          (x + head.x) / 2,
          (top + head.y) / 2,
          random.next() * 7,
          unit * random.between(6, 11),
          unit * 3.4,
          mix(green, lighter(green, 0.3), random.next()),
        ),
      );
  }
  for (const head of heads.sort((a, b) => a.y - b.y))
    sheet.add(
      bloom(
        random,
        head.x,
        head.y,
        head.size,
        random.pick(colours),
        random.pick(['#f6c445', '#e8a53c', '#6b4a2c']),
      ),
    );
  const glass = random.pick(['#3f7f8f', '#f2ede2', '#c9583f', '#2f4a6b', '#8fae9a', '#d9a94c']);
  const body =
    `M${x - size * 0.32} ${top}` +
    `C${x - size * 0.2} ${top + size * 0.4} ${x - size * 0.8} ${top + size * 0.7} ${x - size * 0.72} ${foot - size * 0.5}` +
    `C${x - size * 0.68} ${foot - size * 0.1} ${x - size * 0.4} ${foot} ${x} ${foot}` +
    `C${x + size * 0.4} ${foot} ${x + size * 0.68} ${foot - size * 0.1} ${x + size * 0.72} ${foot - size * 0.5}` +
    `C${x + size * 0.8} ${top + size * 0.7} ${x + size * 0.2} ${top + size * 0.4} ${x + size * 0.32} ${top}` +
    'Z';
  sheet.add(
    path(body, { fill: sheet.linear([lighter(glass, 0.3), glass, darker(glass, 0.3)], -90) }),
    ellipse(x, top, size * 0.32, size * 0.07, { fill: darker(glass, 0.45) }),
    ellipse(x - size * 0.38, foot - size * 0.62, size * 0.08, size * 0.3, {
      fill: '#fff',
      opacity: 0.35,
    }),
  );
  return 'A bunch of flowers in a vase on a table';
}

export function pots(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const wall = random.pick(['#dfe5dc', '#f0e2d0', '#cfdde4', '#ead2c4', '#4a5f58']);
  sheet.add(
    rect(0, 0, width, height, { fill: sheet.linear([lighter(wall, 0.2), darker(wall, 0.1)], 25) }),
  );
  const boards = height > width ? [0.47, 0.92] : [0.84];
  for (const share of boards) {
    const y = height * share;
    sheet.add(
      rect(0, y, width, unit * 4, { fill: sheet.linear(['#c79a68', '#9a6f48']) }),
      rect(0, y + unit * 4, width, unit * 5, {
        fill: sheet.linear([
          ['#1a1428', 0.25],
          ['#1a1428', 0],
        ]),
      }),
    );
    const size = unit * (boards.length > 1 ? 12 : 19);
    for (let x = size * 0.9; x < width - size * 0.5; x += size * random.between(1.5, 1.9)) {
      const [clay, green] = [
        random.pick(['#c4683f', '#e2d6c4', '#3f6f7f', '#d9a441', '#7a4a5a', '#f4efe6']),
        random.pick(['#4f8a55', '#6f9a4c', '#3f7060', '#86a86a']),
      ];
      const [tall, kind] = [size * random.between(0.65, 0.95), random.int(0, 3)];
      if (kind === 0)
        for (let blade = 11; blade > 0; blade--)
          sheet.add(
            leaf(
              x,
              y - tall,
              -Math.PI / 2 + random.between(-1, 1),
              size * random.between(0.9, 1.7),
              size * 0.2,
              mix(green, lighter(green, 0.35), random.next()),
            ),
          );
      else if (kind === 1)
        for (let count = 16; count > 0; count--)
          sheet.add(
            leaf(
              x + random.between(-0.3, 0.3) * size,
              y - tall - random.between(0, 0.7) * size,
              random.next() * 7,
              size * 0.5,
              size * 0.42,
              mix(green, lighter(green, 0.25), random.next()),
            ),
          );
      else if (kind === 2)
        sheet.add(
          path(
            curve(
              [
                [x - size * 0.24, y - tall * 0.9],
                [x - size * 0.3, y - tall - size * 0.6],
                [x, y - tall - size * 1.1],
                [x + size * 0.3, y - tall - size * 0.6],
                [x + size * 0.24, y - tall * 0.9],
              ],
              true,
            ),
            { fill: sheet.linear([lighter(green, 0.2), darker(green, 0.15)], -90) },
          ),
          bloom(random, x, y - tall - size * 1.1, size * 0.16, '#e8708f'),
        );
      else
        for (let count = 6; count > 0; count--) {
          const [hx, hy] = [
            x + random.between(-0.6, 0.6) * size,
            y - tall - size * random.between(0.5, 1.2),
          ];
          sheet.add(
            stem(x, y - tall, hx, hy, 0, green, unit * 0.5),
            bloom(
              random,
              hx,
              hy,
              size * 0.2,
              random.pick(['#e8604c', '#f2b632', '#c77fb0', '#ffffff']),
            ),
          );
        }
      sheet.add(
        polygon(
          [
            [x - size * 0.5, y - tall],
            [x + size * 0.5, y - tall],
            [x + size * 0.38, y],
            [x - size * 0.38, y],
          ],
          { fill: sheet.linear([lighter(clay, 0.2), clay, darker(clay, 0.28)], -90) },
        ),
        rect(x - size * 0.55, y - tall, size * 1.1, size * 0.2, {
          fill: sheet.linear([lighter(clay, 0.25), darker(clay, 0.2)], -90),
          rx: unit * 0.5,
        }),
      );
    }
  }
  return 'Potted plants lined up on a wooden shelf';
}
