import { darker, lighter } from '../colour.ts';
import { inventFace, looks, paintFace, type LookName } from '../people.ts';
import { garland, hills, tree } from '../shapes.ts';
import { below, circle, path, rect, type Sheet } from '../sheet.ts';
import { faded, paintSky, shaded, skies, type SkyName } from '../skies.ts';

const numbers = ['', '', 'Two', 'Three', 'Four', 'Five', 'Six'];

/** A group photo. */
export function together(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const background = random.pick([outdoors, party, indoors])(sheet);
  const count = Math.min(6, Math.max(2, Math.round((width / height) * 2.2) + random.int(0, 1)));
  const size = Math.min(unit * 15, (width / count) * 0.36);
  const names = Object.keys(looks) as LookName[];
  for (let index = 0; index < count; index++) {
    const face = inventFace(random, {
      look: random.pick(names),
      isWoman: random.chance(0.5),
      age: random.next(),
    });
    const x =
      width / 2 + ((index + 0.5) / count - 0.5) * width * 0.84 + unit * random.between(-2.5, 2.5);
    paintFace(
      sheet,
      face,
      x,
      height * 0.56 + unit * random.between(-6, 6),
      size * random.between(0.94, 1.06),
      random.between(-9, 9),
    );
  }
  return `${numbers[count]!} people smiling ${background}`;
}

function outdoors(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const sky = skies[random.pick<SkyName>(['morning', 'noon', 'golden'])];
  paintSky(sheet, sky, height * 0.55, {});
  const line = hills(sheet, random, height * 0.5, unit * 8);
  sheet.add(path(below(sheet, line), { fill: faded(sky, '#7fa05a', 0.6) }));
  for (let count = 6; count > 0; count--)
    sheet.add(
      tree(
        random,
        random.between(0, width),
        height * random.between(0.56, 0.66),
        unit * random.between(22, 38),
        faded(sky, random.pick(['#5f8f4c', '#7fa35a', '#c99a45']), 0.75),
      ),
    );
  sheet.add(
    path(below(sheet, hills(sheet, random, height * 0.66, unit * 4)), {
      fill: sheet.linear([shaded(sky, '#9db565'), shaded(sky, '#6f9448')]),
    }),
  );
  return 'into the camera outdoors';
}

function party(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const sky = skies[random.pick<SkyName>(['dusk', 'night'])];
  sheet.add(rect(0, 0, width, height, { fill: sheet.linear(sky.stops) }));
  for (let row = 0; row < 3; row++)
    sheet.add(
      garland(
        [-9, height * (0.04 + row * 0.1)],
        [width + 9, height * (0.08 + row * 0.09)],
        unit * 6,
        9,
        '#2a2233',
        unit * 0.3,
        (x, y) =>
          circle(x, y + unit * 1.5, unit * 7, {
            fill: sheet.radial([
              ['#ffd98a', 0.5],
              ['#ffd98a', 0],
            ]),
          }) + circle(x, y + unit * 1.5, unit * 1.6, { fill: '#ffe9b8' }),
      ),
    );
  return 'under strings of lights at a garden party';
}

function indoors(sheet: Sheet): string {
  const { width, height, unit, random } = sheet;
  const wall = random.pick(['#d9c3a5', '#a9c0bb', '#c9a59a', '#8a9bb0', '#e3d6c0']);
  sheet.add(
    rect(0, 0, width, height, {
      fill: sheet.linear([lighter(wall, 0.25), wall, darker(wall, 0.12)], 25),
    }),
  );
  for (let count = Math.round(width / (unit * 34)), index = 0; index < count; index++) {
    const [x, y, w, h] = [
      width * ((index + 0.5) / count),
      height * random.between(0.14, 0.24),
      unit * random.between(14, 22),
      unit * random.between(13, 20),
    ];
    sheet.add(
      rect(x - w / 2, y - h / 2, w, h, { fill: darker(wall, 0.4) }),
      rect(x - w / 2 + unit, y - h / 2 + unit, w - unit * 2, h - unit * 2, {
        fill: sheet.linear(random.pick(Object.values(skies)).stops),
      }),
    );
  }
  return 'together in the village hall';
}
