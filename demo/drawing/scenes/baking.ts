import { darker, lighter } from '../colour.ts';
import { leaf, shadow, stem } from '../shapes.ts';
import { circle, curve, ellipse, group, path, rect, type Sheet } from '../sheet.ts';
import { setTable } from './parts.ts';

export function bread(sheet: Sheet): string {
  const { unit, random } = sheet;
  const { x, foot } = setTable(sheet);
  sheet.add(shadow(sheet, x, foot + unit * 3, unit * 44, unit * 4));
  const board = random.pick(['#c99c66', '#a9784a', '#dcb98a']);
  sheet.add(
    rect(x - unit * 42, foot - unit, unit * 84, unit * 5, {
      fill: sheet.linear([lighter(board, 0.2), darker(board, 0.2)]),
      rx: unit * 2.4,
    }),
  );
  const crust = random.pick(['#b5723a', '#a8622f', '#c4884a', '#8f5530']);
  const [rx, ry] = [unit * random.between(25, 31), unit * random.between(19, 25)];
  const loaf = curve(
    [
      [x - rx, foot],
      [x - rx * 0.98, foot - ry * 0.65],
      [x - rx * 0.5, foot - ry * 1.12],
      [x, foot - ry * 1.24],
      [x + rx * 0.5, foot - ry * 1.12],
      [x + rx * 0.98, foot - ry * 0.65],
      [x + rx, foot],
      [x, foot + unit * 0.8],
    ],
    true,
  );
  sheet.add(
    path(loaf, {
      fill: sheet.radial([lighter(crust, 0.42), crust, darker(crust, 0.4)], 0.42, 0.22, 0.85),
    }),
  );
  const inside = sheet.clip(path(loaf, {}));
  const pattern = random.int(0, 2);
  const cuts: string[] = [];
  if (pattern === 0)
    for (const offset of [-0.5, 0, 0.5])
      cuts.push(
        leaf(x + offset * rx - unit * 4, foot - ry * 0.35, -1.15, ry * 0.85, unit * 5, '#f3dcb0'),
      );
  else if (pattern === 1)
    for (let vein = 0; vein < 5; vein++)
      for (const side of [-1, 1])
        cuts.push(
          leaf(
            x,
            foot - ry * (0.2 + vein * 0.2),
            side > 0 ? -0.5 : Math.PI + 0.5,
            rx * (0.5 - vein * 0.06),
            unit * 3,
            '#f1d8aa',
          ),
        );
  else cuts.push(leaf(x - rx * 0.62, foot - ry * 0.55, -0.18, rx * 1.3, unit * 8, '#f4e0b8'));
  const flour = Array.from({ length: 120 }, () =>
    circle(
      x + random.normal() * rx * 0.5,
      foot - ry * random.between(0.35, 1.25),
      unit * random.between(0.15, 0.6),
      {
        fill: '#fff8e8',
        opacity: random.between(0.2, 0.6),
      },
    ),
  );
  sheet.add(group({ 'clip-path': inside }, ...cuts, ...flour));
  const slices = random.int(0, 2);
  for (let index = 0; index < slices; index++) {
    const [sx, size] = [x + rx + unit * (3 + index * 7), unit * 12];
    const slice = curve(
      [
        [sx - size * 0.6, foot + unit],
        [sx - size * 0.7, foot - size * 1.1],
        [sx, foot - size * 1.6],
        [sx + size * 0.7, foot - size * 1.1],
        [sx + size * 0.6, foot + unit],
      ],
      true,
    );
    sheet.add(
      path(slice, { fill: darker(crust, 0.1) }),
      path(slice, {
        fill: '#f2dfb8',
        transform: `translate(${sx * 0.12} ${foot * 0.1 - size * 0.06}) scale(.88 .9)`,
      }),
    );
    for (let hole = 12; hole > 0; hole--)
      sheet.add(
        ellipse(
          sx + random.between(-0.4, 0.4) * size,
          foot - random.between(0.1, 1.2) * size,
          size * random.between(0.02, 0.07),
          size * 0.035,
          { fill: '#d6b985' },
        ),
      );
  }
  for (let ear = random.int(2, 4); ear > 0; ear--)
    wheat(
      sheet,
      x - unit * random.between(26, 40),
      foot + unit * 5,
      random.between(-2.6, -2),
      unit * random.between(22, 32),
    );
  return `A loaf of ${random.pick(['sourdough', 'crusty', 'home-baked', 'rye'])} bread on a wooden board`;
}

