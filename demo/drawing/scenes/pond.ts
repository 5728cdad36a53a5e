import { darker, lighter, mix } from '../colour.ts';
import { circle, curve, ellipse, group, path, rect, type Sheet } from '../sheet.ts';

export function pond(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const water = random.pick(['#3f7f86', '#4a7a94', '#3d6f63']);
  sheet.add(
    rect(0, 0, width, height, {
      fill: sheet.linear([lighter(water, 0.35), water, darker(water, 0.25)], 20),
    }),
  );
  for (let count = 26; count > 0; count--)
    sheet.add(
      ellipse(
        random.between(0, width),
        random.between(0, height),
        unit * random.between(5, 22),
        unit * random.between(0.3, 1.2),
        {
          fill: '#fff',
          opacity: 0.08,
        },
      ),
    );
  const pads = Array.from({ length: random.int(12, 20) }, () => ({
    x: random.between(0, width),
    y: random.between(0.08, 0.98) * height,
    size: unit * random.between(6, 12),
  }));
  for (const { x, y, size } of pads.sort((a, b) => a.y - b.y)) {
    const colour = mix('#5c9a4a', '#86b05a', random.next());
    const turn = random.between(0, 360);
    const pad = `M0 0L${size} ${-size * 0.18}A${size} ${size} 0 1 0 ${size} ${size * 0.18}Z`;
    sheet.add(
      ellipse(x + size * 0.08, y + size * 0.14, size, size * 0.62, {
        fill: '#12303a',
        opacity: 0.25,
      }),
      group(
        { transform: `translate(${x} ${y}) scale(1 .6) rotate(${turn})` },
        path(pad, { fill: sheet.radial([lighter(colour, 0.25), colour]) }),
      ),
    );
    if (random.chance(0.42))
      sheet.add(
        lily(
          sheet,
          x,
          y - size * 0.1,
          size * 0.6,
          random.pick(['#f7dbe6', '#ffffff', '#f3b6cd', '#fbe9b0']),
        ),
      );
  }
  return 'Water lilies floating on a quiet pond';
}

function lily({ random }: Sheet, x: number, y: number, size: number, colour: string): string {
  let petals = '';
  for (const [count, reach, shade] of [
    [9, 1, 0.12],
    [7, 0.75, 0.02],
  ] as const) {
    for (let index = 0; index < count; index++) {
      const angle = Math.PI + (index / (count - 1)) * Math.PI + random.between(-0.05, 0.05);
      const [tipX, tipY] = [
        x + Math.cos(angle) * size * reach,
        y + Math.sin(angle) * size * reach * 0.8,
      ];
      petals += path(
        curve(
          [
            [x, y + size * 0.15],
            [(x + tipX) / 2 - size * 0.14, (y + tipY) / 2],
            [tipX, tipY],
            [(x + tipX) / 2 + size * 0.14, (y + tipY) / 2],
          ],
          true,
        ),
        { fill: darker(colour, shade) },
      );
    }
  }
  return petals + circle(x, y - size * 0.05, size * 0.18, { fill: '#f4c542' });
}
