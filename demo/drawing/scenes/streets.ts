import { darker, lighter, mix } from '../colour.ts';
import { tree } from '../shapes.ts';
import { circle, ellipse, group, path, polygon, rect, type Point, type Sheet } from '../sheet.ts';
import { paintSky, shaded, skies, type Sky, type SkyName } from '../skies.ts';
import { bunting } from './parts.ts';

export function skyline(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const name = random.pick<SkyName>(['night', 'dusk', 'sunset', 'night']);
  const sky = skies[name];
  const level = height * random.between(0.68, 0.78);
  paintSky(sheet, sky, level, {
    sunX: random.between(0.15, 0.85),
    sunY: random.between(0.12, 0.25),
    sunSize: 4,
  });
  let city = '';
  for (let layer = 0; layer < 3; layer++) {
    const wall = mix(sky.haze, '#141a3a', 0.35 + layer * 0.28);
    for (let x = -unit * 3; x < width;) {
      const [breadth, tall] = [
        unit * random.between(5, 12),
        unit * random.between(10, 44 - layer * 9),
      ];
      city += rect(x, level - tall, breadth, tall + 2, { fill: wall });
      if (random.chance(0.25))
        city += polygon(
          [
            [x, level - tall],
            [x + breadth / 2, level - tall - unit * random.between(3, 9)],
            [x + breadth, level - tall],
          ],
          { fill: wall },
        );
      else if (random.chance(0.2))
        city += rect(x + breadth * 0.48, level - tall - unit * 7, unit * 0.5, unit * 7, {
          fill: wall,
        });
      const [stepX, stepY] = [unit * 2.3, unit * 3];
      for (let wy = level - tall + unit * 1.6; wy < level - unit * 2; wy += stepY)
        for (let wx = x + unit; wx < x + breadth - unit * 1.2; wx += stepX)
          if (random.chance(0.16 + layer * 0.14))
            city += rect(wx, wy, unit * 0.9, unit * 1.3, {
              fill: random.pick(['#ffd98a', '#ffe9b8', '#f9b86a', '#cfe4ff']),
              opacity: 0.45 + layer * 0.2,
            });
      x += breadth + unit * random.between(-1, 2.5);
    }
  }
  sheet.add(
    city,
    rect(0, level, width, height - level, {
      fill: sheet.linear([mix(sky.haze, '#1a2250', 0.5), darker(sky.stops[0]!, 0.3)]),
    }),
  );
  const mirror = sheet.clip(rect(0, level, width, height - level, {}));
  sheet.add(
    group(
      { 'clip-path': mirror },
      group({ transform: `translate(0 ${level * 2}) scale(1 -1)`, opacity: 0.3 }, city),
    ),
  );
  for (let count = 45; count > 0; count--)
    sheet.add(
      ellipse(
        random.between(0, width),
        random.between(level, height),
        unit * random.between(2, 9),
        unit * 0.18,
        {
          fill: '#ffe2a8',
          opacity: 0.14,
        },
      ),
    );
  return `The lights of the city across the river ${sky.words}`;
}

const houseColours = [
  '#e07a5f',
  '#f2cc8f',
  '#81b29a',
  '#6a8caf',
  '#e8a598',
  '#d9c7a0',
  '#c9708a',
  '#8fb8c4',
  '#efe3cf',
  '#b5838d',
];

