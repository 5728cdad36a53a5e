import { darker, lighter } from '../colour.ts';
import { leaf, shadow } from '../shapes.ts';
import {
  circle,
  curve,
  ellipse,
  group,
  path,
  polygon,
  rect,
  type Point,
  type Sheet,
} from '../sheet.ts';

export function quilt(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const colours = random.pick([
    ['#c9583f', '#f2cc8f', '#2f5f6b', '#f6efe2', '#81a58a'],
    ['#3f4f7a', '#a8b8d8', '#f4ead6', '#d98a8a', '#6b3f5a'],
    ['#d9a441', '#7a4a2c', '#f3e3c0', '#4f6f52', '#b5532f'],
    ['#e08fa5', '#fbe9e4', '#7f9fb5', '#c9c27a', '#5a6f60'],
  ]);
  const size = Math.min(width, height) / random.int(4, 6);
  const pattern = random.int(0, 3);
  for (let y = 0; y < height; y += size)
    for (let x = 0; x < width; x += size) {
      const [a, b, c] = random.shuffled(colours) as [string, string, string];
      sheet.add(rect(x, y, size + 1, size + 1, { fill: a }));
      const to = (dx: number, dy: number): Point => [x + dx * size, y + dy * size];
      if (pattern === 0)
        sheet.add(
          polygon([to(0, 0), to(1, 0), to(0.5, 0.5)], { fill: b }),
          polygon([to(0, 1), to(1, 1), to(0.5, 0.5)], { fill: b }),
          polygon([to(0.5, 0.25), to(0.75, 0.5), to(0.5, 0.75), to(0.25, 0.5)], { fill: c }),
        );
      else if (pattern === 1)
        for (let ring = 0; ring < 4; ring++)
          sheet.add(
            rect(
              x + (ring * size) / 8,
              y + (ring * size) / 8,
              size - (ring * size) / 4,
              size - (ring * size) / 4,
              {
                fill: [a, b, c, b][ring],
              },
            ),
          );
      else if (pattern === 2)
        sheet.add(
          ...[0, 1, 2, 3].map((turn) =>
            group(
              { transform: `rotate(${turn * 90} ${x + size / 2} ${y + size / 2})` },
              polygon([to(0.5, 0.5), to(0.5, 0), to(0.75, 0.25)], { fill: b }),
              polygon([to(0.5, 0.5), to(0, 0), to(0.25, 0)], { fill: c }),
            ),
          ),
        );
      else
        sheet.add(
          circle(x + size / 2, y + size / 2, size * 0.42, { fill: b }),
          ...[0, 1, 2, 3, 4, 5].map((petal) =>
            leaf(x + size / 2, y + size / 2, (petal / 6) * 6.283, size * 0.4, size * 0.22, c),
          ),
        );
    }
  for (let y = size / 2; y < height; y += size / 2)
    sheet.add(
      path(`M0 ${y}H${width}`, { stroke: '#fff', 'stroke-width': unit * 0.22, opacity: 0.3 }),
    );
  for (let x = size / 2; x < width; x += size / 2)
    sheet.add(
      path(`M${x} 0V${height}`, { stroke: '#fff', 'stroke-width': unit * 0.22, opacity: 0.3 }),
    );
  for (let fold = 0; fold < 3; fold++) {
    const d = curve([
      [random.between(-0.1, 1) * width, -9],
      [random.between(0, 1) * width, height / 2],
      [random.between(0, 1.1) * width, height + 9],
    ]);
    for (let breadth = 10; breadth > 0; breadth -= 2)
      sheet.add(
        path(d, {
          fill: 'none',
          stroke: fold % 2 ? '#fff' : '#1a1428',
          'stroke-width': unit * breadth,
          opacity: 0.045,
        }),
      );
  }
  return 'A hand-sewn patchwork quilt, spread out';
}

export function yarn(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const table = random.pick(['#e8ddcc', '#b98f6a', '#d5dde0', '#8f7a6a', '#f2e6e0']);
  sheet.add(
    rect(0, 0, width, height, {
      fill: sheet.linear([lighter(table, 0.2), darker(table, 0.15)], 30),
    }),
  );
  const colours = random.shuffled([
    '#c9583f',
    '#e8a598',
    '#2f6f78',
    '#f2c14e',
    '#7a5a90',
    '#8fae8a',
    '#3f4f7a',
    '#f3ead8',
    '#d9708a',
  ]);
  const balls = Array.from(
    { length: Math.round((width * height) / (unit * unit * 1400)) + 3 },
    (_, index) => ({
      x: random.between(0.05, 0.95) * width,
      y: random.between(0.12, 0.92) * height,
      r: unit * random.between(13, 20),
      colour: colours[index % colours.length]!,
    }),
  );
  for (const { x, y, r, colour } of balls.sort((a, b) => a.y - b.y)) {
    sheet.add(
      shadow(sheet, x + r * 0.15, y + r * 0.75, r * 0.95, r * 0.42, 0.3),
      circle(x, y, r, {
        fill: sheet.radial([lighter(colour, 0.3), colour, darker(colour, 0.35)], 0.38, 0.32, 0.75),
      }),
    );
    const threads: string[] = [];
    for (const [turn, count] of [
      [random.int(0, 180), 6],
      [random.int(0, 180), 5],
    ] as const)
      for (let index = 0; index < count; index++)
        threads.push(
          ellipse(x, y, r * (0.12 + (index / count) * 0.9), r * 0.98, {
            fill: 'none',
            stroke: index % 2 ? lighter(colour, 0.28) : darker(colour, 0.2),
            'stroke-width': r * 0.035,
            opacity: 0.65,
            transform: `rotate(${turn} ${x} ${y})`,
          }),
        );
    sheet.add(group({ 'clip-path': sheet.clip(circle(x, y, r, {})) }, ...threads));
    if (random.chance(0.3))
      sheet.add(
        path(
          curve([
            [x + r * 0.7, y + r * 0.7],
            [x + r * 1.4, y + r],
            [x + r * 1.7, y + r * 0.6],
            [x + r * 2.4, y + r * 1.1],
          ]),
          { fill: 'none', stroke: colour, 'stroke-width': r * 0.06, 'stroke-linecap': 'round' },
        ),
      );
  }
  return 'Balls of coloured wool on a table';
}
