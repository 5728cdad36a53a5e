import { darker, lighter, mix } from '../colour.ts';
import { hills, shadow } from '../shapes.ts';
import { below, circle, curve, ellipse, group, path, polygon, rect, type Sheet } from '../sheet.ts';
import { faded, skies, type SkyName } from '../skies.ts';

export function cat(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const wall = random.pick(['#cfd9d2', '#e8d6c2', '#b9c7d8', '#e5c9c2', '#5f6f78', '#d9d0e2']);
  const sky = skies[random.pick<SkyName>(['morning', 'noon', 'golden', 'dusk', 'overcast'])];
  sheet.add(
    rect(0, 0, width, height, { fill: sheet.linear([lighter(wall, 0.15), darker(wall, 0.1)], 20) }),
  );
  const [left, top, breadth, sill] = [
    width / 2 - unit * 42,
    height * 0.06,
    unit * 84,
    height * 0.82,
  ];
  sheet.add(
    rect(left - unit * 3, top - unit * 3, breadth + unit * 6, sill - top + unit * 3, {
      fill: '#f7f4ec',
    }),
    rect(left, top, breadth, sill - top, { fill: sheet.linear(sky.stops) }),
  );
  const view = sheet.clip(rect(left, top, breadth, sill - top, {}));
  const garden = [0, 1, 2].map((layer) =>
    path(below(sheet, hills(sheet, random, sill - unit * (22 - layer * 7), unit * 8)), {
      fill: faded(sky, '#5f8f5a', 0.5 + layer * 0.22),
    }),
  );
  sheet.add(
    group({ 'clip-path': view }, ...garden),
    rect(width / 2 - unit * 0.9, top, unit * 1.8, sill - top, { fill: '#f7f4ec' }),
    rect(left, top + (sill - top) * 0.4, breadth, unit * 1.6, { fill: '#f7f4ec' }),
  );
  for (const side of [-1, 1]) {
    const edge = width / 2 + side * unit * 46;
    sheet.add(
      path(
        `M${edge - side * unit * 14} ${top - unit * 4}` +
          `Q${edge - side * unit * 6} ${height * 0.4} ${edge - side * unit * 4} ${sill}` +
          `L${edge + side * unit * 9} ${sill}L${edge + side * unit * 9} ${top - unit * 4}Z`,
        { fill: sheet.linear([lighter(wall, 0.5), mix(wall, '#ffffff', 0.2)], 90), opacity: 0.85 },
      ),
    );
  }
  sheet.add(
    rect(0, sill, width, unit * 4, { fill: '#fbf8f1' }),
    rect(0, sill + unit * 4, width, height, {
      fill: sheet.linear([darker(wall, 0.25), darker(wall, 0.1)]),
    }),
  );
  const [coat, pattern, words] = random.pick([
    ['#e08a3c', '#f4c58a', 'A ginger cat'],
    ['#2f2f38', '#4a4a56', 'A black cat'],
    ['#8a8f98', '#b8bdc6', 'A grey cat'],
    ['#f2ead8', '#e0a868', 'A white and ginger cat'],
    ['#7a5c44', '#a8866a', 'A tabby cat'],
  ] as const);
  const [x, y, s] = [width / 2 + unit * random.between(-15, 15), sill + unit, unit * 10.5];
  sheet.add(shadow(sheet, x, y, s * 1.7, unit * 1.4, 0.3));
  const tailSide = random.chance(0.5) ? 1 : -1;
  sheet.add(
    path(
      curve([
        [x + tailSide * s * 0.9, y - s * 0.2],
        [x + tailSide * s * 1.9, y - s * 0.1],
        [x + tailSide * s * 2.3, y - s * 0.9],
        [x + tailSide * s * 1.9, y - s * 1.5],
      ]),
      {
        fill: 'none',
        stroke: darker(coat, 0.1),
        'stroke-width': s * 0.42,
        'stroke-linecap': 'round',
      },
    ),
  );
  const body = curve(
    [
      [x - s * 1.15, y],
      [x - s * 1.2, y - s * 1.1],
      [x - s * 0.65, y - s * 2.3],
      [x, y - s * 2.6],
      [x + s * 0.65, y - s * 2.3],
      [x + s * 1.2, y - s * 1.1],
      [x + s * 1.15, y],
    ],
    true,
  );
  const headY = y - s * 3;
  sheet.add(
    path(body, {
      fill: sheet.radial([lighter(coat, 0.14), coat, darker(coat, 0.18)], 0.4, 0.3, 0.8),
    }),
    ellipse(x, y - s * 0.95, s * 0.55, s * 0.95, { fill: pattern, opacity: 0.75 }),
  );
  for (const side of [-1, 1]) {
    sheet.add(
      polygon(
        [
          [x + side * s * 0.92, headY - s * 0.3],
          [x + side * s * 0.86, headY - s * 1.35],
          [x + side * s * 0.2, headY - s * 0.75],
        ],
        { fill: coat, stroke: coat, 'stroke-width': s * 0.1, 'stroke-linejoin': 'round' },
      ),
      polygon(
        [
          [x + side * s * 0.8, headY - s * 0.5],
          [x + side * s * 0.77, headY - s * 1.1],
          [x + side * s * 0.4, headY - s * 0.74],
        ],
        { fill: '#e8a598' },
      ),
      ellipse(x + side * s * 0.5, y - s * 0.12, s * 0.36, s * 0.24, { fill: lighter(coat, 0.12) }),
    );
  }
  sheet.add(
    ellipse(x, headY, s * 1.02, s * 0.86, {
      fill: sheet.radial([lighter(coat, 0.16), coat], 0.45, 0.35, 0.7),
    }),
  );
  for (let stripe = -1; stripe <= 1; stripe++)
    sheet.add(
      path(
        `M${x + stripe * s * 0.24} ${headY - s * 0.82}L${x + stripe * s * 0.18} ${headY - s * 0.45}`,
        {
          stroke: darker(coat, 0.25),
          'stroke-width': s * 0.1,
          'stroke-linecap': 'round',
        },
      ),
    );
  const isAsleep = random.chance(0.35);
  for (const side of [-1, 1]) {
    const eye = x + side * s * 0.4;
    if (isAsleep)
      sheet.add(
        path(
          `M${eye - s * 0.2} ${headY - s * 0.05}Q${eye} ${headY + s * 0.12} ${eye + s * 0.2} ${headY - s * 0.05}`,
          {
            fill: 'none',
            stroke: darker(coat, 0.6),
            'stroke-width': s * 0.08,
            'stroke-linecap': 'round',
          },
        ),
      );
    else
      sheet.add(
        ellipse(eye, headY - s * 0.05, s * 0.2, s * 0.22, {
          fill: coat === '#8a8f98' ? '#f0c64a' : '#a9c95a',
        }),
        ellipse(eye, headY - s * 0.05, s * 0.07, s * 0.2, { fill: '#16161c' }),
        circle(eye + s * 0.06, headY - s * 0.13, s * 0.05, { fill: '#fff' }),
      );
    for (const lift of [-0.06, 0.1])
      sheet.add(
        path(
          `M${x + side * s * 0.4} ${headY + s * (0.34 + lift * 0.5)}L${x + side * s * 1.25} ${headY + s * (0.28 + lift)}`,
          {
            stroke: '#fff',
            'stroke-width': s * 0.035,
            opacity: 0.8,
          },
        ),
      );
  }
  sheet.add(
    ellipse(x, headY + s * 0.36, s * 0.36, s * 0.26, { fill: lighter(pattern, 0.3), opacity: 0.8 }),
    polygon(
      [
        [x - s * 0.12, headY + s * 0.2],
        [x + s * 0.12, headY + s * 0.2],
        [x, headY + s * 0.33],
      ],
      { fill: '#d9788a' },
    ),
    path(
      `M${x - s * 0.2} ${headY + s * 0.48}` +
        `Q${x - s * 0.08} ${headY + s * 0.52} ${x} ${headY + s * 0.34}` +
        `Q${x + s * 0.08} ${headY + s * 0.52} ${x + s * 0.2} ${headY + s * 0.48}`,
      { fill: 'none', stroke: '#4a3034', 'stroke-width': s * 0.06, 'stroke-linecap': 'round' },
    ),
  );
  return `${words} ${isAsleep ? 'dozing' : 'sitting'} on the windowsill`;
}
