import { lighter, mix } from '../colour.ts';
import { bloom, bush, grass, hills, leaf, stem } from '../shapes.ts';
import { below, circle, path, rect, type Sheet } from '../sheet.ts';
import { faded, paintSky, shaded, skies, type SkyName } from '../skies.ts';

export function flowerMeadow(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const sky = skies[random.pick<SkyName>(['morning', 'noon', 'golden', 'dusk', 'mist'])];
  sheet.add(
    rect(0, 0, width, height, {
      fill: sheet.linear([
        ...sky.stops.slice(-2),
        faded(sky, '#7fa358', 0.7),
        shaded(sky, '#4f7a3f'),
      ]),
    }),
  );
  const colours = random.pick([
    ['#e0483c', '#f2734e', '#f6efe2'],
    ['#7a5cb8', '#a98be0', '#f4d2ea'],
    ['#f2b632', '#f7d95f', '#fff3d0'],
    ['#e8708f', '#f5a9b8', '#fff0ee'],
    ['#4f7fd0', '#8fb4ee', '#f3f6ff', '#e8c14a'],
  ]);
  for (let count = 46; count > 0; count--) {
    const own = shaded(sky, random.pick(colours));
    sheet.add(
      circle(
        random.between(0, width),
        random.between(0.3, 0.75) * height,
        unit * random.between(2.5, 6.5),
        {
          fill: sheet.radial([
            [own, 0.6],
            [own, 0.4],
            [own, 0],
          ]),
        },
      ),
    );
  }
  sheet.add(
    grass(
      sheet,
      random,
      0,
      width,
      height * 0.95,
      unit * 40,
      [shaded(sky, '#5c8a44'), shaded(sky, '#7fa850'), shaded(sky, '#3f6b3a')],
      190,
    ),
  );
  const flowers = Array.from({ length: random.int(22, 32) }, () => ({
    x: random.between(0, width),
    y: height * random.between(0.28, 0.9),
    size: random.between(3, 8),
  }));
  for (const { x, y, size } of flowers.sort((a, b) => a.size - b.size)) {
    sheet.add(
      stem(
        x + unit * random.between(-5, 5),
        height + 5,
        x,
        y,
        unit * random.between(-5, 5),
        shaded(sky, '#4c7a3c'),
        unit * (0.3 + size * 0.07),
      ),
    );
    sheet.add(bloom(random, x, y, unit * size, shaded(sky, random.pick(colours))));
  }
  return `A meadow full of ${random.pick(['wild', 'summer', 'blooming'])} flowers ${sky.words}`;
}

export function sunflowers(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const sky = skies[random.pick<SkyName>(['noon', 'morning', 'golden', 'sunset'])];
  paintSky(sheet, sky, height * 0.7, { sunX: random.next(), sunY: 0.14 });
  sheet.add(
    path(below(sheet, hills(sheet, random, height * 0.68, unit * 5)), {
      fill: faded(sky, '#6f9a50', 0.75),
    }),
  );
  for (let layer = 0; layer < 3; layer++) {
    const size = unit * (5 + layer * 5.5);
    for (let x = random.between(0, size); x < width + size; x += size * random.between(1.7, 2.6)) {
      const y = height * (0.5 + layer * 0.13) + unit * random.between(-6, 6);
      const green = shaded(sky, mix('#4c7f3c', '#6f9f48', random.next()));
      sheet.add(stem(x, height + 5, x, y, unit * random.between(-3, 3), green, size * 0.14));
      for (const side of [-1, 1])
        sheet.add(
          leaf(
            x,
            y + size * random.between(1.1, 1.7),
            side > 0 ? random.between(-0.5, 0.3) : Math.PI + random.between(-0.3, 0.5),
            size * 1.3,
            size * 0.75,
            mix(green, lighter(green, 0.2), random.next()),
          ),
        );
      for (const [count, reach, colour] of [
        [17, 1, '#e8a321'],
        [15, 0.86, '#f7c531'],
      ] as const)
        for (let petal = 0; petal < count; petal++)
          sheet.add(
            leaf(
              x,
              y,
              (petal / count) * Math.PI * 2 + random.between(-0.08, 0.08),
              size * reach,
              size * 0.34,
              shaded(sky, colour),
            ),
          );
      sheet.add(
        circle(x, y, size * 0.47, { fill: shaded(sky, '#5a3a22') }),
        circle(x, y, size * 0.3, { fill: shaded(sky, '#3f2818') }),
      );
      for (let seed = 24; seed > 0; seed--)
        sheet.add(
          circle(
            x + Math.cos(seed * 2.4) * size * 0.09 * Math.sqrt(seed),
            y + Math.sin(seed * 2.4) * size * 0.09 * Math.sqrt(seed),
            size * 0.025,
            { fill: shaded(sky, '#a5743c') },
          ),
        );
    }
  }
  return `Tall sunflowers ${sky.words}`;
}

export function garden(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const sky = skies[random.pick<SkyName>(['noon', 'morning', 'golden'])];
  const edge = height * 0.5;
  paintSky(sheet, sky, edge, {});
  for (let x = 0; x < width + unit * 10; x += unit * random.between(7, 12))
    sheet.add(
      bush(
        random,
        x,
        edge + unit * 4,
        unit * random.between(10, 19),
        shaded(sky, random.pick(['#4f7f4a', '#6a9450', '#3f6f52'])),
      ),
    );
  sheet.add(
    rect(0, edge, width, height - edge, {
      fill: sheet.linear([shaded(sky, '#a3b868'), shaded(sky, '#7fa050')]),
    }),
  );
  const bend = width * random.between(0.3, 0.7);
  sheet.add(
    path(
      `M${bend - unit * 3} ${edge}` +
        `C${bend + unit * 20} ${height * 0.66} ${bend - unit * 34} ${height * 0.78} ${bend - unit * 22} ${height + 5}` +
        `L${bend + unit * 18} ${height + 5}` +
        `C${bend} ${height * 0.8} ${bend + unit * 30} ${height * 0.66} ${bend + unit * 3} ${edge}` +
        'Z',
      { fill: sheet.linear([shaded(sky, '#e2d3b4'), shaded(sky, '#c4ae88')]) },
    ),
  );
  const colours = random
    .shuffled(['#e8604c', '#f2b632', '#c77fb0', '#ffffff', '#7a5cb8', '#f08a9a', '#5a86d0'])
    .slice(0, 4);
  for (let row = 0; row < 7; row++) {
    const y = edge + (height - edge) * (0.12 + row * 0.145);
    for (const side of [0, 1]) {
      const [from, to] = side
        ? [bend + unit * (10 + row * 4), width + unit * 5]
        : [-unit * 5, bend - unit * (8 + row * 4)];
      for (let count = 7; count > 0; count--) {
        const x = random.between(from, Math.max(from + 1, to));
        const [foot, size] = [
          y + unit * random.between(-3, 3),
          unit * (2 + row * 1.2) * random.between(0.7, 1.3),
        ];
        sheet.add(
          bush(
            random,
            x,
            foot + unit,
            size,
            shaded(sky, random.pick(['#55853f', '#6a9a4c', '#44773f'])),
          ),
        );
        for (let head = 2; head > 0; head--)
          sheet.add(
            bloom(
              random,
              x + size * random.between(-0.6, 0.6),
              foot - size * random.between(0.3, 1.1),
              size * random.between(0.4, 0.62),
              shaded(sky, random.pick(colours)),
              '#f6c445',
              7,
            ),
          );
      }
    }
  }
  return `A garden path between flower beds ${sky.words}`;
}