function wheat(sheet: Sheet, x: number, y: number, angle: number, length: number) {
  const { unit } = sheet;
  const [toX, toY] = [x + Math.cos(angle) * length, y + Math.sin(angle) * length];
  sheet.add(stem(x, y, toX, toY, 0, '#c9a24c', unit * 0.5));
  for (let grain = 0; grain < 7; grain++) {
    const share = 0.55 + grain * 0.07;
    for (const side of [-0.5, 0.5])
      sheet.add(
        leaf(
          x + (toX - x) * share,
          y + (toY - y) * share,
          angle + side,
          length * 0.13,
          length * 0.06,
          grain % 2 ? '#e0b95c' : '#d1a548',
        ),
      );
  }
}

export function cake(sheet: Sheet): string {
  const { unit, random } = sheet;
  const { x, foot } = setTable(sheet);
  const [base, cream, words] = random.pick([
    ['#6b3f2c', '#8a5638', 'A chocolate cake'],
    ['#e8c48a', '#fdf3e2', 'A sponge cake with cream'],
    ['#d98a4a', '#fbeed6', 'A carrot cake'],
    ['#c9576b', '#fbdfe2', 'A raspberry cake'],
    ['#e5cf6a', '#fffbe6', 'A lemon cake'],
  ] as const);
  sheet.add(shadow(sheet, x, foot + unit * 2, unit * 34, unit * 4));
  const stand = random.pick(['#f6f2ea', '#9fc3c0', '#e8b7b0', '#40566b']);
  sheet.add(
    path(
      `M${x - unit * 6} ${foot - unit * 8}L${x + unit * 6} ${foot - unit * 8}` +
        `L${x + unit * 12} ${foot + unit * 1.5}` +
        `Q${x} ${foot + unit * 4} ${x - unit * 12} ${foot + unit * 1.5}Z`,
      { fill: sheet.linear([stand, darker(stand, 0.2)], -90) },
    ),
    ellipse(x, foot - unit * 8, unit * 35, unit * 4.4, { fill: darker(stand, 0.18) }),
    ellipse(x, foot - unit * 9, unit * 35, unit * 4.2, { fill: stand }),
  );
  const layers = random.int(2, 3);
  let y = foot - unit * 9;
  for (let layer = 0; layer < layers; layer++) {
    sheet.add(
      path(
        `M${x - unit * 25} ${y - unit * 10}L${x - unit * 25} ${y}` +
          `A${unit * 25} ${unit * 3.4} 0 0 0 ${x + unit * 25} ${y}` +
          `L${x + unit * 25} ${y - unit * 10}Z`,
        { fill: sheet.linear([lighter(base, 0.18), base, darker(base, 0.25)], -90) },
      ),
    );
    y -= unit * 9;
    const drips = Array.from({ length: 9 }, (_, index) =>
      ellipse(
        x - unit * 24 + index * unit * 6,
        y + unit * random.between(0.5, 3),
        unit * 3,
        unit * random.between(2, 3.6),
        {
          fill: cream,
        },
      ),
    );
    sheet.add(...drips, ellipse(x, y, unit * 25.6, unit * 3.6, { fill: cream }));
  }
  const [fruit, heart] = random.pick([
    ['#c92f3f', '#7a1f2f'],
    ['#3f4a9a', '#2a2f68'],
    ['#f2a43c', '#c97a1f'],
    ['#d9485a', '#8f2438'],
  ] as const);
  if (random.chance(0.5))
    for (let index = 0; index < 9; index++) {
      const bx = x - unit * 20 + index * unit * 5;
      sheet.add(
        circle(bx, y - unit * random.between(1.5, 3.4), unit * 2.7, {
          fill: sheet.radial([lighter(fruit, 0.35), fruit, heart], 0.35, 0.3, 0.8),
        }),
      );
    }
  else
    for (let index = 0; index < 6; index++) {
      const [cx, tall] = [x - unit * 17 + index * unit * 6.8, unit * random.between(9, 11)];
      sheet.add(
        rect(cx - unit * 0.8, y - tall, unit * 1.6, tall, {
          fill: random.pick(['#e8604c', '#4f9fb5', '#f2b632', '#8a6ac0', '#6fae72']),
          rx: unit * 0.5,
        }),
        circle(cx, y - tall - unit * 2, unit * 5, {
          fill: sheet.radial([
            ['#ffd98a', 0.65],
            ['#ffd98a', 0],
          ]),
        }),
        path(
          `M${cx} ${y - tall - unit * 4.4}` +
            `Q${cx + unit * 1.8} ${y - tall - unit * 1.4} ${cx} ${y - tall - unit * 0.4}` +
            `Q${cx - unit * 1.8} ${y - tall - unit * 1.4} ${cx} ${y - tall - unit * 4.4}Z`,
          { fill: '#ffc24a' },
        ),
      );
    }
  return `${words} on a stand`;
}
