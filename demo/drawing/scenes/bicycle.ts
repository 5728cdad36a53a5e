import { darker, lighter, mix } from '../colour.ts';
import { bush, leaf, shadow } from '../shapes.ts';
import { circle, curve, line, path, rect, type Point, type Sheet } from '../sheet.ts';

export function bicycle(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const wall = random.pick([
    '#e8cfae',
    '#8fb3ad',
    '#d98a6a',
    '#e5dccb',
    '#6f87a0',
    '#c9b8d0',
    '#f0c86a',
  ]);
  const floor = height * 0.84;
  sheet.add(
    rect(0, 0, width, height, {
      fill: sheet.linear([lighter(wall, 0.15), wall, darker(wall, 0.1)]),
    }),
  );
  if (random.chance(0.5))
    for (let row = 0; row * unit * 5 < floor; row++)
      for (let x = (row % 2) * unit * -6; x < width; x += unit * 12)
        sheet.add(
          rect(x, row * unit * 5, unit * 11.4, unit * 4.4, {
            fill: random.pick([lighter(wall, 0.12), darker(wall, 0.08), wall]),
            rx: unit * 0.3,
            opacity: 0.8,
          }),
        );
  sheet.add(rect(0, floor, width, height, { fill: sheet.linear(['#b8aca0', '#8f857c']) }));
  const vine = random.pick(['#5f8f4c', '#c9583f', '#7fa05a']);
  for (let count = 90; count > 0; count--) {
    const reach = random.next() ** 2;
    sheet.add(
      leaf(
        width * (random.chance(0.5) ? reach * 0.4 : 1 - reach * 0.35),
        random.next() ** 2 * height * 0.42,
        random.next() * 7,
        unit * random.between(2.5, 5),
        unit * 3,
        mix(vine, lighter(vine, 0.3), random.next()),
      ),
    );
  }
  const [x, r] = [width / 2 + unit * random.between(-4, 4), unit * 16];
  const [back, front]: Point[] = [
    [x - unit * 24, floor - r + unit * 5],
    [x + unit * 24, floor - r + unit * 5],
  ];
  const [crank, seat, head]: Point[] = [
    [x - unit * 3, back![1] + unit],
    [x - unit * 9, back![1] - unit * 22],
    [x + unit * 16, back![1] - unit * 21],
  ];
  const paint = random.pick([
    '#c93f3a',
    '#2f6f6b',
    '#2f4f8a',
    '#e0a030',
    '#3a3a44',
    '#d9708a',
    '#f4efe4',
  ]);
  sheet.add(shadow(sheet, x, floor + unit * 5.5, unit * 40, unit * 2.4, 0.35));
  for (const wheel of [back!, front!]) {
    for (let spoke = 0; spoke < 14; spoke++)
      sheet.add(
        line(
          wheel,
          [
            wheel[0] + Math.cos((spoke / 14) * 6.283) * r,
            wheel[1] + Math.sin((spoke / 14) * 6.283) * r,
          ],
          {
            stroke: '#d8d8d8',
            'stroke-width': unit * 0.22,
          },
        ),
      );
    sheet.add(
      circle(...wheel, r, { fill: 'none', stroke: '#2b2b30', 'stroke-width': unit * 1.5 }),
      circle(...wheel, r - unit * 1.1, {
        fill: 'none',
        stroke: '#c8b89a',
        'stroke-width': unit * 0.5,
      }),
      circle(...wheel, unit * 1.3, { fill: '#77777d' }),
    );
  }
  const tube = { stroke: paint, 'stroke-width': unit * 1.7 };
  sheet.add(
    line(back!, crank!, tube),
    line(back!, seat!, tube),
    line(crank!, seat!, tube),
    line(seat!, head!, tube),
    line(crank!, [head![0] + unit, head![1] + unit * 4], tube),
    line(front!, [head![0] - unit * 1.4, head![1] - unit * 4], tube),
  );
  sheet.add(
    line(seat!, [seat![0] - unit * 1.2, seat![1] - unit * 5], {
      stroke: '#8d8d94',
      'stroke-width': unit,
    }),
    path(
      `M${seat![0] - unit * 7} ${seat![1] - unit * 6}` +
        `Q${seat![0]} ${seat![1] - unit * 8} ${seat![0] + unit * 5} ${seat![1] - unit * 5.6}` +
        `Q${seat![0]} ${seat![1] - unit * 4} ${seat![0] - unit * 7} ${seat![1] - unit * 6}Z`,
      { fill: '#5a3a28' },
    ),
  );
  sheet.add(
    path(
      `M${head![0] - unit * 2} ${head![1] - unit * 7}` +
        `Q${head![0] + unit * 6} ${head![1] - unit * 9} ${head![0] - unit * 6} ${head![1] - unit * 6}`,
      { fill: 'none', stroke: '#4a4a50', 'stroke-width': unit * 1.3, 'stroke-linecap': 'round' },
    ),
    circle(...crank!, unit * 3, { fill: 'none', stroke: '#55555c', 'stroke-width': unit * 0.9 }),
    line(
      [crank![0] - unit * 2, crank![1] - unit * 4],
      [crank![0] + unit * 2, crank![1] + unit * 4],
      {
        stroke: '#44444a',
        'stroke-width': unit * 0.8,
      },
    ),
  );
  const hasBasket = random.chance(0.65);
  if (hasBasket) {
    const [bx, by] = [head![0] + unit * 5, head![1] - unit * 5];
    for (let count = 9; count > 0; count--)
      sheet.add(
        leaf(
          bx + random.between(-4, 4) * unit,
          by,
          -1.57 + random.between(-0.8, 0.8),
          unit * random.between(5, 9),
          unit * 2.6,
          '#5f8f4c',
        ),
        circle(bx + random.between(-5, 5) * unit, by - unit * random.between(3, 8), unit * 1.6, {
          fill: random.pick(['#f2b632', '#e8708f', '#ffffff', '#c77fb0']),
        }),
      );
    sheet.add(
      path(
        curve([
          [bx - unit * 6, by],
          [bx - unit * 5, by + unit * 8],
          [bx + unit * 5, by + unit * 8],
          [bx + unit * 6, by],
        ]),
        { fill: '#b98a54' },
      ),
      rect(bx - unit * 6.6, by - unit, unit * 13.2, unit * 1.8, { fill: '#d1a56c', rx: unit }),
    );
  } else sheet.add(bush(random, width * 0.9, floor + unit * 3, unit * 12, '#6f9a50'));
  return `A bicycle${hasBasket ? ' with a basket of flowers' : ''} leaning against a wall`;
}
