import { darker, lighter, mix } from '../colour.ts';
import { bloom, leaf, shadow } from '../shapes.ts';
import { circle, curve, ellipse, group, path, rect, type Sheet } from '../sheet.ts';

export function coffee(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const top = random.pick(['#b98d63', '#e6ddd0', '#6f8688', '#8a5f48', '#d8b89a', '#46505a']);
  sheet.add(
    rect(0, 0, width, height, {
      fill: sheet.linear([lighter(top, 0.2), top, darker(top, 0.18)], 40),
    }),
  );
  for (let board = 1; board < 6; board++)
    sheet.add(
      rect(0, (height * board) / 6, width, unit * 0.35, { fill: darker(top, 0.35), opacity: 0.4 }),
    );
  const [x, y, size] = [
    width * random.between(0.38, 0.5),
    height * random.between(0.45, 0.55),
    unit * 23,
  ];
  const cup = random.pick(['#f5f0e6', '#3f6f82', '#d9795a', '#7f9a78', '#e5b95c', '#5a4a70']);
  const saucer =
    cup === '#f5f0e6'
      ? random.pick(['#f5f0e6', '#9fb8bd', '#d9a48f'])
      : mix(cup, '#fbf6ea', random.pick([0.45, 0.9]));
  sheet.add(shadow(sheet, x + unit * 4, y + unit * 5, size * 1.5, size * 1.45, 0.25));
  sheet.add(
    circle(x, y, size * 1.48, {
      fill: sheet.radial([lighter(saucer, 0.3), saucer, darker(saucer, 0.1)]),
    }),
    circle(x, y, size * 1.05, { fill: darker(saucer, 0.2), opacity: 0.5 }),
  );
  sheet.add(
    group(
      { transform: `rotate(${random.between(-60, 40)} ${x} ${y})` },
      rect(x + size * 0.8, y - size * 0.17, size * 0.62, size * 0.34, {
        fill: darker(cup, 0.14),
        rx: size * 0.15,
      }),
    ),
  );
  sheet.add(
    circle(x, y, size, { fill: cup }),
    circle(x, y, size * 0.86, { fill: sheet.radial(['#a8714a', '#7a4c2e', '#5a3520']) }),
  );
  const art = random.int(0, 2);
  if (art === 0)
    for (let ring = 4; ring > 0; ring--)
      sheet.add(
        path(
          `M${x} ${y + size * 0.12 * ring}` +
            `C${x - size * 0.22 * ring} ${y - size * 0.02 * ring} ` +
            `${x - size * 0.12 * ring} ${y - size * 0.24 * ring} ${x} ${y - size * 0.1 * ring}` +
            `C${x + size * 0.12 * ring} ${y - size * 0.24 * ring} ` +
            `${x + size * 0.22 * ring} ${y - size * 0.02 * ring} ${x} ${y + size * 0.12 * ring}Z`,
          { fill: ring % 2 ? '#f2dcc0' : '#9a6540' },
        ),
      );
  else if (art === 1)
    for (let row = 0; row < 5; row++)
      for (const side of [-1, 1])
        sheet.add(
          leaf(
            x,
            y + size * (0.5 - row * 0.22),
            side > 0 ? -0.75 : Math.PI + 0.75,
            size * (0.55 - row * 0.07),
            size * 0.16,
            '#f2dcc0',
          ),
        );
  else
    sheet.add(
      circle(x, y, size * 0.6, {
        fill: sheet.radial([
          ['#f6e6d0', 0.95],
          ['#e2c29a', 0.7],
          ['#a8714a', 0],
        ]),
      }),
    );
  const plateX = x + unit * 46;
  if (plateX < width + unit * 12) {
    sheet.add(
      shadow(sheet, plateX + unit * 2, y + unit * 14, unit * 17, unit * 16, 0.22),
      circle(plateX, y + unit * 11, unit * 16, { fill: '#f7f3ea' }),
      circle(plateX, y + unit * 11, unit * 11, { fill: '#ece5d6' }),
    );
    for (let count = random.int(2, 4), index = 0; index < count; index++) {
      const [bx, by] = [
        plateX + Math.cos(index * 2.4) * unit * 5.5,
        y + unit * 11 + Math.sin(index * 2.4) * unit * 5.5,
      ];
      sheet.add(circle(bx, by, unit * 5, { fill: sheet.radial(['#e3b478', '#c88d4e']) }));
      for (let chip = 7; chip > 0; chip--)
        sheet.add(
          circle(
            bx + random.between(-3.3, 3.3) * unit,
            by + random.between(-3.3, 3.3) * unit,
            unit * 0.65,
            { fill: '#5a3522' },
          ),
        );
    }
  }
  for (let count = 3; count > 0; count--)
    sheet.add(
      leaf(
        random.between(0.02, 0.2) * width,
        random.between(0.1, 0.9) * height,
        random.next() * 7,
        unit * 13,
        unit * 6,
        mix('#6b8f5a', '#c9a24c', random.next()),
      ),
    );
  return `A cup of coffee${plateX < width + unit * 12 ? ' and a plate of biscuits' : ''} seen from above`;
}

