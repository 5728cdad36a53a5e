import { darker, lighter, mix } from '../colour.ts';
import { bush, grass, heightAt, hills, shadow } from '../shapes.ts';
import { below, circle, ellipse, group, path, rect, type Sheet } from '../sheet.ts';

export function mushrooms(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const ground = random.pick(['#4c5f35', '#5a5232', '#3f5b44']);
  sheet.add(
    rect(0, 0, width, height, {
      fill: sheet.linear([
        mix(ground, '#f3e6b0', 0.62),
        mix(ground, '#d6cf86', 0.3),
        darker(ground, 0.35),
      ]),
    }),
  );
  for (let count = 22; count > 0; count--) {
    const [glow, strength] = [
      random.pick(['#fff4c4', '#cfe08a', '#9ab862']),
      random.between(0.12, 0.4),
    ];
    sheet.add(
      circle(
        random.between(0, width),
        random.between(0, 0.6) * height,
        unit * random.between(3, 9),
        {
          fill: sheet.radial([
            [glow, strength * 0.8],
            [glow, strength],
            [glow, 0],
          ]),
        },
      ),
    );
  }
  const moss = hills(sheet, random, height * 0.74, unit * 4);
  sheet.add(
    path(below(sheet, moss), { fill: sheet.linear([lighter(ground, 0.1), darker(ground, 0.4)]) }),
  );
  const cap = random.pick(['#b5432f', '#a8743c', '#d9963c', '#8a5a3a']);
  const count = random.int(3, 5);
  for (let index = 0; index < count; index++) {
    const [x, size] = [
      width * (0.18 + (0.64 * index) / Math.max(1, count - 1)) + unit * random.between(-5, 5),
      unit * random.between(13, 25),
    ];
    const y = heightAt(moss, x) + unit * random.between(4, 12);
    sheet.add(shadow(sheet, x, y, size * 0.5, unit * 2, 0.4));
    sheet.add(
      path(
        `M${x - size * 0.14} ${y}` +
          `Q${x - size * 0.07} ${y - size * 0.5} ${x - size * 0.12} ${y - size * 0.9}` +
          `L${x + size * 0.12} ${y - size * 0.9}` +
          `Q${x + size * 0.09} ${y - size * 0.5} ${x + size * 0.17} ${y}Z`,
        { fill: sheet.linear(['#cbb894', '#f4ead2', '#d9c8a5'], -90) },
      ),
    );
    const dome =
      `M${x - size * 0.62} ${y - size * 0.8}` +
      `C${x - size * 0.6} ${y - size * 1.5} ${x + size * 0.6} ${y - size * 1.5} ${x + size * 0.62} ${y - size * 0.8}` +
      `Q${x} ${y - size * 0.66} ${x - size * 0.62} ${y - size * 0.8}Z`;
    sheet.add(
      path(dome, {
        fill: sheet.radial([lighter(cap, 0.3), cap, darker(cap, 0.25)], 0.4, 0.25, 0.8),
      }),
    );
    if (cap === '#b5432f')
      for (let spot = 7; spot > 0; spot--)
        sheet.add(
          ellipse(
            x + random.between(-0.42, 0.42) * size,
            y - size * random.between(0.9, 1.2),
            size * 0.06,
            size * 0.045,
            {
              fill: '#fbf3e4',
            },
          ),
        );
    sheet.add(
      grass(
        sheet,
        random,
        x - size * 0.4,
        x + size * 0.4,
        y + unit * 2,
        unit * 6,
        [lighter(ground, 0.15), ground, darker(ground, 0.2)],
        22,
      ),
    );
  }
  sheet.add(
    group(
      { opacity: 0.95 },
      grass(
        sheet,
        random,
        0,
        width,
        height,
        unit * 13,
        [lighter(ground, 0.2), ground, darker(ground, 0.15)],
        150,
      ),
    ),
    bush(random, width * random.pick([0.03, 0.97]), height, unit * 13, ground),
  );
  return `${['Three', 'Four', 'Five'][count - 3]!} mushrooms in the moss on the forest floor`;
}
