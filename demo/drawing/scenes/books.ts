import { darker, hsl, lighter } from '../colour.ts';
import { leaf } from '../shapes.ts';
import { group, polygon, rect, type Sheet } from '../sheet.ts';

export function books(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const wood = random.pick(['#8a6244', '#6b4a38', '#b48a60', '#d9c5a5', '#4a4f58']);
  sheet.add(rect(0, 0, width, height, { fill: darker(wood, 0.45) }));
  const shelves = Math.max(2, Math.round(height / (unit * 42)));
  const hues = random.pick([
    [8, 28, 200, 175],
    [215, 195, 30, 345],
    [160, 45, 20, 205],
    [275, 335, 25, 190],
  ]);
  for (let shelf = 0; shelf < shelves; shelf++) {
    const [top, floor] = [
      (height / shelves) * shelf,
      (height / shelves) * (shelf + 1) - unit * 3.5,
    ];
    const tallest = floor - top - unit * 4;
    for (let x = unit * 2; x < width - unit * 3;) {
      const kind = random.next();
      if (kind < 0.07) {
        const [pot, size] = [random.pick(['#d9795a', '#f4efe4', '#5f8f8a']), unit * 7];
        for (let count = 14; count > 0; count--)
          sheet.add(
            leaf(
              x + size * 0.8,
              floor - size,
              -1.57 + random.between(-1.5, 1.5),
              size * random.between(0.8, 1.6),
              size * 0.34,
              random.pick(['#5f9a5a', '#7fb06a', '#3f7a55']),
            ),
          );
        sheet.add(
          polygon(
            [
              [x, floor - size],
              [x + size * 1.6, floor - size],
              [x + size * 1.3, floor],
              [x + size * 0.3, floor],
            ],
            { fill: sheet.linear([lighter(pot, 0.15), darker(pot, 0.2)], -90) },
          ),
        );
        x += size * 2;
        continue;
      }
      const [breadth, tall] = [unit * random.between(3, 6.5), tallest * random.between(0.62, 0.97)];
      const colour = random.chance(0.15)
        ? '#efe6d4'
        : hsl(
            (random.pick(hues) + random.between(-14, 14) + 360) % 360,
            random.between(0.22, 0.5),
            random.between(0.3, 0.58),
          );
      const lean = kind > 0.94 ? 7 : 0;
      const spine = [
        rect(x, floor - tall, breadth - unit * 0.2, tall, {
          fill: sheet.linear([lighter(colour, 0.18), colour, darker(colour, 0.25)], -90),
          rx: unit * 0.4,
        }),
      ];
      const gilt = random.pick(['#f2dca0', '#ffffff', darker(colour, 0.4)]);
      for (const share of random.chance(0.5) ? [0.12, 0.16, 0.84] : [0.2])
        spine.push(
          rect(x + unit * 0.4, floor - tall * (1 - share), breadth - unit, unit * 0.6, {
            fill: gilt,
            opacity: 0.8,
          }),
        );
      if (random.chance(0.6))
        spine.push(
          rect(
            x + breadth * 0.3,
            floor - tall * 0.68,
            breadth * 0.36,
            tall * random.between(0.22, 0.36),
            {
              fill: gilt,
              opacity: 0.75,
              rx: unit * 0.2,
            },
          ),
        );
      sheet.add(group(lean ? { transform: `rotate(${lean} ${x} ${floor})` } : {}, ...spine));
      x += breadth + (lean ? unit * 4 : 0);
    }
    sheet.add(
      rect(0, floor, width, unit * 3.5, {
        fill: sheet.linear([lighter(wood, 0.2), darker(wood, 0.15)]),
      }),
      rect(0, floor + unit * 3.5, width, unit * 6, {
        fill: sheet.linear([
          ['#120c18', 0.5],
          ['#120c18', 0],
        ]),
      }),
    );
  }
  return 'Shelves full of well-read books';
}