export function soup(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const cloth = random.pick(['#e9dcc6', '#c9d6cf', '#54606e', '#d9b8a0', '#f0e9da', '#8f5f4a']);
  sheet.add(
    rect(0, 0, width, height, {
      fill: sheet.linear([lighter(cloth, 0.15), darker(cloth, 0.12)], 45),
    }),
  );
  for (let stripe = 0; stripe < 12; stripe++)
    sheet.add(
      rect(-unit * 5, (stripe / 12) * height, width + unit * 10, unit * 2.4, {
        fill: stripe % 2 ? lighter(cloth, 0.4) : darker(cloth, 0.25),
        opacity: 0.16,
      }),
    );
  const [x, y, size] = [width * 0.5 + unit * random.between(-5, 5), height * 0.52, unit * 33];
  const [bowl, [broth, words]] = [
    random.pick(['#f6f1e6', '#3f5f78', '#b5633f', '#7f937a', '#2f3a4a']),
    random.pick([
      ['#e0862f', 'pumpkin soup'],
      ['#c9452f', 'tomato soup'],
      ['#8fa845', 'pea soup'],
      ['#d9a441', 'lentil soup'],
      ['#a8683a', 'stew'],
    ] as const),
  ];
  sheet.add(
    shadow(sheet, x + unit * 3, y + unit * 5, size * 1.05, size * 1.02, 0.3),
    circle(x, y, size, { fill: sheet.linear([lighter(bowl, 0.25), darker(bowl, 0.2)], 30) }),
    circle(x, y, size * 0.88, { fill: darker(bowl, 0.25) }),
    circle(x, y, size * 0.85, {
      fill: sheet.radial([lighter(broth, 0.2), broth, darker(broth, 0.15)]),
    }),
  );
  const swirl = Array.from(
    { length: 30 },
    (_, index) =>
      [
        x + Math.cos(index * 0.35) * size * (0.06 + index * 0.018),
        y + Math.sin(index * 0.35) * size * (0.06 + index * 0.018),
      ] as [number, number],
  );
  sheet.add(
    path(curve(swirl), {
      fill: 'none',
      stroke: '#fdf3dd',
      'stroke-width': unit * 2,
      'stroke-linecap': 'round',
      opacity: 0.8,
    }),
  );
  for (let count = 18; count > 0; count--)
    sheet.add(
      leaf(
        x + random.normal() * size * 0.28,
        y + random.normal() * size * 0.28,
        random.next() * 7,
        unit * random.between(2.5, 5),
        unit * 2.2,
        random.pick(['#4f8a3f', '#6fa84c', '#3f7038']),
      ),
    );
  for (let count = 14; count > 0; count--)
    sheet.add(
      rect(
        x + random.normal() * size * 0.25,
        y + random.normal() * size * 0.25,
        unit * 2.6,
        unit * 2.6,
        {
          fill: random.pick(['#d9a860', '#c98f45', '#e8c080']),
          rx: unit * 0.6,
          transform: `rotate(${random.int(0, 90)} ${x} ${y})`,
        },
      ),
    );
  const spoonX = x + size * 1.28;
  if (spoonX < width)
    sheet.add(
      rect(spoonX - unit * 0.9, y - unit * 5, unit * 1.8, unit * 32, {
        fill: sheet.linear(['#e8e8ea', '#a8abb2'], -90),
        rx: unit,
      }),
      ellipse(spoonX, y - unit * 11, unit * 4.2, unit * 8, {
        fill: sheet.linear(['#f4f4f6', '#9ea2aa'], -60),
      }),
    );
  for (let count = 4; count > 0; count--)
    sheet.add(
      bloom(
        random,
        x - size * 1.25 + unit * random.between(-4, 4),
        y + unit * random.between(-26, 26),
        unit * 3,
        '#ffffff',
        '#f2c23c',
        8,
      ),
    );
  return `A bowl of ${words} with herbs and croutons`;
}