function houses(sheet: Sheet, sky: Sky, floor: number): void {
  const { width, unit, random } = sheet;
  const colours = random.shuffled(houseColours);
  let index = 0;
  for (let x = -unit * random.between(0, 8); x < width; index++) {
    const [breadth, tall] = [unit * random.between(17, 23), unit * random.between(32, 47)];
    const wall = shaded(sky, colours[index % colours.length]!);
    const roof = shaded(sky, random.pick(['#8a4a3f', '#5d5566', '#a5583f', '#4f5f6b']));
    const gable: Point[] = random.chance(0.6)
      ? [
          [x - unit * 0.4, floor - tall],
          [x + breadth / 2, floor - tall - unit * 11],
          [x + breadth + unit * 0.4, floor - tall],
        ]
      : [
          [x - unit * 0.4, floor - tall],
          [x + unit * 2, floor - tall - unit * 7],
          [x + breadth - unit * 2, floor - tall - unit * 7],
          [x + breadth + unit * 0.4, floor - tall],
        ];
    sheet.add(
      rect(x + breadth * 0.68, floor - tall - unit * 11, unit * 3, unit * 8, {
        fill: darker(roof, 0.1),
      }),
      polygon(gable, { fill: roof }),
      rect(x, floor - tall, breadth, tall, { fill: sheet.linear([lighter(wall, 0.12), wall]) }),
      rect(x, floor - tall, unit * 0.5, tall, { fill: darker(wall, 0.25), opacity: 0.5 }),
    );
    const doorwayColumn = random.int(0, 1);
    for (let row = 0; row < 3; row++)
      for (let column = 0; column < 2; column++) {
        const [wx, wy] = [
          x + breadth * (0.17 + column * 0.4),
          floor - tall + unit * (4 + row * 12),
        ];
        if (wy > floor - unit * 10 && column === doorwayColumn) continue;
        if (wy > floor - unit * 9) continue;
        sheet.add(
          rect(wx - unit * 0.5, wy - unit * 0.5, unit * 6, unit * 8, { fill: lighter(wall, 0.6) }),
          rect(wx, wy, unit * 5, unit * 7, {
            fill:
              sky.hasStars || random.chance(0.15)
                ? '#ffdc93'
                : sheet.linear([shaded(sky, '#6d8ba0'), shaded(sky, '#b8d3dd')]),
          }),
          rect(wx + unit * 2.3, wy, unit * 0.4, unit * 7, { fill: lighter(wall, 0.6) }),
          rect(wx, wy + unit * 3.2, unit * 5, unit * 0.4, { fill: lighter(wall, 0.6) }),
        );
        if (random.chance(0.35))
          for (let flower = 5; flower > 0; flower--)
            sheet.add(
              circle(
                wx + unit * random.between(0, 5),
                wy + unit * random.between(6.8, 7.8),
                unit * 0.9,
                {
                  fill: random.pick(['#e8604c', '#f6c33c', '#c77fb0', '#5f9a4c', '#4f8a45']),
                },
              ),
            );
      }
    const doorwayX = x + breadth * (0.17 + doorwayColumn * 0.4);
    sheet.add(
      path(
        `M${doorwayX} ${floor}V${floor - unit * 9}` +
          `Q${doorwayX + unit * 2.8} ${floor - unit * 12} ${doorwayX + unit * 5.6} ${floor - unit * 9}V${floor}` +
          'Z',
        { fill: shaded(sky, random.pick(['#7a3f3a', '#2f5f6b', '#3f4f3f', '#8a5a2c', '#4a3f6b'])) },
      ),
      circle(doorwayX + unit * 4.6, floor - unit * 4.6, unit * 0.4, { fill: '#f2d28a' }),
    );
    x += breadth;
  }
}

export function street(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const sky = skies[random.pick<SkyName>(['morning', 'noon', 'golden', 'dusk', 'overcast'])];
  const floor = height * 0.82;
  paintSky(sheet, sky, floor, { sunX: random.next(), sunY: 0.14, sunSize: 4 });
  houses(sheet, sky, floor);
  sheet.add(
    rect(0, floor, width, height - floor, {
      fill: sheet.linear([shaded(sky, '#cfc4b4'), shaded(sky, '#a89c8f')]),
    }),
    rect(0, floor, width, unit * 1.2, { fill: shaded(sky, '#e2d8c8') }),
  );
  for (let count = 60; count > 0; count--)
    sheet.add(
      ellipse(
        random.between(0, width),
        random.between(floor + unit * 2, height),
        unit * random.between(1.5, 3),
        unit * 0.6,
        {
          fill: shaded(sky, '#8a7f74'),
          opacity: 0.25,
        },
      ),
    );
  const isFestive = random.chance(0.5);
  if (isFestive)
    for (let row = 0; row < 2; row++)
      sheet.add(
        bunting(
          sheet,
          [-unit * 4, height * (0.16 + row * 0.16)],
          [width + unit * 4, height * (0.12 + row * 0.2)],
          unit * 5,
        ),
      );
  else
    sheet.add(
      tree(
        random,
        width * random.between(0.1, 0.9),
        floor + unit * 4,
        unit * 38,
        shaded(sky, random.pick(['#5f9a4c', '#c98f3a', '#7fa84c', '#4f8a5a'])),
      ),
    );
  return `A street of colourful old houses${isFestive ? ' hung with bunting' : ''} ${sky.words}`;
}
